import { getEntry, render } from "astro:content";
import { requireEntry } from "./require-entry.ts";

/** A page that is mostly text, with the component that prints it. */
export async function getTextPage(name: "about" | "terms" | "policy") {
  const entry = requireEntry(await getEntry("pages", name), `content/pages/${name}.mdx`);
  const { Content, headings } = await render(entry);
  return { ...entry.data, Content, headings };
}
