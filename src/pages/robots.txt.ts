import type { APIRoute } from "astro";

/** Serves robots.txt. It is built, because the address of the sitemap depends on the site's own address. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL("sitemap-index.xml", site)}\n`);
