// Builds the site with the providers' keys, without them, and with the sandbox, and serves each on the edge runtime with
// empty databases. Playwright starts this and ends it.
import { rmSync } from "node:fs";
import { migrate, root, run, start } from "../../scripts/tools.mjs";
import { KEYS, SANDBOX, SITE, WITHOUT_KEYS } from "./servers.ts";

rmSync(`${root}.e2e`, { recursive: true, force: true });

async function serve({ folder, port }, env) {
  const settings = { ...env, OUT_DIR: `${folder}/dist`, STATE_DIR: `${folder}/state` };
  await run("astro", ["build"], { env: settings, stdio: ["ignore", "ignore", "inherit"] });
  await migrate(settings.STATE_DIR);
  const preview = start("astro", ["preview", "--ignore-lock", "--port", String(port)], {
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => preview.stdout.once("data", resolve));
  preview.stdout.resume();
}

await serve(SITE, { ...KEYS, SANDBOX: "" });
const NO_KEYS = { PUBLIC_PAYSTACK_KEY: "", PUBLIC_PAYPAL_CLIENT_ID: "" };
await serve(WITHOUT_KEYS, { ...NO_KEYS, SANDBOX: "" });
await serve(SANDBOX, { ...NO_KEYS, SANDBOX: "1" });
