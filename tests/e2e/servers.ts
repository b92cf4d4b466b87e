/** The content folder of the sites, from the project's root. */
export const ACADEMY = "tests/fixtures/academy";
/** A copy of it with what an editor may add. The site without the edge is built from it. */
export const ADDITIONS = ".e2e/content";

/** The first port. Set E2E_PORT to run two working copies side by side. */
const port = Number(process.env.E2E_PORT ?? 4331);

const server = (offset: number, folder: string) => ({
  origin: `http://localhost:${port + offset}`,
  port: port + offset,
  folder: `.e2e/${folder}`,
});

const loopback = (offset: number) => ({ origin: `http://127.0.0.1:${port + offset}`, port: port + offset });

/** The production build with the providers' keys. */
export const SITE = server(0, "site");
/** The sandbox of `npm start`. */
export const SANDBOX = server(1, "sandbox");
/** The sandbox with its own database, whose date tests move. */
export const SANDBOX_AHEAD = server(4, "sandbox-ahead");
/** The production build with a mail server and without the providers' secrets. */
export const SITE_WITH_MAIL = server(2, "site-with-mail");
/** The production build for a host without the edge, without keys. Only a `ChangingSite` serves it. */
export const WITHOUT_EDGE = { folder: ".e2e/without-edge" } as const;

/** The mail server of SITE_WITH_MAIL. Each run creates its certificate. */
export const MAIL_SERVER = {
  port: port + 3,
  keyFile: ".e2e/mail-server-key.pem",
  certificateFile: ".e2e/mail-server-certificate.pem",
} as const;

/** The folders of built files, from the project's root. */
export const FILES = {
  site: `${SITE.folder}/dist/client`,
  withoutEdge: `${WITHOUT_EDGE.folder}/dist/client`,
} as const;

/** The stand-ins for the providers' servers. */
export const PAYSTACK_API = loopback(6);
export const PAYPAL_API = loopback(7);

/** The server through which tests write into the databases of the served sites. */
export const CONTROL = loopback(8);

/** The public keys of the production build. */
export const KEYS = {
  PUBLIC_PAYSTACK_KEY: "pk_test_end_to_end",
  PUBLIC_PAYPAL_CLIENT_ID: "end-to-end-client",
} as const;

/** The secrets of that build's worker. */
export const SECRETS = {
  PAYSTACK_SECRET_KEY: "sk_test_end_to_end",
  PAYSTACK_API_URL: PAYSTACK_API.origin,
  PAYPAL_CLIENT_SECRET: "end-to-end-secret",
  PAYPAL_WEBHOOK_ID: "8PT597110X687430LKGECATA",
  PAYPAL_API_URL: PAYPAL_API.origin,
} as const;
