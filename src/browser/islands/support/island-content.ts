interface Content {
  /** The form that React takes over, and that holds what is typed. */
  readonly form: HTMLFormElement;
  /** The island as the page had it. */
  readonly copy: DocumentFragment;
}

const FORM = "form[action]";
const contents = new WeakMap<Element, Content>();

/** Keeps a copy of an island that has a form which posts by itself, before React takes it over. */
export function keepContent(island: Element): void {
  const form = island.querySelector<HTMLFormElement>(FORM);
  if (!form) return;
  const copy = document.createDocumentFragment();
  copy.append(...Array.from(island.children, (child) => child.cloneNode(true)));
  contents.set(island, { form, copy });
}

/**
 * Returns the copy of an island with what has been typed into its form; `null` if it has no form that posts
 * by itself.
 */
export function takeContent(island: Element): DocumentFragment | null {
  const content = contents.get(island);
  if (!content) return null;
  const form = content.copy.querySelector<HTMLFormElement>(FORM);
  if (form) copyFields(content.form, form);
  // The page's first script waits for React.
  form?.querySelector("[aria-disabled]")?.removeAttribute("aria-disabled");
  return content.copy;
}

function copyFields(from: HTMLFormElement, to: HTMLFormElement): void {
  const typed = new FormData(from);
  for (const field of to.elements) {
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type))
      field.checked = typed.getAll(field.name).includes(field.value);
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = String(typed.get(field.name) ?? field.value);
  }
}
