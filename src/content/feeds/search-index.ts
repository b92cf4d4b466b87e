import MiniSearch from "minisearch";
import { SEARCH_OPTIONS, type SearchEntry } from "~/domain/search/search-options.ts";

/** Longest excerpt, in characters. */
const MAX_EXCERPT = 110;

/** The search index as the site serves it: JSON for openSearch in browser/search. */
export function searchIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  index.addAll(entries.map((entry) => ({ ...entry, excerpt: excerptOf(entry.text) })));
  return JSON.stringify(index);
}

function excerptOf(text: string): string {
  if (text.length <= MAX_EXCERPT) return text;
  return `${text.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, "")} …`;
}
