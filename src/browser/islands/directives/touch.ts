import type { ClientDirective } from "astro";

const TOUCHES = ["pointerdown", "focusin", "keydown", "input"];

/**
 * `client:touch="name"`: loads and hydrates the island at the first touch, focus or key inside its form, or at the event `name`
 * on `window`; after a failure, at the next. Until then its form is plain HTML.
 */
const touch: ClientDirective = (load, options, element) => {
  const form = element.querySelector("form") ?? element;

  async function hydrateIsland(): Promise<void> {
    const hydrate = await load();
    await hydrate();
    if (element.hasAttribute("ssr")) listen();
  }

  function listen(): void {
    const listening = new AbortController();
    const { signal } = listening;
    const start = () => {
      listening.abort();
      void hydrateIsland();
    };
    for (const type of TOUCHES) form.addEventListener(type, start, { signal, passive: true });
    addEventListener(String(options.value), start, { signal });
  }

  listen();
  // Somebody has started before the end of the page was there.
  if (form.contains(document.activeElement)) form.dispatchEvent(new Event("focusin"));
};

export default touch;
