/** Loads after-first-interaction.ts on the first interaction, or after half a minute: never while the page is rendered. */
const IDLE_MS = 30_000;
const INTERACTIONS = ["pointermove", "pointerdown", "scroll", "keydown", "focusin"];

addEventListener("load", () => {
  const load = () =>
    void import("../after-first-interaction.ts").catch(() => {
      // The network is gone: the next page tries again.
    });
  onFirstInteraction(load);
  setTimeout(load, IDLE_MS);
});

/** Calls back once, on the visitor's first interaction with the page. */
function onFirstInteraction(callback: () => void): void {
  const listening = new AbortController();
  const onEvent = ({ type, movementX, movementY }: Event & Partial<PointerEvent>) => {
    // Browsers also fire it for a pointer that rests where a page was opened.
    if (type === "pointermove" && !movementX && !movementY) return;
    listening.abort();
    callback();
  };
  for (const type of INTERACTIONS)
    addEventListener(type, onEvent, { passive: true, signal: listening.signal });
}
