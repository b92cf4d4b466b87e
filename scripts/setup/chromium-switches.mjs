// What every Chromium of the tests and measurements is started with.

/** As root it cannot have its sandbox. What a full browser asks its maker for, no page has asked for: it does not. */
export const SWITCHES = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autofill-server-url=http://localhost:9/",
  // Takes the place of Playwright's own list, of which the first four are what a page could notice. The last two draw a
  // full browser's address bar, for every page anew and with half of all its work.
  `--disable-features=${[
    "AvoidCorsURLLoaderRestartOnRedirect",
    "HttpsUpgrades",
    "PaintHolding",
    "Translate",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
  ].join(",")}`,
];
