import type { APIRoute } from "astro";
import sheet from "~/layouts/desk.css?inline";

/** The style sheet of the desk, whose pages are made on the edge. */
export const GET: APIRoute = () =>
  new Response(sheet, { headers: { "content-type": "text/css; charset=utf-8" } });
