import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handlePaystackWebhook } from "~/server/payments/paystack/handle-paystack-webhook.ts";
import { paymentContext, providersOf } from "../../_content/payments.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request }) =>
  handlePaystackWebhook(request, await paymentContext(env), providersOf(env).paystack);
