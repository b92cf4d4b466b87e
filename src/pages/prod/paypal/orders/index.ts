import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handlePayPalOrder } from "~/server/payments/paypal/handle-paypal-order.ts";
import { paymentContext, providersOf } from "../../../_content/payments.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request }) =>
  handlePayPalOrder(request, await paymentContext(env), providersOf(env).paypal?.client ?? null);
