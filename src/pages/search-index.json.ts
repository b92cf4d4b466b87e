import type { APIRoute } from "astro";
import { getSearchEntries, searchIndex } from "~/content/feeds/search.ts";

/** Serves the index of /Search, which is fetched at the first use of its form. */
export const GET: APIRoute = async () =>
  new Response(searchIndex(await getSearchEntries()), { headers: { "content-type": "application/json" } });
