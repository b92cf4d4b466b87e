/**
 * Inline scripts that run while a page is parsed, before its first paint. The build puts each function's
 * minified text into the page, so a function refers to nothing outside itself and uses no syntax that older
 * browsers cannot parse. Pages' policies allow them by their hashes.
 */

function inlineScript(run: () => void): string {
  return `(${run})()`;
}

/**
 * Writes currency and country to <html>, so that a returning visitor never sees the other currency flash,
 * and stores the choice of a ?currency= link. On a page whose build has set data-dollars to "abroad", a
 * visitor in Nigeria gets data-dollars "none" and the currency naira. It repeats the rules of
 * domain/location; a test compares the two.
 */
function showCurrency(): void {
  const { dataset } = document.documentElement;
  let choice = "";
  let country: unknown;
  try {
    const link = /[?&]currency=(ngn|usd)(?:&|$)/i.exec(location.search);
    choice = String(link ? link[1] : localStorage.getItem("currency")).toLowerCase();
    if (link) localStorage.setItem("currency", choice);
  } catch {
    // Storage is blocked: the link's choice counts on this page.
  }
  try {
    country = JSON.parse(String(localStorage.getItem("location"))).country_name;
  } catch {
    // Storage is blocked, or holds something else.
  }
  if (dataset.dollars && country === "Nigeria") {
    dataset.dollars = "none";
    choice = "ngn";
  }
  const isChosen = choice === "ngn" || choice === "usd";
  const currencyOfCountry = country === "Nigeria" ? "ngn" : "usd";
  dataset.currency = isChosen ? choice : currencyOfCountry;
  dataset.country = typeof country === "string" ? country : "";
}

/** Moves an enrolment's link from the address to <html>, before other scripts can read it. */
function takeLink(): void {
  // `hasLink` of domain/enrolment/enrolment-key.ts has the same expression; a script in the page imports nothing.
  const linkStart = /enr[^a-z]/i;
  const { search, hash, pathname } = location;
  if (!linkStart.test(search + hash)) return;
  document.documentElement.dataset.enrolmentLink = search + hash;
  history.replaceState(null, "", pathname + (linkStart.test(search) ? "" : search));
}

/**
 * Opens a link in the path of an unknown address, such as "/My-enrolment%23ENR-…", whose number sign a mail
 * program has encoded. The desk's addresses also have an enrolment's id, and are left alone.
 */
function findLink(): void {
  const link = /^\/(?!desk\/|prod\/).*?(enr[^a-z].*)/i.exec(location.pathname);
  if (!link) return;
  const page = /^\/sponsor/i.test(location.pathname) ? "/Sponsor" : "/My-enrolment";
  history.replaceState(null, "", `${page}#${link[1]}`);
  location.reload();
}

/** Marks <html> if this browser keeps an enrolment's key, so that the form for a new link does not flash up first. */
function findEnrolment(): void {
  try {
    const isKept = Object.keys(localStorage).some((key) => /^enrolments\//.test(key));
    if (isKept) document.documentElement.dataset.enrolmentKnown = "";
  } catch {
    // Storage is blocked: no key is kept.
  }
}

export const CURRENCY_SCRIPT = inlineScript(showCurrency);
export const TAKE_LINK_SCRIPT = inlineScript(takeLink);
export const FIND_LINK_SCRIPT = inlineScript(findLink);
export const FIND_ENROLMENT_SCRIPT = inlineScript(findEnrolment);
