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
  const { loadCheckout, paymentMode } = await builtWith({});
  expect([paymentMode("NGN"), paymentMode("USD")]).toEqual(["missing", "missing"]);
  await expect(loadCheckout("NGN")).rejects.toThrow("Paystack is not set up.");
  await expect(loadCheckout("USD")).rejects.toThrow("PayPal is not set up.");
});

test.each([
  ["pk_test_abc", "test"],
  ["pk_live_abc", "live"],
])("Paystack with the key %s is in %s mode", async (paystack, mode) => {
  const { paymentMode } = await builtWith({ paystack });
  expect(paymentMode("NGN")).toBe(mode);
  expect(paymentMode("USD")).toBe("missing");
});

test("npm start without accounts uses the sandbox", async () => {
  const { paymentMode } = await builtWith({ sandbox: "true" });
  expect([paymentMode("NGN"), paymentMode("USD")]).toEqual(["sandbox", "sandbox"]);
});

test("npm start with accounts uses them", async () => {
  const { paymentMode } = await builtWith({ paystack: "pk_live_abc", paypal: "client", sandbox: "true" });
  expect([paymentMode("NGN"), paymentMode("USD")]).toEqual(["live", "live"]);
});

// The settings load the whole toolchain, which takes a while.
test("the site cannot be built with Paystack's secret key instead of the public one", {
  timeout: 60_000,
}, async () => {
  vi.stubEnv("PUBLIC_PAYSTACK_KEY", "sk_live_abc");
  await expect(import("../../../../astro.config.mjs")).rejects.toThrow("PUBLIC_PAYSTACK_KEY holds a secret");
});
