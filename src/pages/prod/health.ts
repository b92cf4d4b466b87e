import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handleHealth } from "~/server/health/handle-health.ts";
import { providersOf } from "../_content/payments.ts";

export const prerender = false;

export const ALL: APIRoute = ({ request }) =>
  handleHealth(request, {
    db: env.DB,
    hasQueue: typeof env.JOBS?.send === "function",
    smtp: env,
    providers: providersOf(env),
    // Its key keeps these questions apart from orders.
    limit: env.ORDERS_OF_VISITOR,
    now: new Date(),
  });
