import type { Page } from "@playwright/test";
import { openState, wakeAll } from "../fixtures/open-state.ts";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { isAlike, stretches } from "../fixtures/routes.ts";
import type { State } from "../fixtures/states/state.ts";
import { states } from "../fixtures/states.ts";
import { servePayPal, servePayPalOnEdge } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { findingsOfPage, findingsOfState } from "./axe.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { faintRings } from "./focus-ring.ts";
import { payButton } from "./price-cards.ts";
import { expectReadOut } from "./read-out.ts";
import { reflowFaults } from "./reflow.ts";
import { type Scope, scopeOfState, WHOLE_PAGE } from "./scope.ts";
import { PAYPAL_API, SANDBOX, WITHOUT_KEYS } from "./servers.ts";
import { smallLinks } from "./small-links.ts";

const WIDTHS = [360, 1280];
const NARROW = { width: 360, height: 800 };

// A recording of every look at a page would take longer than the looks.
test.use({ viewport: NARROW, trace: "off" });

async function expectNothingFound(page: Page): Promise<void> {
  expect.soft(await findingsOfState(page, NARROW.width), page.url()).toEqual([]);
}

/** At the end, since the focus changes a page. */
async function expectRings(page: Page, scope: Scope, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  expect.soft(await faintRings(page, scope), page.url()).toEqual([]);
}

/** @param widest there is no such state in a wider window */
async function expectAccessible(page: Page, widest?: number): Promise<void> {
  const scope = await scopeOfState(page);
  expect.soft(await findingsOfState(page, NARROW.width), page.url()).toEqual([]);
  expect.soft(await reflowFaults(page, scope), page.url()).toEqual([]);
  await expectRings(page, scope, widest);
}

/** Leads a page to the state, as awake as it becomes. */
async function open(page: Page, state: State): Promise<void> {
  await openState(page, state);
  await expectReadOut(page, state.name);
  if (!state.isWindow) await wakeAll(page);
}

/** Of the ground's red, green and blue, 0 to 255. */
function lightestOfGround(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return Math.max(...(backgroundColor.match(/\d+/g) ?? ["255"]).map(Number));
  });
}

test.describe("everybody can use", () => {
  test.use({ baseURL: SANDBOX.origin, contextOptions: { reducedMotion: "reduce" } });

  for (const stretch of [...stretches(4), ["/Single-course?course=devops"]]) {
    test(stretch.join(", "), async ({ page }) => {
      for (const path of stretch) {
        await page.setViewportSize(NARROW);
        await page.emulateMedia({ colorScheme: "light" });
        await open(page, { name: path, path });
        // Of pages that differ in their words alone, one has been seen at every width.
        const widths = isAlike(path) ? [NARROW.width] : WIDTHS;
        await test.step(path, async () => {
          expect.soft(await findingsOfPage(page, widths), path).toEqual([]);
          expect.soft(await lightestOfGround(page), `${path}: its ground in the dark`).toBeLessThan(60);
          expect.soft(await reflowFaults(page, WHOLE_PAGE), path).toEqual([]);
          if (!isAlike(path)) await expectRings(page, WHOLE_PAGE);
        });
        await test.step(`${path}: a link on its own is large enough for a finger`, async () => {
          await page.setViewportSize(NARROW);
          expect.soft(await page.evaluate(smallLinks), path).toEqual([]);
        });
      }
    });
  }

  for (const state of states) {
    test(state.name, async ({ page, expectedErrors }) => {
      expectedErrors.push(...(state.logs ?? []));
      await open(page, state);
      await expectAccessible(page, state.narrowerThan && NARROW.width);
    });
  }
});

test.describe("everybody can use, with the providers' own parts,", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("axe finds nothing, with the providers' own parts, on the page behind Paystack's checkout", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await servePaystack(context);
    await page.goto("/Signup");
    await fillIn(page, ADA);
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await expect(paystackFrame(page).getByRole("button", { name: "Pay", exact: true })).toBeVisible();
    await expectNothingFound(page);
  });

  test("axe finds nothing, with the providers' own parts, on PayPal's dialog and the receipt", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "US");
    await servePayPal(context);
    await page.goto("/Pricing");
    await payButton(page, "PayPal", "DevOps Full", "Full Tuition").click();
    await expect(page.getByRole("button", { name: "Pay with PayPal" })).toBeVisible();
    await expectNothingFound(page);
    await page.getByRole("button", { name: "Pay with PayPal" }).click();
    await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
    await expectAccessible(page);
  });

  test("axe finds nothing, with the providers' own parts, on the notice that a price in dollars has changed", async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 409/);
    await comeFrom(context, "US");
    await servePayPalOnEdge(context, PAYPAL_API.origin);
    await context.route("**/prod/paypal/orders", (route) => {
      const { order } = route.request().postDataJSON();
      return route.continue({
        postData: JSON.stringify({ order: { ...order, charge: { currency: "USD", minor: 100 } } }),
      });
    });
    await page.goto("/Pricing");
    await payButton(page, "PayPal", "DevOps Full", "Full Tuition").click();
    await page.getByRole("button", { name: "Pay with PayPal" }).click();
    const notPaid = page.getByRole("dialog", { name: "Your payment has not been received yet" });
    await expect(notPaid).toContainText("The price of DevOps Full has changed to $1,200.00");
    await expectAccessible(page);
  });
});

test.describe("everybody can use, where the owner forgot the keys,", () => {
  test.use({ baseURL: WITHOUT_KEYS.origin });
  test.beforeEach(({ context }) => comeFrom(context, "NG"));

  test("axe finds nothing on Signup without payment keys", async ({ page }) => {
    await page.goto("/Signup");
    await expect(page.getByText("We can't take Paystack payments online yet.")).toBeVisible();
    await expectNothingFound(page);
  });

  test("axe finds nothing on the pay dialog without payment keys", async ({ page }) => {
    await page.goto("/Pricing");
    await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
    await expect(page.getByRole("dialog")).toContainText("payments online yet");
    await expectNothingFound(page);
  });
});

test("axe finds nothing on Home while its announcement runs and its lines are animated", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.goto("/");
  await wakeAll(page);
  // The announcement is in the bar, which no state of a page is looked at for.
  expect(await findingsOfPage(page, [NARROW.width])).toEqual([]);
});
