import MiniSearch, { type Options } from "minisearch";

export interface SearchEntry {
  /** The entry's address: "/Faqs#faq-3". Unique. */
  readonly id: string;
  readonly title: string;
  /** The page or course that it belongs to: "Questions", or a course's name. */
  readonly place: string;
  /** The text that is searched with the title and the place. */
  readonly text: string;
  readonly kind: SearchKind;
  /** Other words that visitors type for it; never shown. */
  readonly synonyms?: string;
}

/** A whole page, a question, or a part of a curriculum. */
type SearchKind = "page" | "question" | "curriculum";

export interface SearchResult extends Pick<SearchEntry, "title" | "place"> {
  /** The entry's address. */
  readonly href: string;
  readonly excerpt: string;
}

/**
 * The weight of each kind. A visitor who types "price" wants the page about prices, not the week that
 * mentions one.
 */
const KIND_BOOST: Record<SearchKind, number> = { page: 4, question: 2, curriculum: 1 };

/** The options of the index (content/feeds/search.ts) and of the search in it, which must be equal. */
export const SEARCH_OPTIONS: Options<SearchEntry & Pick<SearchResult, "excerpt">> = {
  fields: ["title", "synonyms", "text", "place"],
  storeFields: ["title", "place", "excerpt", "kind"],
  searchOptions: {
    boost: { title: 3, synonyms: 3, place: 0.5 },
    boostDocument: (_id, _term, stored) => KIND_BOOST[stored?.kind as SearchKind],
    // Whole words rank before prefixes, and prefixes before misspelt words.
    weights: { prefix: 0.15, fuzzy: 0.1 },
    prefix: (term) => term.length > 2,
    // Many visitors write English as a second language. A fraction is multiplied by the word's length and rounded:
    // 4 and 5 letters may have one slip, 6 to 8 two, 9 to 11 three.
    fuzzy: (term) => {
      if (term.length > 5) return 0.3;
      return term.length > 3 ? 0.2 : false;
    },
    combineWith: "AND",
  },
};

const MAX_RESULTS = 20;

/**
 * Returns a search of an index: at most 20 results, best match first. All words must match; without such a
 * result, any word may.
 * @param index the JSON made by content/feeds/search.ts
 */
export function openSearch(index: string): (query: string) => SearchResult[] {
  const search = MiniSearch.loadJSON(index, SEARCH_OPTIONS);
  return (query) => {
    const strict = search.search(query);
    const results = strict.length > 0 ? strict : search.search(query, { combineWith: "OR" });
    return results
      .slice(0, MAX_RESULTS)
      .map(({ id, title, place, excerpt }) => ({ href: id, title, place, excerpt }));
  };
}
