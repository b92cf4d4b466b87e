import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { copyDatabase, expect, test } from "./fixtures.ts";
import { SITE } from "./servers.ts";

// The command starts a tool that takes seconds to load.
test.describe.configure({ timeout: 600_000 });

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the site's database. */
const COPY = { folder: ".e2e/commands" };

/** The doctor's output about the copy. */
function doctor(): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ["scripts/ops/doctor.mjs"], {
    cwd: root,
    env: { ...process.env, STATE_DIR: `${COPY.folder}/state` },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, text })));
}

test("the site reports to a monitor that it is healthy, without personal data", async ({ request }) => {
  const answer = await request.get("/prod/health");
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
  });
  const health = await answer.json();
  expect(health).toMatchObject({ failures: [], mail: "not-set", payments: { paystack: "test" } });
  expect(health.attention).toContain("mail-not-set");
  expect(health.schema.applied).toBe(health.schema.expected);
  expect(JSON.stringify(health)).not.toMatch(/@|sk_|secret/);
});

test("the doctor finds nothing wrong in the database of the site under test", async () => {
  copyDatabase(SITE, COPY);
  const { code, text } = await doctor();
  expect(text).not.toContain("The database");
  expect(code).toBe(0);
});
