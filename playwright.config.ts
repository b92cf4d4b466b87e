import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type LaunchOptions, type PlaywrightTestConfig } from "@playwright/test";
import { findChromium, findFirefox, findWebKit, SWITCHES } from "./scripts/setup/find-browser.mjs";
import { SANDBOX, SITE } from "./tests/e2e/servers.ts";

const executablePath = findChromium();

/** The browser reaches no other host, so that no test needs a route to block requests. */
const NO_OTHER_HOST = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";

/** Without this switch each test starts a second renderer, for an empty page. */
const ONE_PROCESS = "--renderer-process-limit=1";

/** Returns the project with the journeys that matter in every engine; none if the engine is not installed. */
function inEngine(
  name: "firefox" | "webkit",
  launchOptions: LaunchOptions | null,
): NonNullable<PlaywrightTestConfig["projects"]> {
  if (!launchOptions) return [];
  // Other hosts do not answer, because nothing listens at the proxy.
  const proxy = { server: "http://127.0.0.1:9", bypass: "localhost,127.0.0.1" };
  // WebDriver BiDi, which drives a stock Firefox, cannot switch script off.
  const grepInvert = launchOptions.channel ? /@without-script/ : undefined;
  const use = { browserName: name, proxy, launchOptions };
  // Each worker starts a browser of its own, which takes longer than a few tests.
  return [{ name, testDir: "tests/e2e", grep: /@engines/, grepInvert, workers: 1, use }];
}

export default defineConfig({
  outputDir: "test-results",
  fullyParallel: true,
  // A test spends a fifth of its time waiting, so one more worker than cores keeps them busy.
  workers: availableParallelism() + 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  // End a test that hangs. On a busy machine a good one takes many times as long as on an idle one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  projects: [
    // These start first and one test at a time, so that Chromium's keep the cores busy to the end.
    ...inEngine("firefox", findFirefox()),
    ...inEngine("webkit", findWebKit()),
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
  ],
  use: {
    baseURL: SITE.origin,
    // Recording every test costs a third of the time. The option --trace on records a test to look into.
    trace: "off",
    // Routes do not see the requests of a service worker, so only its own tests let it run.
    serviceWorkers: "block",
    // Drawing what moves takes a seventh of all the work. Tests of motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
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
