import type { Page } from "@playwright/test";
import { openState, wakeAll } from "../fixtures/open-state.ts";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { isAlike, kinds, routes, stretches } from "../fixtures/routes.ts";
import { states } from "../fixtures/states.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { findingsOfPage, findingsOfState } from "./axe.ts";
import { comeFrom, expect, test, unique } from "./fixtures.ts";
import { faintRings } from "./focus-ring.ts";
import { payButton } from "./price-cards.ts";
import { expectReadOut, READ_OUT } from "./read-out.ts";
import { reflowFaults } from "./reflow.ts";
import { type Scope, scopeOfState, WHOLE_PAGE } from "./scope.ts";
import { SANDBOX } from "./servers.ts";
import { smallLinks } from "./small-links.ts";

const WIDTHS = [360, 1280];
const NARROW = { width: 360, height: 800 };

// A recording of every look at a page would take longer than the looks.
test.use({ viewport: NARROW, trace: "off" });
// Each looks at several pages or states: whatever axe and the site have compiled is then there already.
test.describe.configure({ timeout: 300_000 });

async function expectNothingFound(page: Page): Promise<void> {
  expect.soft(await findingsOfState(page, NARROW.width), page.url()).toEqual([]);
}

/**
 * Expects focus rings. Comes at the end, since the focus changes a page.
 * @param width there may be no such state in a wider window
 */
async function expectRings(page: Page, scope: Scope, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  expect.soft(await faintRings(page, scope), page.url()).toEqual([]);
}

/** Returns the lightest red, green and blue of the ground, 0 to 255. */
function lightestOfGround(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return Math.max(...(backgroundColor.match(/\d+/g) ?? ["255"]).map(Number));
  });
}

test.describe("everybody can use", () => {
  test.use({ baseURL: SANDBOX.origin, contextOptions: { reducedMotion: "reduce" } });

  for (const stretch of stretches(4, [...kinds, "/Single-course?course=devops"])) {
    test(stretch.join(", "), async ({ page }) => {
      for (const path of stretch) {
        await test.step(path, async () => {
          await page.setViewportSize(NARROW);
          await page.emulateMedia({ colorScheme: "light" });
          await openState(page, { name: path, path });
          await wakeAll(page);
          expect.soft(await findingsOfPage(page, WIDTHS), path).toEqual([]);
          expect.soft(await lightestOfGround(page), `${path}: its ground in the dark`).toBeLessThan(60);
          await expectToFit(page, path);
          await expectRings(page, WHOLE_PAGE);
        });
      }
    });
  }

  test("pages that differ from those in their words alone", async ({ page }) => {
    for (const path of routes.filter(isAlike)) {
      await openState(page, { name: path, path });
      await expectToFit(page, path);
    }
  });

  /** Expects that nothing is cut off, and that a link on its own is large enough for a finger. */
  async function expectToFit(page: Page, path: string): Promise<void> {
    expect.soft(await reflowFaults(page, WHOLE_PAGE), path).toEqual([]);
    await page.setViewportSize(NARROW);
    expect.soft(await page.evaluate(smallLinks), path).toEqual([]);
  }

  const looked = states.filter(({ name, isAlike = false }) => !isAlike || READ_OUT.has(name));
  for (const stretch of stretches(6, looked)) {
    test(stretch.map(({ name }) => name).join(", "), async ({ page: _, context, unexpected }) => {
      for (const state of stretch) {
        await test.step(state.name, async () => {
          const page = await context.newPage();
          // What one visitor may send in a minute is not enough for all.
          const address = `2001:db8:${unique("").replace(/^(....)/, "$1:")}::1`;
          await page.setExtraHTTPHeaders({ "cf-connecting-ip": address });
          await openState(page, state);
          await expectReadOut(page, state.name);
          if (!state.isAlike) {
            if (!state.isWindow) await wakeAll(page);
            const scope = await scopeOfState(page);
            await expectNothingFound(page);
            expect.soft(await reflowFaults(page, scope), state.name).toEqual([]);
            await expectRings(page, scope, state.narrowerThan && NARROW.width);
          }
          await page.close();
          const logged = unexpected.splice(0).filter((text) => !state.logs?.some((log) => log.test(text)));
          expect.soft(logged, state.name).toEqual([]);
        });
      }
    });
  }
});

test("axe finds nothing on Home while it is animated, nor with the providers' own parts", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await servePayPal(context);
  await servePaystack(context);
  await page.goto("/");
  await wakeAll(page);
  // The announcement is in the bar, which no state of a page is looked at for.
  expect(await findingsOfPage(page, [NARROW.width])).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/Pricing?currency=usd");
  await payButton(page, "PayPal", "DevOps Full", "Full Tuition").click();
  await expect(page.getByRole("button", { name: "Pay with PayPal" })).toBeVisible();
  await expectNothingFound(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/Signup");
  await fillIn(page, ADA);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(paystackFrame(page).getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  await expectNothingFound(page);
});
