/**
 * Shows the closing notice 500 ms after the page has loaded; once closed, it stays closed for the tab's session. It is not
 * shown over the notice of an unresolved payment.
 */

import { readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";

const DELAY_MS = 500;
const KEY = "closing-notice";

const notice = document.querySelector<HTMLDialogElement>("[data-closing-notice]");

if (notice && "close" in notice && !readStorage("sessionStorage", KEY)) {
  let previousFocus: EventTarget | null = null;
  notice.addEventListener("focusin", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && notice.contains(relatedTarget))) previousFocus = relatedTarget;
  });
  notice.addEventListener("close", () => {
    // With blocked storage the notice is shown on the next page again.
    writeStorage("sessionStorage", KEY, "closed");
    const { activeElement } = document;
    const isFocusLost = activeElement === document.body || notice.contains(activeElement);
    if (isFocusLost && previousFocus instanceof HTMLElement) previousFocus.focus();
  });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") notice.close();
  });
  // Not show(), which would move the focus away from where the visitor reads or types.
  const showNotice = () =>
    notice.toggleAttribute("open", !document.querySelector("[data-unresolved]:not([hidden])"));
  addEventListener("load", () => setTimeout(showNotice, DELAY_MS));
}
