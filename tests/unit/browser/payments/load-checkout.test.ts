import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
});

/** Loads the module of a build with these settings. */
async function builtWith({ paystack = "", paypal = "", sandbox }: Record<string, string>) {
  vi.stubEnv("PUBLIC_PAYSTACK_KEY", paystack);
  vi.stubEnv("PUBLIC_PAYPAL_CLIENT_ID", paypal);
  vi.stubEnv("SANDBOX", sandbox);
  return import("~/browser/payments/load-checkout.ts");
}

test("a site without accounts takes no payments", async () => {
  const { loadCheckout } = await builtWith({});
  await expect(loadCheckout("NGN")).rejects.toThrow("Paystack is not set up.");
  await expect(loadCheckout("USD")).rejects.toThrow("PayPal is not set up.");
});

test.each<[Record<string, string>, string[]]>([
  [{}, ["missing", "missing"]],
  [{ paystack: "pk_test_abc" }, ["test", "missing"]],
  [{ paystack: "pk_live_abc" }, ["live", "missing"]],
  [{ sandbox: "true" }, ["sandbox", "sandbox"]],
  [{ paystack: "pk_live_abc", paypal: "client", sandbox: "true" }, ["live", "live"]],
])("a build with %j takes naira and dollars in the modes %j", async (settings, modes) => {
  const { paymentMode } = await builtWith(settings);
  expect([paymentMode("NGN"), paymentMode("USD")]).toEqual(modes);
});

test("the site cannot be built with Paystack's secret key instead of the public one", async () => {
  vi.stubEnv("PUBLIC_PAYSTACK_KEY", "sk_live_abc");
  await expect(import("../../../../astro.config.mjs")).rejects.toThrow("PUBLIC_PAYSTACK_KEY holds a secret");
});
