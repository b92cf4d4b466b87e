import type { APIRoute } from "astro";
import sheet from "~/edge/desk/desk.css?inline";

/** Serves the style sheet of the desk, whose pages are rendered on the edge. */
export const GET: APIRoute = () =>
  new Response(sheet, { headers: { "content-type": "text/css; charset=utf-8" } });
