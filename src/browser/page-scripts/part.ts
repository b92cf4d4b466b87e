/** An element of the page. @throws Error when there is none */
export function part<Kind extends Element = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Kind {
  const element = root.querySelector<Kind>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}
