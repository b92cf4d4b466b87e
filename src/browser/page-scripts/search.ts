/**
 * Searches in the browser while the visitor types. The query is written to the address, so that Back returns
 * to the results.
 */
import { openSearch, type SearchResult } from "~/domain/search/search-options.ts";
import { requireElement } from "./require-element.ts";

const INDEX_PATH = "/search-index.json";
const field = requireElement<HTMLInputElement>("[data-search] input");
const status = requireElement("[data-search-status]");
const list = requireElement("[data-search-results]");

let loadingIndex: ReturnType<typeof loadIndex> | undefined;

field.value ||= new URLSearchParams(location.search).get("q") ?? "";
void showResults();
field.addEventListener("input", showResults);

async function showResults(): Promise<void> {
  const query = field.value.trim();
  if (query.length < 2) {
    status.textContent = "";
    list.replaceChildren();
    if (location.search) history.replaceState(null, "", location.pathname);
    return;
  }
  try {
    loadingIndex ??= loadIndex();
    const results = (await loadingIndex)(query);
    // The visitor has typed more in the meantime.
    if (query !== field.value.trim()) return;
    status.textContent =
      results.length === 0
        ? `Nothing found for "${query}". Try another word.`
        : `${results.length} found for "${query}".`;
    list.replaceChildren(...results.map(resultItem));
    history.replaceState(null, "", `?${new URLSearchParams({ q: query })}`);
  } catch {
    loadingIndex = undefined;
    status.textContent = "Search didn't load. Check your connection and type again.";
  }
}

/** Returns the function that searches the index. */
async function loadIndex() {
  const response = await fetch(INDEX_PATH);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return openSearch(await response.text());
}

function resultItem({ href, title, place, excerpt }: SearchResult): HTMLLIElement {
  const item = document.createElement("li");
  item.append(
    Object.assign(document.createElement("a"), { className: "link", href, textContent: title }),
    Object.assign(document.createElement("p"), { className: "found-place", textContent: place }),
    Object.assign(document.createElement("p"), { className: "found-excerpt", textContent: excerpt }),
  );
  return item;
}
