import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  // A provider's frame is the provider's to keep in order.
  iframes: false,
};

/** What axe finds wrong with the page as it stands, one line a finding. */
async function findings(page: Page): Promise<string[]> {
  // The program is large: it is handed to a page once, however often the page is looked at.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id} (${help}): ${target}`),
    );
  }, OPTIONS);
}

/** The same in both colour schemes, and at every width that is asked for. */
export async function findingsEverywhere(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const lines = await findings(page);
      found.push(...lines.map((line) => `${width} px, ${colorScheme}: ${line}`));
    }
  }
  return found;
}
