/** What is looked for on a page: XPath, which both Playwright and WebDriver understand. */
export type Place = string;

/** Someone who uses the site in one engine. What they do waits until it can be done, and fails when that takes too long. */
export interface Visitor {
  /** @param path of a page of the site under test */
  open(path: string): Promise<void>;
  /** Waits until one of what is found can be seen. */
  see(place: Place): Promise<void>;
  /** Waits until nothing of what is found can be seen. */
  miss(place: Place): Promise<void>;
  press(place: Place): Promise<void>;
  type(place: Place, text: string): Promise<void>;
  /** @param option its text; a number counts from 0 */
  choose(place: Place, option: string | number): Promise<void>;
  /** Presses a key wherever the focus is. */
  key(name: "Tab" | "Escape"): Promise<void>;
  /** Does what follows in a frame of the page, and comes back. */
  inFrame(place: Place, act: () => Promise<void>): Promise<void>;
  /** @param script body of an async function in the page @returns what it returns, as JSON has it */
  ask<Answer>(script: string): Promise<Answer>;
}

/** How things on a page are found: by what they are and what they are called, as a visitor would say it. */
export const named = {
  button: (name: string): Place => `//button[normalize-space()="${name}" or @aria-label="${name}"]`,
  link: (name: string): Place => `//a[normalize-space()="${name}" or @aria-label="${name}"]`,
  field: (label: string): Place => `//*[@id=//label[normalize-space()="${label}"]/@for]`,
  tick: (beginning: string): Place => `//*[@id=//label[starts-with(normalize-space(), "${beginning}")]/@for]`,
  heading: (text: string): Place => `//*[self::h1 or self::h2][normalize-space()="${text}"]`,
  dialog: (title: string): Place => `//dialog[@open][.//h2[normalize-space()="${title}"]]`,
  alert: (text: string): Place => `//*[@role="alert"][normalize-space()="${text}"]`,
  text: (part: string): Place => `//main//*[contains(normalize-space(), "${part}")]`,
};

/** Whether the focus is on the first that is found, or on something in it. */
export function hasFocus(visitor: Visitor, place: Place): Promise<boolean> {
  return visitor.ask(
    `const found = document.evaluate(${JSON.stringify(place)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE);
    return found.singleNodeValue?.contains(document.activeElement) ?? false;`,
  );
}
