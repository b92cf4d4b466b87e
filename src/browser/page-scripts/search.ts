/**
 * Search as you type. The query is in the link, so that Back returns to the results; it is never sent to a
 * server.
 */
import { openSearch, type SearchResult } from "~/domain/search/search-options.ts";
import { requireElement } from "./require-element.ts";

const INDEX_PATH = "/search-index.json";
const field = requireElement<HTMLInputElement>("[data-search] input");
const status = requireElement("[data-search-status]");
const list = requireElement("[data-search-results]");

let opening: ReturnType<typeof load> | undefined;

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
    opening ??= load();
    const results = (await opening)(query);
    // The visitor has typed more in the meantime.
    if (query !== field.value.trim()) return;
    status.textContent =
      results.length === 0
        ? `Nothing found for "${query}". Try another word.`
        : `${results.length} found for "${query}".`;
    list.replaceChildren(...results.map(resultItem));
    history.replaceState(null, "", `?${new URLSearchParams({ q: query })}`);
  } catch {
    opening = undefined;
    status.textContent = "Search didn't load. Check your connection and type again.";
  }
}

async function load() {
  const response = await fetch(INDEX_PATH);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return openSearch(await response.text());
}

function resultItem({ id, title, place, excerpt }: SearchResult): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.className = "link";
  link.href = id;
  link.textContent = title;
  item.append(link, paragraph("found-place", place), paragraph("found-excerpt", excerpt));
  return item;
}

function paragraph(className: string, text: string): HTMLElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}
