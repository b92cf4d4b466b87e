import type { APIRoute } from "astro";
import sheet from "~/edge/desk/desk.css?inline";

/** Tailwind's at-rule around the tokens. Tailwind does not process a sheet that is imported as text. */
const TOKENS = /@theme static\s*\{/;

/** Serves the style sheet of the desk, whose pages are rendered on the edge. */
export const GET: APIRoute = () =>
  new Response(sheet.replace(TOKENS, ":root{"), { headers: { "content-type": "text/css; charset=utf-8" } });
