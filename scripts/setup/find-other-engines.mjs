// Where the engines besides Chromium are that the journeys are tried on: a stock Firefox, and WebKit with its driver.
// Read before the pinned Node is there, so it uses nothing that an old Node lacks.
import { readdirSync } from "node:fs";
import { findProgram } from "./find-program.mjs";

/** @returns {string | null} a stock Firefox, of which Debian has the extended support release; null when there is none */
export function findFirefox() {
  return findProgram({
    first: [process.env.FIREFOX_PATH],
    names: ["firefox-esr", "firefox"],
    last: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
  });
}

/**
 * @returns {{ driver: string, browser: string, display: string } | null} what drives WebKitGTK, its plain browser, and the
 * screen that is not there on a server; null unless all three are there
 */
export function findWebKit() {
  const driver = findProgram({ names: ["WebKitWebDriver"] });
  const browser = findProgram({
    last: libraryFolders().map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`),
  });
  const display = findProgram({ names: ["Xvfb"] });
  return driver && browser && display ? { driver, browser, display } : null;
}

/** Where distributions put a library's own programs: Debian has a folder for each kind of processor. */
function libraryFolders() {
  const processors = process.platform === "linux" ? readdirSync("/usr/lib") : [];
  return ["/usr/libexec", ...processors.map((name) => `/usr/lib/${name}`)];
}

/**
 * The engines that a machine may lack: nothing but their own journeys is left out then.
 * @returns {{ id: "firefox" | "webkit", name: string, isThere: boolean, packages: string[] }[]} with Debian's packages
 */
export function otherEngines() {
  return [
    { id: "firefox", name: "Firefox", isThere: findFirefox() !== null, packages: ["firefox-esr"] },
    { id: "webkit", name: "WebKit", isThere: findWebKit() !== null, packages: ["webkit2gtk-driver", "xvfb"] },
  ];
}
