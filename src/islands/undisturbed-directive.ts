import type { ClientDirective } from "astro";
import { HYDRATED_EVENT } from "./hydration.ts";

/** What React answers by hydrating at once, in one piece, whatever the visitor touched. */
const URGENT = [
  ...["pointerdown", "pointerup", "pointercancel", "pointerover", "touchstart", "touchend", "touchcancel"],
  ...["mousedown", "mouseup", "mouseover", "click", "auxclick", "dblclick", "contextmenu"],
  ...["keydown", "keypress", "keyup", "focusin", "dragenter", "copy", "paste"],
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
  for (const type of URGENT)
    element.addEventListener(type, withhold, { capture: true, passive: true, signal });
  element.addEventListener(HYDRATED_EVENT, () => waiting.abort(), { signal });
  try {
    const hydrate = await load();
    await hydrate();
  } catch (error) {
    waiting.abort();
    throw error;
  }
};

export default undisturbed;
