/**
 * Puts an island's own texts back before React takes it over. Page translation replaces each of them by a <font> element, and
 * React would draw the whole island anew, without what was typed. Its translation then follows, as that of any new text.
 */
import { ISLAND_EVENT } from "~/domain/hosting.ts";

const isTranslated = ({ nodeName }: Node) => nodeName === "FONT";

for (const island of document.querySelectorAll("astro-island[ssr]")) {
  const texts = textsIn(island).map(({ textContent }) => textContent ?? "");
  island.addEventListener(ISLAND_EVENT, () => {
    const nodes = textsIn(island);
    if (nodes.length !== texts.length) return;
    nodes.forEach((node, index) => {
      if (isTranslated(node)) node.replaceWith(texts[index] ?? "");
    });
  });
}

/** The texts below a node, and the elements that a translation has put in their place. */
function textsIn(node: Node): ChildNode[] {
  return [...node.childNodes].flatMap((child) =>
    child instanceof Text || isTranslated(child) ? [child] : textsIn(child),
  );
}
