/** The academy whose sites are built, from the project's folder. */
export const ACADEMY = "tests/fixtures/academy";

/** First of the ports in use; set E2E_PORT to run two checkouts side by side. */
const port = Number(process.env.E2E_PORT ?? 4331);

const server = (offset: number, folder: string) => ({
  origin: `http://localhost:${port + offset}`,
  port: port + offset,
  folder: `.e2e/${folder}`,
});

const loopback = (offset: number) => ({ origin: `http://127.0.0.1:${port + offset}`, port: port + offset });

/** The production build with the providers' keys: what visitors get. */
export const SITE = server(0, "site");
/** What npm start serves. */
export const SANDBOX = server(1, "sandbox");
/** The same build with a database of its own, whose date tests set forward. */
export const SANDBOX_AHEAD = server(4, "sandbox-ahead");
/** A database of its own for a cohort whose date is announced by a deploy: it serves first one of BUILDS, then the other. */
export const SANDBOX_COHORT = server(5, "sandbox-cohort");
/** A production build whose owner forgot the keys, but set a mail server: mail-delivery.spec.ts plays that. */
export const WITHOUT_KEYS = server(2, "without-keys");

/** The mail server of the site without keys. Who builds that site makes the certificate, for this run only. */
export const MAIL_SERVER = {
  port: port + 3,
  keyFile: ".e2e/mail-server-key.pem",
  certificateFile: ".e2e/mail-server-certificate.pem",
} as const;

/**
 * Folders of files, from the project's own: the site as it is, as it is after a deploy with other prices, and for a host
 * without the edge.
 */
export const BUILDS = {
  current: `${SITE.folder}/dist/client`,
  dearer: ".copies/dearer/dist/client",
  withoutEdge: ".copies/without-edge/dist/client",
} as const;

/** The sandbox's build with a cohort more: without its first class, and with it. */
export const COHORT_BUILDS = {
  unannounced: { folder: ".copies/unannounced" },
  announced: { folder: ".copies/announced" },
} as const;

/** Stand-ins for the providers' servers, which the site with keys asks. */
export const PAYSTACK_API = loopback(6);
export const PAYPAL_API = loopback(7);

/** Where tests write into the databases of the sites that are served, and deploy another build. */
export const CONTROL = loopback(8);

/** Keys of the production build: the providers' scripts run for real, against stand-ins at the network's edge. */
export const KEYS = {
  PUBLIC_PAYSTACK_KEY: "pk_test_end_to_end",
  PUBLIC_PAYPAL_CLIENT_ID: "end-to-end-client",
} as const;

/** Secrets of that build's worker, which no browser ever sees. */
export const SECRETS = {
  PAYSTACK_SECRET_KEY: "sk_test_end_to_end",
  PAYSTACK_API_URL: PAYSTACK_API.origin,
  PAYPAL_CLIENT_SECRET: "end-to-end-secret",
  PAYPAL_WEBHOOK_ID: "8PT597110X687430LKGECATA",
  PAYPAL_API_URL: PAYPAL_API.origin,
} as const;
