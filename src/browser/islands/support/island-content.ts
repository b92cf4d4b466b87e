interface Content {
  /** The form that React hydrates, which holds what is typed. */
  readonly form: HTMLFormElement;
  /** The island's elements as the page had them. */
  readonly copy: DocumentFragment;
}

const FORM = "form[action]";
const contents = new WeakMap<Element, Content>();

/** Copies an island that has a form which posts by itself, before React hydrates it. */
export function keepContent(island: Element): void {
  const form = island.querySelector<HTMLFormElement>(FORM);
  if (!form) return;
  const copy = document.createDocumentFragment();
  copy.append(...Array.from(island.children, (child) => child.cloneNode(true)));
  contents.set(island, { form, copy });
}

/** Returns an island's copy with the values of its form; `null` if it has no form that posts by itself. */
export function takeContent(island: Element): DocumentFragment | null {
  const content = contents.get(island);
  if (!content) return null;
  const form = content.copy.querySelector<HTMLFormElement>(FORM);
  if (form) copyFields(content.form, form);
  // The page's inline script disables the button until hydration.
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
