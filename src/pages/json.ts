import type { APIRoute } from "astro";
import { handleLocation } from "~/server/location/handle-location";

export const prerender = false;

export const ALL: APIRoute = ({ request }) => handleLocation(request);
