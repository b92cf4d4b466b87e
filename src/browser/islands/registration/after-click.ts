/**
 * What moves the page waits until the mouse has let go: else it would come between the press and the release, and the click would
 * be lost. Touches are such presses, too.
 * @returns a function that acts now, or after the click that is under way
 */
export function afterClick(signal: AbortSignal): (act: () => void) => void {
  const options = { signal, capture: true };
  let isDown = false;
  const note = ({ type }: Event) => {
    isDown = type === "mousedown";
  };
  addEventListener("mousedown", note, options);
  addEventListener("mouseup", note, options);
  return (act) => {
    if (!isDown) return act();
    // The click itself comes next.
    addEventListener("mouseup", () => setTimeout(act), { ...options, once: true });
  };
}
