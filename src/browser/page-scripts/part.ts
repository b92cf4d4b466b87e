/** An element of the page. @throws Error when there is none */
export function part<Kind extends Element = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Kind {
  const element = root.querySelector<Kind>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}

/** Writes a text where it is another one: what is read out when it changes stays silent while it is the same. */
export function writeText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The same, and hides the element while there is nothing to say. */
export function showText(element: HTMLElement, text: string | null): void {
  writeText(element, text ?? "");
  element.hidden = !text;
}
