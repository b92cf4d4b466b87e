/**
 * What moves the page waits until the mouse has let go: else it would come between the press and the release, and the click would
 * be lost. Touches are such presses, too.
 * @returns a function that acts now, or after the click that is under way
 */
export function afterClick(signal: AbortSignal): (act: () => void) => void {
  let isDown = false;
  let waiting: (() => void) | null = null;
  addEventListener(
    "mousedown",
    () => {
      isDown = true;
    },
    { signal, capture: true },
  );
  addEventListener(
    "mouseup",
    () => {
      isDown = false;
      const act = waiting;
      waiting = null;
      // The click itself comes next.
      if (act) setTimeout(act);
    },
    { signal, capture: true },
  );
  return (act) => {
    if (isDown) waiting = act;
    else act();
  };
}
