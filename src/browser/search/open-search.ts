import MiniSearch from "minisearch";
import { SEARCH_OPTIONS, type SearchResult } from "~/domain/search/search-options.ts";

const MAX_RESULTS = 20;

/**
 * At most 20 results, best match first. All words must match; without such a result, any word may.
 * @param index the JSON made by content/feeds/search.ts
 */
export function openSearch(index: string): (query: string) => SearchResult[] {
  const search = MiniSearch.loadJSON(index, SEARCH_OPTIONS);
  return (query) => {
    const strict = search.search(query);
    const results = strict.length > 0 ? strict : search.search(query, { combineWith: "OR" });
    return results
      .slice(0, MAX_RESULTS)
      .map(({ id, title, place, excerpt }) => ({ id, title, place, excerpt }));
  };
}
