import { writeFileSync } from "node:fs";
import { test as base, expect } from "@playwright/test";
import { unique } from "../e2e/fixtures.ts";
import { type Line, openLine } from "./line.ts";
import { type PlaywrightEngine, type Screen, visitByPlaywright } from "./playwright-visitor.ts";
import type { Visitor } from "./visitor.ts";
import { visitByWebKit } from "./webkit-visitor.ts";

export { expect };

export interface EngineOptions {
  engine: PlaywrightEngine | "webkit";
  size: Screen;
  /** The country that the edge sees the visitor come from, ISO 3166-1 alpha-2. */
  country: string;
  /** Pages that stand in for other hosts, by host name. */
  standIns: Readonly<Record<string, string>>;
  /** What pages may write to their console as an error. */
  expectedErrors: readonly RegExp[];
}

interface Fixtures {
  /** Anything else that goes wrong in a page, and each request to a host for which nobody stands in, fails the test. */
  line: Line;
  visitor: Visitor;
}

export const test = base.extend<EngineOptions & Fixtures>({
  engine: ["chromium", { option: true }],
  size: [{ width: 1280, height: 900 }, { option: true }],
  country: ["NG", { option: true }],
  standIns: [{}, { option: true }],
  expectedErrors: [[], { option: true }],

  line: async ({ country, standIns, expectedErrors }, use) => {
    const address = `2001:db8:${unique("").replace(/^(....)/, "$1:")}::1`;
    const line = await openLine({ country, address, standIns });
    await use(line);
    const left = line.told.filter((text) => !expectedErrors.some((expected) => expected.test(text)));
    expect(left, "errors and requests that nobody expected").toEqual([]);
  },

  visitor: async ({ engine, size, line }, use, test) => {
    const { visitor, picture, leave } = await (engine === "webkit"
      ? visitByWebKit(size, line.port)
      : visitByPlaywright(engine, size, line.port));
    await use(visitor);
    // What Playwright adds to a page for a picture breaks the page's policy, and is not to be told of.
    line.close();
    if (test.status !== test.expectedStatus) writeFileSync(test.outputPath("screen.png"), await picture());
    await leave();
  },
});
