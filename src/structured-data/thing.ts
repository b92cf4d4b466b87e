/** Something that schema.org has a word for, as JSON-LD. Addresses in it are whole: a reader has no page to start from. */
export interface Thing {
  /** Its type in schema.org's vocabulary, e.g. "Course". */
  readonly "@type": string;
  /** The same on every page that speaks of the same thing. */
  readonly "@id"?: string;
  readonly [property: string]: Value | undefined;
}

export type Value = string | number | Thing | { readonly "@id": string } | readonly Value[];

/** The content of a `<script type="application/ld+json">`; nothing in it can end the element. */
export function toJsonLd(things: readonly Thing[]): string {
  const [first, ...others] = things;
  const content = others.length === 0 ? first : { "@graph": things };
  return JSON.stringify({ "@context": "https://schema.org", ...content }).replaceAll("<", "\\u003c");
}
