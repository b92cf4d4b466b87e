import type { APIRoute } from "astro";
import { landPath } from "~/illustrations/alumni-map/land.ts";

/** The land of the alumni map, a file of its own: it is a fifth of what Home would weigh, and far down the page. */
export const GET: APIRoute = () =>
  new Response(`<svg xmlns="http://www.w3.org/2000/svg"><path id="land" d="${landPath()}"/></svg>`, {
    headers: { "content-type": "image/svg+xml" },
  });
