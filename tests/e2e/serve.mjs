// Serves the built sites on the edge runtime, beside the providers' stand-ins; builds them first, unless E2E_BUILT says that
// they have been built already. Playwright starts this and ends it.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { root, start } from "../../scripts/dev/run-tool.mjs";
import { localhostCertificate } from "../fixtures/localhost-certificate.ts";
import { MAIL_CREDENTIALS } from "../fixtures/mail-server.ts";
import { startPayPalApi } from "../mocks/paypal-api.ts";
import { startPaystackApi } from "../mocks/paystack-api.ts";
import { buildSites, FIRST_STATE, settingsOf } from "./build-sites.mjs";
import {
  KEYS,
  MAIL_SERVER,
  PAYPAL_API,
  PAYSTACK_API,
  SANDBOX,
  SANDBOX_AHEAD,
  SECRETS,
  SITE,
  WITHOUT_KEYS,
} from "./servers.ts";

if (!process.env.E2E_BUILT) await buildSites();

/** The preview serves the site that this file names: the last one built, unless it says otherwise. */
const SERVED = `${root}.wrangler/deploy/config.json`;

/**
 * @param {{ folder: string, port: number }} server
 * @param {Record<string, string>} secrets what the worker is given; never those of the owner's own .env
 * @param {{ folder: string }} [built] whose build it serves, if not its own
 */
async function serve(server, secrets, built = server) {
  const lines = Object.entries(secrets).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(`${root}${built.folder}/dist/server/.dev.vars`, lines.join(""));
  const configPath = `${root}${built.folder}/dist/server/wrangler.json`;
  writeFileSync(SERVED, JSON.stringify({ configPath, auxiliaryWorkers: [] }));
  const preview = start("astro", ["preview", "--ignore-lock", "--port", String(server.port)], {
    env: { ...settingsOf(server, built), NODE_EXTRA_CA_CERTS: root + MAIL_SERVER.certificateFile },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => preview.stdout.once("data", resolve));
  preview.stdout.resume();
}

const { key, cert } = localhostCertificate();
writeFileSync(root + MAIL_SERVER.keyFile, key);
writeFileSync(root + MAIL_SERVER.certificateFile, cert);

await startPaystackApi(SECRETS.PAYSTACK_SECRET_KEY, PAYSTACK_API.port);
await startPayPalApi(
  {
    clientId: KEYS.PUBLIC_PAYPAL_CLIENT_ID,
    clientSecret: SECRETS.PAYPAL_CLIENT_SECRET,
    webhookId: SECRETS.PAYPAL_WEBHOOK_ID,
  },
  PAYPAL_API.port,
);

mkdirSync(dirname(SERVED), { recursive: true });
await serve(SITE, SECRETS);
await serve(WITHOUT_KEYS, {
  SMTP_HOST: "localhost",
  SMTP_PORT: String(MAIL_SERVER.port),
  SMTP_USER: MAIL_CREDENTIALS.user,
  SMTP_PASSWORD: MAIL_CREDENTIALS.password,
});
await serve(SANDBOX_AHEAD, {}, SANDBOX);
const { STATE_DIR } = settingsOf(SANDBOX);
rmSync(root + STATE_DIR, { recursive: true, force: true });
cpSync(root + FIRST_STATE, root + STATE_DIR, { recursive: true });
// Playwright waits for this one, and begins.
await serve(SANDBOX, {});
