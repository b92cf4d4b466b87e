import { getEntry, render } from "astro:content";

/** A text page, with the component that renders it. */
export async function getTextPage(name: "about" | "terms" | "policy") {
  const entry = await getEntry("pages", name);
  if (!entry) throw new Error(`content/pages/${name}.mdx is missing: it must exist and pass its checks.`);
  const { Content, headings } = await render(entry);
  return { ...entry.data, Content, headings };
}
