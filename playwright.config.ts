import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type LaunchOptions, type PlaywrightTestConfig } from "@playwright/test";
import { findChromium, findFirefox, findWebKit, SWITCHES } from "./scripts/setup/find-browser.mjs";
import { SANDBOX, SITE } from "./tests/e2e/servers.ts";

const executablePath = findChromium();

/** A request to another host fails by itself, so that no test needs a route for all of its requests. */
const NO_OTHER_HOST = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";

/** Each test has a renderer of its own already; without this it starts two, the first for an empty page. */
const ONE_PROCESS = "--renderer-process-limit=1";

/** The journeys that matter in every engine, where it is on this machine. */
function inEngine(
  name: "firefox" | "webkit",
  found: LaunchOptions | null,
): NonNullable<PlaywrightTestConfig["projects"]> {
  if (!found) return [];
  // No host but this machine answers: nothing listens at the proxy.
  const proxy = { server: "http://127.0.0.1:9", bypass: "localhost,127.0.0.1" };
  // WebDriver BiDi, by which a stock Firefox is driven, cannot switch script off.
  const grepInvert = found.channel ? /@without-script/ : undefined;
  const use = { browserName: name, proxy, launchOptions: found };
  return [{ name, testDir: "tests/e2e", grep: /@engines/, grepInvert, use }];
}

export default defineConfig({
  outputDir: "test-results",
  fullyParallel: true,
  // A test waits for a fifth of its time.
  workers: availableParallelism() + 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  // Guards against what never comes: on a busy machine the rest takes many times as long as on an idle one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  projects: [
    {
      name: "chromium",
      testDir: "tests/e2e",
      use: {
        launchOptions: {
          ...(executablePath && { executablePath }),
          args: [...SWITCHES, NO_OTHER_HOST, ONE_PROCESS],
        },
      },
    },
    ...inEngine("firefox", findFirefox()),
    ...inEngine("webkit", findWebKit()),
  ],
  use: {
    baseURL: SITE.origin,
    // Recording every test costs a third of the time; --trace on records what one wants to look into.
    trace: "off",
    // Routes that stand in for something do not see what a service worker asks for: only its own tests let it run.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 900 },
  },
  webServer: {
    command: `"${process.execPath}" tests/e2e/serve.mjs`,
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    url: `${SANDBOX.origin}/404`,
    timeout: 180_000,
    reuseExistingServer: false,
  },
});
