/**
 * Shows the notice 500 ms after the page has loaded; once closed, it stays closed until the visitor's tab is. It never
 * stands in the way of somebody whose payment is not settled.
 */

const DELAY_MS = 500;
const KEY = "closing-notice";
const CLOSED = "closed";

const notice = document.querySelector<HTMLDialogElement>("[data-closing-notice]");

if (notice && !wasClosed()) {
  notice.addEventListener("close", rememberClosed);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && notice.open) notice.close();
  });
  // Not show(): that would take the focus from whoever has begun to read or type.
  const show = () => {
    if (!document.querySelector("[data-unsettled]:not([hidden])")) notice.open = true;
  };
  const showSoon = () => setTimeout(show, DELAY_MS);
  if (document.readyState === "complete") showSoon();
  else addEventListener("load", showSoon, { once: true });
}

function wasClosed(): boolean {
  try {
    return sessionStorage.getItem(KEY) === CLOSED;
  } catch {
    return false;
  }
}

function rememberClosed(): void {
  try {
    sessionStorage.setItem(KEY, CLOSED);
  } catch {
    // Without storage the notice comes again with the next page load.
  }
}
