import type { ClientDirective } from "astro";
import { HYDRATED_EVENT } from "~/browser/islands/support/hydration.ts";

/** Input events. React answers most of them by hydrating the whole island synchronously. */
const INPUT_EVENTS = [
  ...["pointerdown", "pointerup", "pointercancel", "pointerover", "pointerout", "pointermove"],
  ...["gotpointercapture", "lostpointercapture", "touchstart", "touchmove", "touchend", "touchcancel"],
  ...["mousedown", "mouseup", "mouseover", "mouseout", "mousemove", "click", "auxclick", "dblclick"],
  ...["contextmenu", "keydown", "keypress", "keyup", "focusin", "focusout", "dragenter", "copy", "paste"],
];

/**
 * `client:uninterrupted`: hydrates the island as soon as its code is loaded, in React's short time slices, and hides input
 * events from React until the island has dispatched HYDRATED_EVENT. Otherwise the first touch would interrupt concurrent
 * hydration and finish it in one long task. For a large island that takes no input before it is hydrated.
 */
const uninterrupted: ClientDirective = async (load, _options, element) => {
  const hydrating = new AbortController();
  const { signal } = hydrating;
  const hideFromReact = (event: Event) => event.stopImmediatePropagation();
  for (const type of INPUT_EVENTS) {
    element.addEventListener(type, hideFromReact, { capture: true, passive: true, signal });
  }
  element.addEventListener(HYDRATED_EVENT, () => hydrating.abort(), { signal });
  try {
    fetchInParallel(element.dataset.scripts?.split(" ") ?? []);
    const hydrate = await load();
    await hydrate();
  } catch (error) {
    hydrating.abort();
    throw error;
  }
};

/**
 * Fetches all of the island's scripts in parallel: a browser would discover each import only in the script before. Each
 * also runs as it arrives, in a task of its own.
 * @param scripts addresses, each after those it imports
 */
function fetchInParallel(scripts: readonly string[]): void {
  for (const script of scripts) {
    import(/* @vite-ignore */ script).catch(() => {
      // load() fails on the same script and reports it.
    });
  }
}

export default uninterrupted;
