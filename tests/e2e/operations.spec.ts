import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { copyDatabase, expect, test } from "./fixtures.ts";
import { SITE } from "./servers.ts";

// The command starts a tool that takes seconds to load.
test.describe.configure({ timeout: 600_000 });

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the site under test is healthy, and the doctor finds nothing wrong in its database", async ({
  request,
}) => {
  const health = await request.get("/prod/health");
  expect(health.status()).toBe(200);
  expect(await health.json()).toMatchObject({ failures: [], payments: { paystack: "test" } });

  const copy = { folder: ".e2e/commands" };
  copyDatabase(SITE, copy);
  const doctor = spawn(process.execPath, ["scripts/ops/doctor.mjs"], {
    cwd: root,
    env: { ...process.env, STATE_DIR: `${copy.folder}/state` },
  });
  let text = "";
  for (const stream of [doctor.stdout, doctor.stderr]) stream.on("data", (part) => (text += part));
  const code = await new Promise((resolve) => doctor.on("close", resolve));
  expect(text).not.toContain("The database");
  expect(code).toBe(0);
});
