import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handlePayPalCapture } from "~/server/payments/paypal/handle-paypal-capture.ts";
import { paymentContext, providersOf } from "../../../../_content/payments.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request, params }) =>
  handlePayPalCapture(
    request,
    params.id ?? "",
    await paymentContext(env),
    providersOf(env).paypal?.client ?? null,
  );
