/** A secret key that was copied from Paystack's dashboard by mistake must not be published. */
import { expect, test, vi } from "vitest";

/** The settings bring the whole toolchain with them. */
const SLOW = 60_000;

test(
  "the site cannot be built with Paystack's secret key in the place of the public one",
  async () => {
    vi.stubEnv("PUBLIC_PAYSTACK_KEY", "sk_live_abc");
    await expect(import("../../../../astro.config.mjs")).rejects.toThrow("holds a secret key");
  },
  SLOW,
);
