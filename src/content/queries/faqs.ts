import { getCollection, render } from "astro:content";

/** The questions in the editor's order, each with the component that renders its answer. */
export async function getFaqs() {
  const entries = (await getCollection("faqs")).sort((a, b) => a.data.order - b.data.order);
  return Promise.all(
    entries.map(async (entry) => ({ ...entry.data, Answer: (await render(entry)).Content })),
  );
}
