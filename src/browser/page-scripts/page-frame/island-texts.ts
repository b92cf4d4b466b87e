/**
 * Puts an island's own texts back before React takes it over. Page translation changes them, Chrome's by a <font> element in the
 * place of each, and React would draw the whole island anew, without what was typed. The translator then finds new texts.
 */
import { ISLAND_EVENT } from "~/browser/events.ts";

const isTranslated = ({ nodeName }: Node) => nodeName === "FONT";

for (const island of document.querySelectorAll("astro-island[ssr]")) {
  const texts = textsIn(island).map(({ textContent }) => textContent ?? "");
  island.addEventListener(ISLAND_EVENT, () => {
    const nodes = textsIn(island);
    if (nodes.length !== texts.length) return;
    nodes.forEach((node, index) => {
      const text = texts[index] ?? "";
      if (isTranslated(node) || node.textContent !== text) node.replaceWith(text);
    });
  });
}

/** The texts below a node, and the elements that a translation has put in their place. */
function textsIn(node: Node): ChildNode[] {
  return [...node.childNodes].flatMap((child) =>
    child.nodeName === "#text" || isTranslated(child) ? [child] : textsIn(child),
  );
}
