import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handleAnnouncement } from "~/server/payments/handle-announcement.ts";
import { paymentContext } from "../_content/payments.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request }) => handleAnnouncement(request, await paymentContext(env));
