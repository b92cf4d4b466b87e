import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handlePayPalAbandonment } from "~/server/payments/paypal/handle-paypal-abandonment.ts";
import { paymentContext } from "../../../../_content/payments.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request, params }) =>
  handlePayPalAbandonment(request, params.id ?? "", await paymentContext(env));
