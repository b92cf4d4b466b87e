// npm run deploy: builds, brings the deployed database to the current schema, and puts the site on the edge.
import { readFileSync } from "node:fs";
import { loadEnv } from "vite";
import { root, run } from "./tools.mjs";

const NEEDED = {
  PUBLIC_SITE_URL: "the address of the site, e.g. https://www.example.com",
  PUBLIC_PAYSTACK_KEY: "Paystack's public key, pk_live_...",
  PUBLIC_PAYPAL_CLIENT_ID: "PayPal's client id",
};

const settings = loadEnv("production", root, "PUBLIC_");
const problems = Object.entries(NEEDED)
  .filter(([name]) => !settings[name])
  .map(([name, what]) => `${name} is not set in .env: ${what}.`);
if (settings.PUBLIC_PAYSTACK_KEY?.startsWith("pk_test_")) {
  problems.push(
    "PUBLIC_PAYSTACK_KEY is a test key: nobody would really pay. Use the one that begins with pk_live_.",
  );
} else if (settings.PUBLIC_PAYSTACK_KEY && !settings.PUBLIC_PAYSTACK_KEY.startsWith("pk_live_")) {
  problems.push(
    "PUBLIC_PAYSTACK_KEY is not a public key: it would be readable by every visitor. Use the one that begins with pk_live_.",
  );
}
if (readFileSync(`${root}wrangler.jsonc`, "utf8").includes("00000000-0000-0000-0000-000000000000")) {
  problems.push(
    "wrangler.jsonc has no database yet: run npx wrangler d1 create academy, and put the id it prints there.",
  );
}
if (problems.length > 0) {
  console.error(`Not deployed:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
  process.exit(1);
}

await run("astro", ["build"], { env: { SANDBOX: "" } });
await run("wrangler", ["d1", "migrations", "apply", "academy", "--remote"]);
await run("wrangler", ["deploy"]);
