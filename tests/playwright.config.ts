import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import { otherEngines } from "../scripts/find-other-engines.mjs";
import { SANDBOX, SITE } from "./e2e/servers.ts";
import type { EngineOptions } from "./engines/fixtures.ts";

const executablePath = findChromium();

/** The journeys that matter in every engine; Chromium goes them too, so that a wrong journey is known as such. */
const journeys = (engine: EngineOptions["engine"]) => ({
  name: `journeys-${engine}`,
  testDir: "engines",
  use: { engine },
});

export default defineConfig<EngineOptions>({
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  timeout: 45_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: "chromium", testDir: "e2e" },
    journeys("chromium"),
    ...otherEngines()
      .filter(({ isThere }) => isThere)
      .map(({ id }) => journeys(id)),
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
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" tests/e2e/serve.mjs`,
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    url: `${SANDBOX.origin}/404`,
    timeout: 180_000,
    reuseExistingServer: false,
  },
});
