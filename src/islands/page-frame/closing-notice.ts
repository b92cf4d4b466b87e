/**
 * Shows the notice 500 ms after the page has loaded; once closed, it stays closed until the visitor's tab is. It never
 * stands in the way of somebody whose payment is not settled.
 */

import { keep, readKept } from "~/stores/browser-storage.ts";

const DELAY_MS = 500;
const KEY = "closing-notice";

const notice = document.querySelector<HTMLDialogElement>("[data-closing-notice]");

if (notice && !readKept("sessionStorage", KEY)) {
  let cameFrom: EventTarget | null = null;
  notice.addEventListener("focusin", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && notice.contains(relatedTarget))) cameFrom = relatedTarget;
  });
  notice.addEventListener("close", () => {
    // Without storage the notice comes again with the next page load.
    keep("sessionStorage", KEY, "closed");
    const { activeElement } = document;
    const isLost = activeElement === document.body || notice.contains(activeElement);
    if (isLost && cameFrom instanceof HTMLElement) cameFrom.focus();
  });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") notice.close();
  });
  // Not show(): that would take the focus from whoever has begun to read or type.
  const show = () =>
    notice.toggleAttribute("open", !document.querySelector("[data-unsettled]:not([hidden])"));
  addEventListener("load", () => setTimeout(show, DELAY_MS));
}
