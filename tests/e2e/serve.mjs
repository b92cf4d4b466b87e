// Builds the site with the providers' keys, without them, and with the sandbox, and serves each on the edge runtime with
// empty databases. Builds it once more with other prices, for tests of a deploy. Playwright starts this and ends it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { migrate, root, run, start } from "../../scripts/tools.mjs";
import { localhostCertificate } from "../fixtures/localhost-certificate.ts";
import { MAIL_CREDENTIALS } from "../fixtures/mail-server.ts";
import { raisePrices } from "../fixtures/price-rise.ts";
import { copyOfProject } from "../fixtures/project-copy.ts";
import { startPayPalApi } from "../mocks/paypal-api.ts";
import { startPaystackApi } from "../mocks/paystack-api.ts";
import {
  KEYS,
  MAIL_SERVER,
  PAYPAL_API,
  PAYSTACK_API,
  SANDBOX,
  SECRETS,
  SITE,
  WITHOUT_KEYS,
} from "./servers.ts";

rmSync(`${root}.e2e`, { recursive: true, force: true });
mkdirSync(`${root}.e2e`);

/**
 * @param {{ folder: string, port: number }} server
 * @param {Record<string, string>} env what the build is made with
 * @param {Record<string, string>} [secrets] what the worker is given; never those of the owner's own .env
 */
async function serve({ folder, port }, env, secrets = {}) {
  const settings = {
    ...env,
    OUT_DIR: `${folder}/dist`,
    STATE_DIR: `${folder}/state`,
    NODE_EXTRA_CA_CERTS: root + MAIL_SERVER.certificateFile,
  };
  await run("astro", ["build"], { env: settings, stdio: ["ignore", "ignore", "inherit"] });
  const lines = Object.entries(secrets).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(`${root}${folder}/dist/server/.dev.vars`, lines.join(""));
  await migrate(settings.STATE_DIR);
  const preview = start("astro", ["preview", "--ignore-lock", "--port", String(port)], {
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => preview.stdout.once("data", resolve));
  preview.stdout.resume();
}

async function buildDearer() {
  const project = copyOfProject("dearer", { ...KEYS });
  raisePrices(project);
  const { code, output } = await project.run("build");
  if (code !== 0) throw new Error(output);
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

await buildDearer();
await serve(SITE, { ...KEYS, SANDBOX: "" }, SECRETS);
const NO_KEYS = { PUBLIC_PAYSTACK_KEY: "", PUBLIC_PAYPAL_CLIENT_ID: "" };
await serve(
  WITHOUT_KEYS,
  { ...NO_KEYS, SANDBOX: "" },
  {
    SMTP_HOST: "localhost",
    SMTP_PORT: String(MAIL_SERVER.port),
    SMTP_USER: MAIL_CREDENTIALS.user,
    SMTP_PASSWORD: MAIL_CREDENTIALS.password,
  },
);
await serve(SANDBOX, { ...NO_KEYS, SANDBOX: "1" });
