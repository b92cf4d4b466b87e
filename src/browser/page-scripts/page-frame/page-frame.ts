/** The script of every page: menu, banner, prices and location. Each of its bytes counts. */

import "./prices.ts";
import { EARLIER_PAYMENT_EVENT, ISLAND_EVENT } from "~/browser/events.ts";
import { saveAttributionOfLink } from "~/browser/stores/attribution.ts";
import { keysBelow, OUTBOX_KEY, readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import { syncRootAttributes } from "~/browser/stores/currency.ts";
import { lookUpLocation } from "~/browser/stores/location.ts";

const findElement = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);

syncRootAttributes(document.documentElement);
saveAttributionOfLink();
void lookUpLocation(import.meta.env.PUBLIC_LOCATION_ENDPOINT || "/json");

/*
 * Puts an island's own texts back before React hydrates it. Page translation changes them, in Chrome by
 * replacing each with a <font> element. React would then render the whole island again and lose what was
 * typed. The translator finds the new texts.
 */
const isTranslated = ({ nodeName }: Node) => nodeName === "FONT";

for (const island of document.querySelectorAll("astro-island[ssr]")) {
  const texts = textsIn(island).map(({ textContent }) => textContent ?? "");
  island.addEventListener(ISLAND_EVENT, () => {
    const nodes = textsIn(island);
    if (nodes.length !== texts.length) return;
    nodes.forEach((node, index) => {
      const text = texts[index] ?? "";
      if (isTranslated(node) || node.textContent !== text) node.replaceWith(text);
    });
  });
}

/** Returns the texts below a node, and the elements by which a translation has replaced texts. */
function textsIn(node: Node): ChildNode[] {
  return [...node.childNodes].flatMap((child) =>
    child.nodeName === "#text" || isTranslated(child) ? [child] : textsIn(child),
  );
}

const menu = findElement<HTMLButtonElement>("[aria-controls=bar-links]");
const links = findElement("#bar-links");
const enroll = findElement(".bar-enroll-now");
menu?.addEventListener("click", () => setMenu(menu.getAttribute("aria-expanded") !== "true"));
links?.addEventListener("click", (event) => {
  if ((event.target as Element).closest("a")) setMenu(false);
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu?.getAttribute("aria-expanded") === "true") {
    setMenu(false);
    menu.focus();
  }
});

function setMenu(isOpen: boolean): void {
  menu?.setAttribute("aria-expanded", String(isOpen));
  links?.classList.toggle("is-open", isOpen);
  // Three lines, or a cross.
  menu?.querySelector("path")?.setAttribute("d", isOpen ? "M5 5l14 14M19 5L5 19" : "M4 7h16M4 12h16M4 17h16");
  // The open menu has an Enroll of its own.
  if (enroll) enroll.style.visibility = isOpen ? "hidden" : "";
}

const banner = findElement("[data-banner]");
const pause = findElement<HTMLButtonElement>("[data-banner-pause]");
pause?.addEventListener("click", () => {
  pause.setAttribute("aria-pressed", String(banner?.classList.toggle("is-paused") ?? false));
});

/*
 * Shows the closing notice 500 ms after the page has loaded; once closed, it stays closed for the tab's
 * session. It is not shown over the notice of an unresolved payment.
 */
const NOTICE_DELAY_MS = 500;
const NOTICE_KEY = "closing-notice";

const notice = findElement<HTMLDialogElement>("[data-closing-notice]");

if (notice && "close" in notice && !readStorage("sessionStorage", NOTICE_KEY)) {
  let previousFocus: EventTarget | null = null;
  notice.addEventListener("focusin", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && notice.contains(relatedTarget))) previousFocus = relatedTarget;
  });
  notice.addEventListener("close", () => {
    // With blocked storage the notice is shown on the next page again.
    writeStorage("sessionStorage", NOTICE_KEY, "closed");
    const { activeElement } = document;
    const isFocusLost = activeElement === document.body || notice.contains(activeElement);
    if (isFocusLost && previousFocus instanceof HTMLElement) previousFocus.focus();
  });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") notice.close();
  });
  // show() would move the focus away from where the visitor reads or types.
  const showNotice = () => notice.toggleAttribute("open", !findElement("[data-unresolved]:not([hidden])"));
  addEventListener("load", () => setTimeout(showNotice, NOTICE_DELAY_MS));
}

flushStorage();
addEventListener("online", flushStorage);

function showTuition(): void {
  dispatchEvent(new Event(EARLIER_PAYMENT_EVENT));
}

/** Handles an earlier visit's entries in storage. Without any, no code is loaded. */
function flushStorage(): void {
  if (keysBelow(OUTBOX_KEY).length === 0) return;
  import("../flush-earlier-visit.ts")
    .then((code) => code.flushEarlierVisit(showTuition))
    .catch(() => {
      // The code did not load: the next page tries again.
    });
}

openTarget();
addEventListener("hashchange", openTarget);

/** Opens the <details> of the address's hash and those around it: /Faqs#faq-3, /course/advanced#week-5. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.matches("details")) return;
  for (let section = target.closest("details"); section; ) {
    section.open = true;
    section = section.parentElement?.closest("details") ?? null;
  }
  target.scrollIntoView();
}

interface Navigation extends PerformanceNavigationTiming {
  /** Empty for the network; e.g. "cache" or "navigational-prefetch". Not in every browser. */
  readonly deliveryType?: string;
}

/*
 * Reloads stale prices on a page that came from the bfcache, the HTTP cache or a prefetch: the browser does
 * not revalidate such a page, and it must not show a price that has changed.
 */
addEventListener("pageshow", ({ persisted }) => {
  const [navigation] = performance.getEntriesByType("navigation") as Navigation[];
  const isCached = persisted || navigation?.type === "back_forward" || navigation?.deliveryType;
  // The service worker's saved copy has its own notice, and does not take payments.
  if (isCached && !("saved" in document.documentElement.dataset)) {
    import("../reload-stale-prices.ts")
      .then((code) => code.reloadIfPricesChanged())
      .catch(() => {
        // Without a network nothing can be paid.
      });
  }
});

// Loads after-first-interaction.ts on the first interaction or after half a minute, but not while the page
// is rendered.
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
    // Browsers also fire pointermove for a pointer that rests where a page was opened.
    if (type === "pointermove" && !movementX && !movementY) return;
    listening.abort();
    callback();
  };
  const options = { passive: true, signal: listening.signal };
  for (const type of INTERACTIONS) addEventListener(type, onEvent, options);
}
