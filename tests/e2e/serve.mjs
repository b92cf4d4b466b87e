// Builds the sites unless E2E_BUILT is set, and serves them on the edge's runtime, with the providers'
// stand-ins and a server through which tests write into the sites' databases. Playwright starts and ends this
// program.
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
  CONTROL,
  KEYS,
  MAIL_SERVER,
  PAYPAL_API,
  PAYSTACK_API,
  SANDBOX,
  SANDBOX_AHEAD,
  SECRETS,
  SITE,
  SITE_WITH_MAIL,
} from "./servers.ts";

if (!process.env.E2E_BUILT) await buildSites();

/** The worker's main module. */
const ENTRY = "entry.mjs";
/** The sites' runtimes, by folder. */
const runtimes = new Map();

const { key, cert } = localhostCertificate();
writeFileSync(root + MAIL_SERVER.keyFile, key);
writeFileSync(root + MAIL_SERVER.certificateFile, cert);
// The runtime reads this variable when it is loaded, so it is imported below. It then trusts the mail server.
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
 * Serves a site on the edge's runtime, which starts faster than a preview. The worker's log is `log.txt` in the site's
 * folder.
 * @param {{ folder: string, port: number }} server
 * @param {Record<string, string>} secrets of the worker, never from the owner's .env
 * @param {{ folder: string }} [built] the site whose build it serves
 */
async function serve(server, secrets, built = server) {
  const { STATE_DIR } = settingsOf(server, built);
  rmSync(root + STATE_DIR, { recursive: true, force: true });
  cpSync(root + FIRST_STATE, root + STATE_DIR, { recursive: true });
  const log = createWriteStream(`${root}${server.folder}/log.txt`);
  const runtime = new Miniflare(runtimeOptions({ server, secrets, built, log, stateDir: STATE_DIR }));
  await runtime.ready;
  runtimes.set(server.folder, runtime);
}

function runtimeOptions({ server, secrets, built, log, stateDir }) {
  const folder = `${root}${built.folder}/dist/server`;
  const { workerOptions } = unstable_getMiniflareWorkerOptions(`${folder}/wrangler.json`);
  const { modulesRules: _, ...worker } = workerOptions;
  const modules = globSync("**/*.{js,mjs}", { cwd: folder }).filter((path) => path !== ENTRY);
  return convertV4MiniflareOptions({
    host: "localhost",
    port: server.port,
    unsafeTriggerHandlers: true,
    handleStructuredLogs: ({ message }) => log.write(`${message}\n`),
    telemetry: { enabled: false },
    resourcePersistencePath: `${root}${stateDir}/v3`,
    workers: [
      {
        ...worker,
        name: server.folder,
        bindings: secrets,
        modules: [ENTRY, ...modules].map((path) => ({ type: "ESModule", path })),
      },
    ],
  });
}

/**
 * Runs statements in one transaction, on the database of the site in this folder.
 * @returns {Promise<number[]>} how many rows each statement changed
 */
async function changeDatabase({ folder, statements }) {
  const database = await runtimes.get(folder).getD1Database("DB");
  const bound = statements.map(([sql, ...values]) => database.prepare(sql).bind(...values));
  const results = await database.batch(bound);
  // Miniflare frees a statement that is garbage-collected here, even before the batch has arrived: `bound` outlives it.
  return bound.map((_, index) => results[index].meta.changes);
}

const MAIL_SECRETS = {
  SMTP_HOST: "localhost",
  SMTP_PORT: String(MAIL_SERVER.port),
  SMTP_USER: MAIL_CREDENTIALS.user,
  SMTP_PASSWORD: MAIL_CREDENTIALS.password,
};

await Promise.all([
  serve(SITE, SECRETS),
  serve(SITE_WITH_MAIL, MAIL_SECRETS, SITE),
  serve(SANDBOX_AHEAD, {}, SANDBOX),
]);
createServer(async (request, response) => {
  try {
    response.end(JSON.stringify(await changeDatabase(await json(request))));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(CONTROL.port, "127.0.0.1");

// Playwright starts when this site answers.
await serve(SANDBOX, {});
