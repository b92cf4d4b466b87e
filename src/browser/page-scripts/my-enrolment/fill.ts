/** What a part of the page says and shows, by the names in its markup. */
export interface Shown {
  /** By `data-text`. */
  readonly texts: Readonly<Record<string, string>>;
  /** By `data-show`. */
  readonly flags: Readonly<Record<string, boolean>>;
}

/** Writes texts as text, and hides what is not to be seen; what neither names is left as it is. */
export function fill(root: ParentNode, { texts, flags }: Shown): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-text]")) {
    const text = texts[element.dataset.text ?? ""];
    if (text !== undefined) element.textContent = text;
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-show]")) {
    const isShown = flags[element.dataset.show ?? ""];
    if (isShown !== undefined) element.hidden = !isShown;
  }
}

/** A copy of what a template holds. @throws Error when the page has no such template */
export function copyOf(selector: string): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>(selector);
  if (!template) throw new Error(`The page has no ${selector}.`);
  return template.content.cloneNode(true) as DocumentFragment;
}
