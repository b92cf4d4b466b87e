import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { type Scope, scopeOfState, WHOLE_PAGE } from "./scope.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The program that runs in the page, as small as it comes: it is handed to more than a hundred pages. */
const PROGRAM = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const OPTIONS: axe.RunOptions = {
  resultTypes: ["violations"],
  // A provider's frame is the provider's to keep in order.
  iframes: false,
  // Only rules about sound that plays by itself need what a page plays, and no page plays any.
  preload: false,
};

/** The rules for a page, and those of them that another colour scheme may break. */
const RULES = {
  all: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  colours: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} satisfies Record<string, axe.RunOptions["runOnly"]>;

/** Returns axe's findings on the page as it is, one line each. */
async function findings(page: Page, rules: keyof typeof RULES, scope: Scope): Promise<string[]> {
  // A key press waits for no style sheet, and a page without its styles has small targets.
  await page.waitForFunction(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    return document.readyState === "complete" && links.every(({ sheet }) => sheet !== null);
  });
  // Once, however often the page is looked at.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(PROGRAM);
  return page.evaluate(
    async ({ scope, options }) => {
      // What the fixed bar half covers at this moment counts as a small target.
      scrollTo({ top: 0, behavior: "instant" });
      const { violations } = await window.axe.run({ include: scope.within, exclude: scope.without }, options);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id} (${help}): ${target}`),
      );
    },
    { scope, options: { ...OPTIONS, runOnly: RULES[rules] } },
  );
}

/** Returns axe's findings in this window: all in the light scheme, those of the colours in the dark one. */
export async function findingsOfPage(page: Page, scope = WHOLE_PAGE): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ["light", "all"],
    ["dark", "colours"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const lines = await findings(page, rules, scope);
    found.push(...lines.map((line) => `${colorScheme}: ${line}`));
  }
  return found;
}

/** Returns the findings in a state of a page that has been tested by itself. */
export async function findingsOfState(page: Page): Promise<string[]> {
  return findingsOfPage(page, await scopeOfState(page));
}
