import tokens from "./tokens.css?raw";

/** The colours of tokens.css by name, for pictures that are drawn at build time, and for tests. */
export type Colours = Readonly<Record<string, string>>;

const [light = "", dark = ""] = tokens.split("@media screen and (prefers-color-scheme: dark)");

function coloursIn(css: string): Colours {
  return Object.fromEntries(
    [...css.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

export const lightColours: Colours = coloursIn(light);
export const darkColours: Colours = { ...lightColours, ...coloursIn(dark) };

/** Returns the value of a colour token. @throws Error if tokens.css has no colour of that name */
export function colourNamed(name: string, colours: Colours = lightColours): string {
  const value = colours[name];
  if (!value) throw new Error(`tokens.css has no colour named ${name}.`);
  return value;
}
