/**
 * The search over questions and curricula: how the index is made at build time, and how a browser reads and asks it.
 * Both sides must agree on the options, so they stand here once.
 */
import MiniSearch, { type Options } from "minisearch";

/** Something that can be found. */
export interface SearchEntry {
  /** Where it stands: "/Faqs#faq-3". Unique. */
  readonly id: string;
  readonly title: string;
  /** What it belongs to: "Questions", or a course's name. */
  readonly place: string;
  /** All that can be searched for beside the title. */
  readonly text: string;
}

export interface FoundEntry extends Omit<SearchEntry, "text"> {
  /** The beginning of the text. */
  readonly excerpt: string;
}

type IndexedEntry = SearchEntry & { readonly excerpt: string };

const EXCERPT = 110;

const OPTIONS: Options<IndexedEntry> = {
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

/** The index as the site serves it. */
export function searchIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch(OPTIONS);
  index.addAll(entries.map((entry) => ({ ...entry, excerpt: excerptOf(entry.text) })));
  return JSON.stringify(index);
}

export interface SiteSearch {
  /** The best first, at most `limit`; all words must occur, and where nothing has them all, any of them. */
  find(query: string, limit?: number): FoundEntry[];
}

/** @param index what {@link searchIndex} made */
export function openSearch(index: string): SiteSearch {
  const search = MiniSearch.loadJSON(index, OPTIONS);
  return {
    find: (query, limit = 20) => {
      const strict = search.search(query);
      const found = strict.length > 0 ? strict : search.search(query, { combineWith: "OR" });
      return found.slice(0, limit).map(({ id, title, place, excerpt }) => ({ id, title, place, excerpt }));
    },
  };
}

function excerptOf(text: string): string {
  if (text.length <= EXCERPT) return text;
  return `${text.slice(0, EXCERPT).replace(/\s+\S*$/, "")} …`;
}
