import type { APIRoute } from "astro";

/** Made at build time, because the address of the sitemap depends on where the site lives. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL("sitemap-index.xml", site)}\n`);
