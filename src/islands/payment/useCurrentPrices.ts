import { useEffect, useRef } from "react";

interface Visit extends PerformanceNavigationTiming {
  /** Where the page came from, in browsers that tell: empty for the network. */
  readonly deliveryType?: string;
}

/**
 * Nobody is to pay a price that is no longer asked. A page may come from what the browser kept of it, by Back or because
 * a pointer lay on its link some minutes before, and the browser then asks nobody whether it is still the same: this
 * asks, and loads the page anew where the site gives its islands other facts by now.
 * @param isBusy whether a payment is under way or told of, which is not to be taken away
 */
export function useCurrentPrices(isBusy: boolean): void {
  const busy = useRef(isBusy);
  useEffect(() => {
    busy.current = isBusy;
  }, [isBusy]);

  useEffect(() => {
    const check = async () => {
      if ((await isOutdated()) && !busy.current) location.reload();
    };
    const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && check());
    const [visit] = performance.getEntriesByType("navigation") as Visit[];
    if (visit?.type === "back_forward" || visit?.deliveryType) void check();
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
}

async function isOutdated(): Promise<boolean> {
  // A saved copy says so itself, and cannot be paid by.
  if ("saved" in document.documentElement.dataset) return false;
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (!answer.ok) return false;
    const current = new DOMParser().parseFromString(await answer.text(), "text/html");
    return givenTo(current) !== givenTo(document);
  } catch {
    // Without a network nothing can be paid, either.
    return false;
  }
}

/** What the page gave its islands, prices among it: it stays as it is while they are used. */
function givenTo(page: Document): string {
  return Array.from(page.querySelectorAll("astro-island"), (island) => island.getAttribute("props")).join();
}
