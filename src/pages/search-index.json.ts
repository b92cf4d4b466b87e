import type { APIRoute } from "astro";
import { getSearchEntries } from "~/content/feeds/search-entries.ts";
import { searchIndex } from "~/content/feeds/search-index.ts";

/** The index of /Search, fetched at the first use of its form. */
export const GET: APIRoute = async () =>
  new Response(searchIndex(await getSearchEntries()), { headers: { "content-type": "application/json" } });
