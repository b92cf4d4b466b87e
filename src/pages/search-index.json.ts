import type { APIRoute } from "astro";
import { getSearchEntries, searchIndex } from "~/content/feeds/search.ts";

/** The index of /Search, fetched at the first use of its form. */
export const GET: APIRoute = async () =>
  new Response(searchIndex(await getSearchEntries()), { headers: { "content-type": "application/json" } });
