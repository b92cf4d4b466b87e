import type { Options } from "minisearch";

export interface SearchEntry {
  /** Its address: "/Faqs#faq-3". Unique. */
  readonly id: string;
  readonly title: string;
  /** What it belongs to: "Questions", or a course's name. */
  readonly place: string;
  /** Searched beside the title and the place. */
  readonly text: string;
}

export interface SearchResult extends Omit<SearchEntry, "text"> {
  readonly excerpt: string;
}

/** Shared by the index (content/feeds/search-index.ts) and the search in it (browser/search): they must be the same. */
export const SEARCH_OPTIONS: Options<SearchEntry & SearchResult> = {
  fields: ["title", "text", "place"],
  storeFields: ["title", "place", "excerpt"],
  searchOptions: {
    boost: { title: 3, place: 0.5 },
    prefix: (term) => term.length > 2,
    // Readers write English as a second language: one slip in a word, two in a longer one, find what was meant.
    fuzzy: (term) => (term.length > 5 ? 0.3 : term.length > 3 ? 0.2 : false),
    combineWith: "AND",
  },
};
