/**
 * The state: a line of text as the page has it, and a list once the regions of the chosen country have come. The two never
 * change places while the field has the focus, nor where the list does not have what was typed.
 */
import { part } from "../part.ts";
import { regionsOf } from "./country-codes.ts";
import { fieldNamed, fillList, showHint } from "./fields.ts";

export interface StateField {
  /** @param country its name; empty while none is chosen */
  show(country: string): void;
}

/** @param onChange called when a list has taken the place of the text, or the other way round */
export function stateField(form: HTMLFormElement, onChange: () => void): StateField {
  const text = fieldNamed(form, "state") as HTMLInputElement;
  const suggestions = part<HTMLDataListElement>("datalist", form);
  const list = listLike(text);
  let shown = "";
  let names: readonly string[] = [];

  function showText(): void {
    if (list.isConnected) {
      text.value = list.value;
      list.replaceWith(text);
    }
    text.disabled = false;
    showHint(form, "state", null);
  }

  function showList(): void {
    const typed = text.value.trim().toLowerCase();
    const match = names.find((name) => name.toLowerCase() === typed);
    if (!text.isConnected || names.length === 0 || document.activeElement === text || (typed && !match))
      return;
    fillList(
      list,
      names.map((name) => ({ value: name, text: name })),
    );
    list.value = match ?? "";
    text.replaceWith(list);
    showHint(form, "state", null);
    onChange();
  }

  function showNone(country: string): void {
    showHint(form, "state", `No state is needed for ${country}.`);
    text.disabled = text.value === "";
  }

  async function load(country: string): Promise<void> {
    const found = await regionsOf(country).catch(() => null);
    if (country !== shown) return;
    if (!found) return showHint(form, "state", "The list could not be loaded. Type your state.");
    names = found;
    suggestions.replaceChildren(...names.map((name) => new Option("", name)));
    if (names.length === 0) return showNone(country);
    showHint(form, "state", null);
    showList();
  }

  text.addEventListener("blur", () => queueMicrotask(showList));
  return {
    show(country) {
      if (country === shown) return;
      shown = country;
      names = [];
      showText();
      if (country) void load(country);
    },
  };
}

/** An empty list in the place of a line of text. */
function listLike(text: HTMLInputElement): HTMLSelectElement {
  const list = document.createElement("select");
  for (const name of ["id", "name", "class", "autocomplete", "aria-describedby"]) {
    list.setAttribute(name, text.getAttribute(name) ?? "");
  }
  list.add(new Option("-Select-", ""));
  return list;
}
