import type { ClientDirective } from "astro";
import { HYDRATED_EVENT } from "./hydration.ts";

/**
 * What a visitor's touch or key sets off. React answers most of it by hydrating at once, in one piece, whatever was
 * touched, and spends milliseconds on the rest for nothing.
 */
const ACTS = [
  ...["pointerdown", "pointerup", "pointercancel", "pointerover", "pointerout", "pointermove"],
  ...["gotpointercapture", "lostpointercapture", "touchstart", "touchmove", "touchend", "touchcancel"],
  ...["mousedown", "mouseup", "mouseover", "mouseout", "mousemove", "click", "auxclick", "dblclick"],
  ...["contextmenu", "keydown", "keypress", "keyup", "focusin", "focusout", "dragenter", "copy", "paste"],
];

/**
 * `client:undisturbed`: the island is hydrated as soon as its code is there, a few milliseconds at a time, and hears
 * nothing until it has told that it is done. For an island that is large and takes no input before: on a slow phone a
 * touch would otherwise wait for the whole of it.
 */
const undisturbed: ClientDirective = async (load, _options, element) => {
  const waiting = new AbortController();
  const { signal } = waiting;
  const withhold = (event: Event) => event.stopImmediatePropagation();
  for (const type of ACTS) element.addEventListener(type, withhold, { capture: true, passive: true, signal });
  element.addEventListener(HYDRATED_EVENT, () => waiting.abort(), { signal });
  try {
    fetchAtOnce(element.dataset.scripts?.split(" ") ?? []);
    const hydrate = await load();
    await hydrate();
  } catch (error) {
    waiting.abort();
    throw error;
  }
};

/**
 * Asks for all scripts at once, where a browser would learn of each only from the one before, and so has them run one by
 * one as they come.
 * @param scripts addresses, each after those it needs
 */
function fetchAtOnce(scripts: readonly string[]): void {
  for (const script of scripts) {
    import(/* @vite-ignore */ script).catch(() => {
      // The island itself will miss it, and say so.
    });
  }
}

export default undisturbed;
