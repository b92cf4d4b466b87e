import type { APIRoute } from "astro";
import { searchIndex } from "~/search/site-search.ts";
import { getSearchEntries } from "./_content/search-entries.ts";

/** Fetched when somebody searches, and by nobody else. */
export const GET: APIRoute = async () =>
  new Response(searchIndex(await getSearchEntries()), { headers: { "content-type": "application/json" } });
