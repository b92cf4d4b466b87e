import type { ClientDirective } from "astro";

const TOUCHES = ["pointerdown", "focusin", "keydown", "input"];

/**
 * `client:touch="name"` hydrates the island at the first touch, focus or key inside its form, or at the event
 * `name` on `window`. After a failure the next of them tries again. Until then the form is plain HTML.
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
  // The visitor may have started to type before this script ran.
  if (form.contains(document.activeElement)) form.dispatchEvent(new Event("focusin"));
};

export default touch;
