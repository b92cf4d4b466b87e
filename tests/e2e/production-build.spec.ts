import { globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { academy } from "./academy.ts";
import { expect, test } from "./fixtures.ts";
import { SANDBOX, SITE, WITHOUT_EDGE } from "./servers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Files of a folder that hold one of these texts. */
function filesWith(texts: readonly string[], folder: string): string[] {
  return globSync(`${root}${folder}/**/*`)
    .filter((file) => statSync(file).isFile())
    .filter((file) => {
      const content = readFileSync(file, "utf8");
      return texts.some((text) => content.includes(text));
    });
}

const SANDBOX_WORDS = [
  "Sandbox: no money moves",
  "sandbox-country",
  "sandbox_payments",
  "sandbox_clock",
  "Set the date",
  "Sign in to the sandbox desk",
  "sandbox-desk",
] as const;

test("a production build holds nothing of the sandbox, whose own build has its text", async ({ request }) => {
  for (const text of SANDBOX_WORDS) expect(filesWith([text], `${SANDBOX.folder}/dist`), text).not.toEqual([]);
  for (const { folder } of [SITE, WITHOUT_EDGE]) {
    expect(filesWith(SANDBOX_WORDS, `${folder}/dist`)).toEqual([]);
  }
  for (const path of ["/sandbox", "/sandbox/checkout/nobody", "/sandbox/desk", "/desk"]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test("what a build with the edge gives to browsers names no address of staff or of mails", () => {
  const staff = academy.staffRecipients.map(({ email }) => email);
  for (const { folder } of [SITE, SANDBOX]) {
    const files = `${folder}/dist/client`;
    expect(filesWith([academy.senderEmail, academy.alertsEmail, ...staff], files)).toEqual([]);
    expect(filesWith([academy.email], files)).not.toEqual([]);
  }
});

test("the site serves the licence notices of all that browsers load", async ({ request }) => {
  const notices = await (await request.get("/licences.txt")).text();
  for (const name of ["react-dom", "workbox-core", "@paystack/inline-js", "astro", "tailwindcss"]) {
    expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, "m"));
  }
  expect(globSync(`${root}${SITE.folder}/dist/**/licences-of-*`)).toEqual([]);
});
