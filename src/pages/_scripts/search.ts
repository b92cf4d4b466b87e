/**
 * Answers on the page while somebody types. What is looked for stands in the address, so that a result can be left and
 * come back to; it is sent to nobody.
 */
import { openSearch, type SiteSearch } from "~/search/site-search.ts";

const INDEX = "/search-index.json";
const form = document.querySelector<HTMLFormElement>("[data-search]");
const field = form?.querySelector<HTMLInputElement>("input");
const told = document.querySelector<HTMLElement>("[data-search-told]");
const list = document.querySelector<HTMLOListElement>("[data-search-found]");

let opening: Promise<SiteSearch> | undefined;

if (form && field && told && list) {
  field.value ||= new URLSearchParams(location.search).get("q") ?? "";
  void answer(field, told, list);
  field.addEventListener("input", () => void answer(field, told, list));
}

async function answer(field: HTMLInputElement, told: HTMLElement, list: HTMLOListElement): Promise<void> {
  const query = field.value.trim();
  if (query.length < 2) {
    told.textContent = "";
    list.replaceChildren();
    if (location.search) history.replaceState(null, "", location.pathname);
    return;
  }
  try {
    opening ??= load();
    const found = (await opening).find(query);
    // Meanwhile more may have been typed, which is answered by itself.
    if (query !== field.value.trim()) return;
    told.textContent =
      found.length === 0 ? `Nothing was found for "${query}".` : `${found.length} found for "${query}".`;
    list.replaceChildren(...found.map(itemOf));
    history.replaceState(null, "", `?${new URLSearchParams({ q: query })}`);
  } catch {
    opening = undefined;
    told.textContent = "The search could not be loaded. Check your connection, then type again.";
  }
}

async function load(): Promise<SiteSearch> {
  const response = await fetch(INDEX);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return openSearch(await response.text());
}

function itemOf({ id, title, place, excerpt }: ReturnType<SiteSearch["find"]>[number]): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.className = "link";
  link.href = id;
  link.textContent = title;
  item.append(link, part("found-place", place), part("found-excerpt", excerpt));
  return item;
}

function part(className: string, words: string): HTMLElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = words;
  return element;
}
