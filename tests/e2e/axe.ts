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

/** The minified script of axe, since it is sent to more than a hundred pages. */
const SCRIPT = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const OPTIONS: axe.RunOptions = {
  resultTypes: ["violations"],
  // The providers are responsible for their own frames.
  iframes: false,
  // Only rules about automatic sound need a page's media, and no page plays any.
  preload: false,
};

const ALL_RULES: axe.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** The rules whose result depends on the colour scheme. */
const COLOURS: axe.RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Returns axe's findings in a part of the page, one line each. */
export async function findingsIn(page: Page, scope: Scope, runOnly = ALL_RULES): Promise<string[]> {
  // A page without its style sheets has small targets.
  await page.waitForFunction(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    return document.readyState === "complete" && links.every(({ sheet }) => sheet !== null);
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SCRIPT);
  return page.evaluate(
    async ({ scope, options }) => {
      // Elements that the fixed bar covers in part would count as small targets.
      scrollTo({ top: 0, behavior: "instant" });
      const { violations } = await window.axe.run({ include: scope.within, exclude: scope.without }, options);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id} (${help}): ${target}`),
      );
    },
    { scope, options: { ...OPTIONS, runOnly } },
  );
}

/** Returns axe's findings: of all rules in the light scheme, and of the colours in the dark one. */
export async function findingsOfPage(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await findingsIn(page, WHOLE_PAGE);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await findingsIn(page, WHOLE_PAGE, COLOURS);
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

/**
 * Returns axe's findings in the part that a state changes. The page without it has its own test, and so has the
 * contrast of all colours in the dark scheme.
 */
export async function findingsOfState(page: Page): Promise<string[]> {
  return findingsIn(page, await scopeOfState(page));
}
