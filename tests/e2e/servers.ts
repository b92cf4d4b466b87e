/** First of the ports in use; set E2E_PORT to run two checkouts side by side. */
const port = Number(process.env.E2E_PORT ?? 4331);

const server = (offset: number, folder: string) => ({
  origin: `http://localhost:${port + offset}`,
  port: port + offset,
  folder: `.e2e/${folder}`,
});

/** The production build with the providers' keys: what visitors get. */
export const SITE = server(0, "site");
/** What npm start serves. */
export const SANDBOX = server(1, "sandbox");
/** A production build whose owner forgot the keys. */
export const WITHOUT_KEYS = server(2, "without-keys");

/** Keys of the production build: the providers' scripts run for real, against stand-ins at the network's edge. */
export const KEYS = {
  PUBLIC_PAYSTACK_KEY: "pk_test_end_to_end",
  PUBLIC_PAYPAL_CLIENT_ID: "end-to-end-client",
} as const;
