import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { SWITCHES } from "./scripts/setup/chromium-switches.mjs";
import { findChromium } from "./scripts/setup/find-chromium.mjs";
import { otherEngines } from "./scripts/setup/find-other-engines.mjs";
import { SANDBOX, SITE } from "./tests/e2e/servers.ts";
import type { EngineOptions } from "./tests/engines/fixtures.ts";

const executablePath = findChromium();
const engines = otherEngines().filter(({ isThere }) => isThere);

/** A request to another host fails by itself, so that no test needs a route for all of its requests. */
const NO_OTHER_HOST = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";

/** Each test has a renderer of its own already; without this it starts two, the first for an empty page. */
const ONE_PROCESS = "--renderer-process-limit=1";

/** The journeys that matter in every engine. Without another one Chromium makes them, so that they stay true. */
const journeys = (engine: EngineOptions["engine"]) => ({
  name: `journeys-${engine}`,
  testDir: "tests/engines",
  use: { engine },
});

export default defineConfig<EngineOptions>({
  outputDir: "test-results",
  fullyParallel: true,
  // For two cores: a test waits for a fifth of its time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  // Guards against what never comes: on a busy machine the rest takes many times as long as on an idle one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: "chromium", testDir: "tests/e2e" },
    ...(engines.length > 0 ? engines : [{ id: "chromium" as const }]).map(({ id }) => journeys(id)),
  ],
  use: {
    baseURL: SITE.origin,
    // Recording every test costs a third of the time; --trace on records what one wants to look into.
    trace: "off",
    // Routes that stand in for something do not see what a service worker asks for: only its own tests let it run.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...SWITCHES, NO_OTHER_HOST, ONE_PROCESS],
    },
  },
  webServer: {
    command: `"${process.execPath}" tests/e2e/serve.mjs`,
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    url: `${SANDBOX.origin}/404`,
    timeout: 180_000,
    reuseExistingServer: false,
  },
});
