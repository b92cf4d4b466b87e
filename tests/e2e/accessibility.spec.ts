import type { Page } from "@playwright/test";
import { openState, wakeAll } from "../fixtures/open-state.ts";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { stretches } from "../fixtures/routes.ts";
import type { State } from "../fixtures/states/state.ts";
import { states } from "../fixtures/states.ts";
import { servePayPal, servePayPalOnEdge } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { findingsEverywhere } from "./axe.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { faintRings } from "./focus-ring.ts";
import { payButton } from "./price-cards.ts";
import { expectReadOut } from "./read-out.ts";
import { reflowFaults } from "./reflow.ts";
import { PAYPAL_API, SANDBOX, WITHOUT_KEYS } from "./servers.ts";
import { smallLinks } from "./small-links.ts";

const WIDTHS = [360, 1280];
const NARROW = { width: 360, height: 800 };

// A recording of every look at a page would take longer than the looks.
test.use({ viewport: NARROW, trace: "off" });

async function expectNothingFound(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  expect.soft(await findingsEverywhere(page, widths), page.url()).toEqual([]);
}

/** In a narrow window all can be read and reached; then the rings, at the widest, since the focus changes a page. */
async function expectReflowAndRings(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  expect.soft(await reflowFaults(page), page.url()).toEqual([]);
  await page.setViewportSize({ width: Math.max(...widths), height: 800 });
  expect.soft(await faintRings(page), page.url()).toEqual([]);
}

/** @param axeAt the widths at which axe looks; of a state of a page that it has seen at both, the narrow one will do */
async function expectAccessible(page: Page, state: State, axeAt: readonly number[]): Promise<void> {
  await openState(page, state);
  await expectReadOut(page, state.name);
  if (!state.isWindow) await wakeAll(page);
  const { narrowerThan = Number.POSITIVE_INFINITY } = state;
  const widths = WIDTHS.filter((width) => width < narrowerThan);
  await expectNothingFound(
    page,
    widths.filter((width) => axeAt.includes(width)),
  );
  await expectReflowAndRings(page, widths);
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
        await test.step(path, () => expectAccessible(page, { name: path, path }, WIDTHS));
        await test.step(`${path}: its ground is dark where the visitor's system is`, async () => {
          await page.emulateMedia({ colorScheme: "dark" });
          expect.soft(await lightestOfGround(page), path).toBeLessThan(60);
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
      await expectAccessible(page, state, [NARROW.width]);
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
    await expectNothingFound(page);
    await expectReflowAndRings(page);
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
    await expectNothingFound(page);
    await expectReflowAndRings(page);
  });
});

test.describe("everybody can use, where the owner forgot the keys,", () => {
  test.use({ baseURL: WITHOUT_KEYS.origin });
  test.beforeEach(({ context }) => comeFrom(context, "NG"));

  test("axe finds nothing on Signup without payment keys", async ({ page }) => {
    await page.goto("/Signup");
    await expect(page.getByText("Online payment with Paystack is not set up yet.")).toBeVisible();
    await expectNothingFound(page);
  });

  test("axe finds nothing on the pay dialog without payment keys", async ({ page }) => {
    await page.goto("/Pricing");
    await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
    await expect(page.getByRole("dialog")).toContainText("is not set up yet");
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
  await expectNothingFound(page);
});
