import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handlePayPalWebhook } from "~/server/payments/paypal/handle-paypal-webhook.ts";
import { paymentContext, providersOf } from "../../_content/payments.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request }) =>
  handlePayPalWebhook(request, await paymentContext(env), providersOf(env).paypal);
