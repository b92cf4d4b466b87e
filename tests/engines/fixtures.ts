import { writeFileSync } from "node:fs";
import { type Browser, test as base, expect } from "@playwright/test";
import { unique } from "../e2e/fixtures.ts";
import { type Line, openLine } from "./line.ts";
import { launchEngine, type PlaywrightEngine, type Screen, visitByPlaywright } from "./playwright-visitor.ts";
import type { Visitor } from "./visitor.ts";
import { visitByWebKit } from "./webkit-visitor.ts";

export { expect };

interface WorkerOptions {
  engine: PlaywrightEngine | "webkit";
}

interface TestOptions {
  size: Screen;
  /** The country that the edge sees the visitor come from, ISO 3166-1 alpha-2. */
  country: string;
  /** Pages that stand in for other hosts, by host name. */
  standIns: Readonly<Record<string, string>>;
  /** What pages may write to their console as an error. */
  expectedErrors: readonly RegExp[];
}

export type EngineOptions = WorkerOptions & TestOptions;

interface WorkerFixtures {
  /** What all tests of a worker visit in, each in a context of its own; null where WebDriver starts one for each. */
  launched: Browser | null;
}

interface Fixtures {
  /** Anything else that goes wrong in a page, and each request to a host without a stand-in, fails the test. */
  line: Line;
  visitor: Visitor;
}

export const test = base.extend<TestOptions & Fixtures, WorkerOptions & WorkerFixtures>({
  engine: ["chromium", { option: true, scope: "worker" }],
  launched: [
    async ({ engine }, use) => {
      const browser = engine === "webkit" ? null : await launchEngine(engine);
      await use(browser);
      await browser?.close();
    },
    { scope: "worker" },
  ],
  size: [{ width: 1280, height: 900 }, { option: true }],
  country: ["NG", { option: true }],
  standIns: [{}, { option: true }],
  expectedErrors: [[], { option: true }],

  line: async ({ country, standIns, expectedErrors }, use) => {
    const address = `2001:db8:${unique("").replace(/^(....)/, "$1:")}::1`;
    const line = await openLine({ country, address, standIns });
    await use(line);
    const left = line.problems.filter((text) => !expectedErrors.some((expected) => expected.test(text)));
    expect(left, "unexpected errors and requests").toEqual([]);
  },

  visitor: async ({ launched, size, line }, use, test) => {
    const { visitor, picture, leave } = await (launched
      ? visitByPlaywright(launched, size, line)
      : visitByWebKit(size, line.port));
    await use(visitor);
    // What Playwright adds to a page for a picture breaks the page's policy, and is not to be reported.
    line.close();
    if (test.status !== test.expectedStatus) writeFileSync(test.outputPath("screen.png"), await picture());
    await leave();
  },
});
