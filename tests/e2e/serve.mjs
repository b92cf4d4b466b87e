// Serves the built sites on the edge runtime, beside the providers' stand-ins, and writes into their databases for tests;
// builds the sites first, unless E2E_BUILT says that they have been built already. Playwright starts this and ends it.
import { cpSync, createWriteStream, globSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { root } from "../../scripts/dev/run-tool.mjs";
import { localhostCertificate } from "../fixtures/localhost-certificate.ts";
import { MAIL_CREDENTIALS } from "../fixtures/mail-server.ts";
import { startPayPalApi } from "../mocks/paypal-server.ts";
import { startPaystackApi } from "../mocks/paystack-server.ts";
import { buildSites, FIRST_STATE, settingsOf } from "./build-sites.mjs";
import {
  DATABASES,
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

/** The worker's main module. */
const ENTRY = "entry.mjs";
/** The databases of the sites that are served, by the sites' folders. */
const databases = new Map();

const { key, cert } = localhostCertificate();
writeFileSync(root + MAIL_SERVER.keyFile, key);
writeFileSync(root + MAIL_SERVER.certificateFile, cert);
// The runtime reads this when it is loaded: the certificate is there now, and the mail server's connection is trusted.
process.env.NODE_EXTRA_CA_CERTS = root + MAIL_SERVER.certificateFile;
const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
const { unstable_getMiniflareWorkerOptions } = await import("wrangler");

await startPaystackApi(SECRETS.PAYSTACK_SECRET_KEY, PAYSTACK_API.port);
await startPayPalApi(
  {
    clientId: KEYS.PUBLIC_PAYPAL_CLIENT_ID,
    clientSecret: SECRETS.PAYPAL_CLIENT_SECRET,
    webhookId: SECRETS.PAYPAL_WEBHOOK_ID,
  },
  PAYPAL_API.port,
);

/**
 * Serves a site on the edge's runtime itself: a preview takes six seconds to start, and each request goes through its proxy.
 * What the worker logs is in the site's folder, `log.txt`.
 * @param {{ folder: string, port: number }} server
 * @param {Record<string, string>} secrets of the worker; never those of the owner's own .env
 * @param {{ folder: string }} [built] whose build it serves, if not its own
 */
async function serve(server, secrets, built = server) {
  const folder = `${root}${built.folder}/dist/server`;
  const { workerOptions } = unstable_getMiniflareWorkerOptions(`${folder}/wrangler.json`);
  const { modulesRules: _, ...worker } = workerOptions;
  const log = createWriteStream(`${root}${server.folder}/log.txt`);
  const modules = globSync("**/*.{js,mjs}", { cwd: folder }).filter((path) => path !== ENTRY);
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: "localhost",
      port: server.port,
      unsafeTriggerHandlers: true,
      handleStructuredLogs: ({ message }) => log.write(`${message}\n`),
      telemetry: { enabled: false },
      resourcePersistencePath: `${root}${settingsOf(server, built).STATE_DIR}/v3`,
      workers: [
        {
          ...worker,
          name: server.folder,
          bindings: secrets,
          modules: [ENTRY, ...modules].map((path) => ({ type: "ESModule", path })),
        },
      ],
    }),
  );
  await runtime.ready;
  databases.set(server.folder, await runtime.getD1Database("DB"));
}

/** Runs the statements that a test sends, in one transaction: `{ folder, statements: [[sql, ...values], ...] }`. */
async function changeDatabase(request) {
  const { folder, statements } = await json(request);
  const database = databases.get(folder);
  return database.batch(statements.map(([sql, ...values]) => database.prepare(sql).bind(...values)));
}

await Promise.all([
  serve(SITE, SECRETS),
  serve(WITHOUT_KEYS, {
    SMTP_HOST: "localhost",
    SMTP_PORT: String(MAIL_SERVER.port),
    SMTP_USER: MAIL_CREDENTIALS.user,
    SMTP_PASSWORD: MAIL_CREDENTIALS.password,
  }),
  serve(SANDBOX_AHEAD, {}, SANDBOX),
]);
createServer(async (request, response) => {
  try {
    response.end(JSON.stringify(await changeDatabase(request)));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(DATABASES.port, "127.0.0.1");

const { STATE_DIR } = settingsOf(SANDBOX);
rmSync(root + STATE_DIR, { recursive: true, force: true });
cpSync(root + FIRST_STATE, root + STATE_DIR, { recursive: true });
// Playwright waits for this one, and begins.
await serve(SANDBOX, {});
