/** A schema.org thing as JSON-LD. Its addresses are absolute. */
export interface Thing {
  /** E.g. "Course". */
  readonly "@type": string;
  /** The same on every page with the same thing. */
  readonly "@id"?: string;
  readonly [property: string]: Value | undefined;
}

export type Value = string | number | Thing | { readonly "@id": string } | readonly Value[];

/** The content of a `<script type="application/ld+json">`, with `<` escaped so that nothing ends the element. */
export function toJsonLd(things: readonly Thing[]): string {
  const [first, ...others] = things;
  const content = others.length === 0 ? first : { "@graph": things };
  return JSON.stringify({ "@context": "https://schema.org", ...content }).replaceAll("<", "\\u003c");
}
