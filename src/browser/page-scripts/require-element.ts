/** Finds an element that the page of a script always has. @throws Error naming the selector when it is missing */
export function requireElement<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const element = document.querySelector<Found>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}
