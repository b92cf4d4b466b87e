import { globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator } from "@playwright/test";
import { academy } from "./academy.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { SANDBOX, SITE, WITHOUT_KEYS } from "./servers.ts";

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
  for (const { folder, origin } of [SITE, WITHOUT_KEYS]) {
    expect(filesWith(SANDBOX_WORDS, `${folder}/dist`)).toEqual([]);
    for (const path of ["/sandbox", "/sandbox/checkout/nobody", "/sandbox/desk", "/desk"]) {
      expect((await request.get(origin + path)).status(), origin + path).toBe(404);
    }
  }
});

test("what any build gives to browsers names no address of staff, nor the one mails are sent from", () => {
  const staff = academy.staffRecipients.map(({ email }) => email);
  for (const { folder } of [SITE, WITHOUT_KEYS, SANDBOX]) {
    const files = `${folder}/dist/client`;
    expect(filesWith([academy.senderEmail, academy.alertsEmail, ...staff], files)).toEqual([]);
    expect(filesWith([academy.email], files)).not.toEqual([]);
  }
});

test("the site serves the licence notices of all that browsers load, and nothing else of their making", async ({
  request,
}) => {
  const notices = await (await request.get("/licences.txt")).text();
  for (const name of ["react-dom", "workbox-core", "@paystack/inline-js", "astro", "tailwindcss"]) {
    expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, "m"));
  }
  expect(globSync(`${root}${SITE.folder}/dist/**/licences-of-*`)).toEqual([]);
});

test.describe("a site whose owner forgot the keys", () => {
  test.use({ baseURL: WITHOUT_KEYS.origin });

  for (const [money, country, provider, button] of [
    ["naira", "NG", "Paystack", "Enroll Now"],
    ["dollars", "US", "PayPal", "PayPal"],
  ] as const) {
    test(`a site whose owner forgot the keys says that ${money} cannot be paid yet, and how to reach the academy`, async ({
      page,
      context,
    }) => {
      const expectSupport = async (place: Locator) => {
        await expect(place).toContainText(`We can't take ${provider} payments online yet.`);
        const [phone] = academy.phones;
        for (const [name, address] of [
          ["WhatsApp", new RegExp(`^https://wa\\.me/${academy.whatsapp.number}`)],
          [`Call ${phone?.display}`, `tel:${phone?.dial}`],
          [academy.email, `mailto:${academy.email}`],
        ] as const) {
          await expect(place.getByRole("link", { name })).toHaveAttribute("href", address);
        }
        await expect(page.getByRole("button", { name: /^(Pay Now|Register)$/ })).toHaveCount(0);
      };
      await comeFrom(context, country);
      await page.goto("/Pricing");
      await payButton(page, button, "DevOps Full", "Full Tuition").click();
      await expectSupport(page.getByRole("dialog"));
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.goto("/Signup");
      await expectSupport(page.getByRole("form", { name: "Fill in details before payment" }));
    });
  }
});
