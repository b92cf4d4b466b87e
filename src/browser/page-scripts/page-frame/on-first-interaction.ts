const INTERACTIONS = ["pointermove", "pointerdown", "scroll", "keydown", "focusin"];

/** Calls back once, on the visitor's first interaction with the page. */
export function onFirstInteraction(callback: () => void): void {
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
