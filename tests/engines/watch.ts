/** Where the page finds the script that watches it; the line between browser and site serves it. */
export const WATCH_PATH = "/watched-by-the-tests.js";
/** Where that script reports what it saw; the line takes it. */
export const REPORT_PATH = "/seen-by-the-tests";

/** Reports what a browser writes to its console as an error: WebKit's driver has no way to read it there. */
export const WATCH = `(() => {
  const report = (text) => navigator.sendBeacon("${REPORT_PATH}", text);
  addEventListener("error", ({ message, error }) => report("error: " + (error ? error.stack : message)));
  addEventListener("unhandledrejection", ({ reason }) => report("error: " + reason));
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    report("Content Security Policy: " + effectiveDirective + " refused " + blockedURI));
  const { error } = console;
  console.error = (...words) => { report("console: " + words.join(" ")); error.apply(console, words); };
})();`;

/** The page with the script before any of its own; its policy allows it as one of the site's own files. */
export function withWatch(html: string): string {
  return html.replace(/<head[^>]*>/, (head) => `${head}<script src="${WATCH_PATH}"></script>`);
}
