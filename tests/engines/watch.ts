/** Where the page finds the script that watches it; the line between browser and site serves it. */
export const WATCH_PATH = "/watched-by-the-tests.js";
/** Where that script tells what it saw; the line takes it. */
export const REPORT_PATH = "/seen-by-the-tests";

/** Tells of what a browser writes to its console as an error: WebKit's driver has no way to read it there. */
export const WATCH = `(() => {
  const tell = (text) => navigator.sendBeacon("${REPORT_PATH}", text);
  addEventListener("error", ({ message, error }) => tell("error: " + (error ? error.stack : message)));
  addEventListener("unhandledrejection", ({ reason }) => tell("error: " + reason));
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    tell("Content Security Policy: " + effectiveDirective + " refused " + blockedURI));
  const { error } = console;
  console.error = (...words) => { tell("console: " + words.join(" ")); error.apply(console, words); };
})();`;

/** The page with the script before any of its own; its policy allows it as one of the site's own files. */
export function withWatch(html: string): string {
  return html.replace(/<head[^>]*>/, (head) => `${head}<script src="${WATCH_PATH}"></script>`);
}
