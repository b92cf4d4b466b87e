// What every Chromium of the tests and measurements is started with.

/** As root it cannot have its sandbox. A full browser's requests to its maker are switched off: no page has made them. */
export const SWITCHES = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autofill-server-url=http://localhost:9/",
  // Replaces Playwright's own list, of which the first four are what a page could notice. The last two draw a full
  // browser's address bar, again for every page and with half of all its work.
  `--disable-features=${[
    "AvoidCorsURLLoaderRestartOnRedirect",
    "HttpsUpgrades",
    "PaintHolding",
    "Translate",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
  ].join(",")}`,
];
