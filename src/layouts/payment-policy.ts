import type { PagePolicy } from "./page-policy.ts";

/**
 * What the pages that take payments must allow beyond the site's own policy, per provider as each documents it.
 * Paystack: its frame and its API. PayPal: its script, frames and pictures, and the style elements it adds to the page.
 * No page allows inline scripts.
 */
const PAYPAL_HOSTS = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];
const paypal = PAYPAL_HOSTS.join(" ");

export const PAYMENT_POLICY: PagePolicy = {
  directives: [
    `frame-src 'self' https://checkout.paystack.com ${paypal}`,
    `child-src 'self' ${paypal}`,
    `connect-src 'self' https://api.paystack.co ${paypal}`,
    `img-src 'self' data: ${paypal}`,
  ],
  scripts: ["'self'", ...PAYPAL_HOSTS],
  styles: ["'self'", ...PAYPAL_HOSTS, "'unsafe-inline'"].map((resource) => ({
    resource,
    kind: "element",
  })),
};
