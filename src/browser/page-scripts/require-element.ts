/** Returns an element that the script's page always has. @throws Error if it is missing */
export function requireElement<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const element = document.querySelector<Found>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}
