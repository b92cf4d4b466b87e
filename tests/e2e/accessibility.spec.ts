import type { Page } from "@playwright/test";
import { hydrateLazyIslands, openState } from "../fixtures/open-state.ts";
import { ADA, fillIn, wakeForm } from "../fixtures/registration-form.ts";
import { kinds, stretches } from "../fixtures/routes.ts";
import type { State } from "../fixtures/states/state.ts";
import { states } from "../fixtures/states.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { findingsIn, findingsOfPage, findingsOfState } from "./axe.ts";
import { comeFrom, expect, test, unique } from "./fixtures.ts";
import { faintRings } from "./focus-ring.ts";
import { DESKTOP, PHONE, walk, walkContent } from "./keyboard.ts";
import { payButton } from "./price-cards.ts";
import { outOfCard, reflowFaults } from "./reflow.ts";
import { scopeOfState, WHOLE_PAGE } from "./scope.ts";
import { SANDBOX } from "./servers.ts";
import { smallLinks } from "./small-links.ts";

const NARROW = { width: 360, height: 800 };
const WIDE = { width: 1280, height: 800 };

/** Pages that have all parts with another layout on a desktop: bar, cards, a form's columns and a table. */
const WIDE_PARTS: readonly string[] = ["/", "/Signup", "/Compare"];

// A recording of every look at a page would take longer than the looks.
test.use({ viewport: NARROW, trace: "off" });
// Each looks at several pages or states: whatever axe and the site have compiled is then there already.
test.describe.configure({ timeout: 300_000 });

/** Returns the lightest red, green and blue of the ground, 0 to 255. */
function lightestOfGround(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return Math.max(...(backgroundColor.match(/\d+/g) ?? ["255"]).map(Number));
  });
}

test.describe("everybody can use", () => {
  test.use({ baseURL: SANDBOX.origin });

  for (const stretch of stretches(5, [...kinds, "/Single-course?course=devops"])) {
    test(stretch.join(", "), async ({ page }) => {
      for (const [index, path] of stretch.entries())
        await test.step(path, () => expectUsable(page, path, index === 0 ? walk : walkContent));
    });
  }

  /** @param walkThrough `walk` on one page: the frame is the same on all others */
  async function expectUsable(page: Page, path: string, walkThrough: typeof walk): Promise<void> {
    await page.setViewportSize(NARROW);
    await openState(page, { name: path, path });
    await hydrateLazyIslands(page);
    expect.soft(await findingsOfPage(page), path).toEqual([]);
    expect.soft(await lightestOfGround(page), `${path}: its ground in the dark`).toBeLessThan(60);
    expect.soft(await page.evaluate(smallLinks), path).toEqual([]);
    expect.soft(await reflowFaults(page, WHOLE_PAGE), path).toEqual([]);
    await page.setViewportSize(WIDE);
    const hasWideParts = WIDE_PARTS.includes(path);
    expect.soft(await page.evaluate(outOfCard), `${path}, wide`).toEqual([]);
    if (hasWideParts) expect.soft(await findingsIn(page, WHOLE_PAGE), `${path}, wide`).toEqual([]);
    // The focus changes a page.
    expect.soft(await faintRings(page, WHOLE_PAGE), path).toEqual([]);
    // The list of what is missing comes with React, and the states after it.
    if (path === "/Signup") {
      await wakeForm(page);
      await page.locator("select[name=state]").waitFor();
    }
    for (const window of hasWideParts ? [PHONE, DESKTOP] : [PHONE]) {
      await page.setViewportSize(window);
      const walked = await walkThrough(page);
      expect.soft(walked, `${path}, ${window.width} px wide`).toEqual({ unseen: [], missed: [] });
    }
  }

  for (const stretch of stretches(6, states)) {
    test(stretch.map(({ name }) => name).join(", "), async ({ page: _, context, unexpected }) => {
      for (const state of stretch) {
        await test.step(state.name, async () => {
          const page = await context.newPage();
          // What one visitor may send in a minute is not enough for all.
          const address = `2001:db8:${unique("").replace(/^(....)/, "$1:")}::1`;
          await page.setExtraHTTPHeaders({ "cf-connecting-ip": address });
          await openState(page, state);
          await expectUsableState(page, state);
          await page.close();
          const logged = unexpected.splice(0).filter((text) => !state.logs?.some((log) => log.test(text)));
          expect.soft(logged, state.name).toEqual([]);
        });
      }
    });
  }

  async function expectUsableState(page: Page, { name, text, ...state }: State): Promise<void> {
    const spoken = page.locator("[role=alert], [role=status], [aria-live]");
    if (text) await expect.soft(spoken.filter({ hasText: text }), `${name} is read out`).not.toHaveCount(0);
    if (!state.isViewportOnly) await hydrateLazyIslands(page);
    const scope = await scopeOfState(page);
    expect.soft(await findingsIn(page, scope), name).toEqual([]);
    expect.soft(await reflowFaults(page, scope), name).toEqual([]);
    if (!state.narrowerThan) await page.setViewportSize(WIDE);
    expect.soft(await faintRings(page, scope), name).toEqual([]);
  }
});

test("axe finds nothing on Home while it is animated, nor with the providers' own parts", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await servePayPal(context);
  await servePaystack(context);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await hydrateLazyIslands(page);
  // The announcement is in the bar, which no state of a page is looked at for.
  expect(await findingsOfPage(page)).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/Pricing?currency=usd");
  await payButton(page, "PayPal", "DevOps Full", "Full Tuition").click();
  await expect(page.getByRole("button", { name: "Pay with PayPal" })).toBeVisible();
  expect(await findingsOfState(page)).toEqual([]);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/Signup");
  await fillIn(page, ADA);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(paystackFrame(page).getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  expect(await findingsOfState(page)).toEqual([]);
});

test("a screen reader meets the parts of Contact in their order, each under its name", async ({ page }) => {
  await page.goto("/Contact");
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - banner:
      - region "Announcement"
      - navigation "Main"
    - main:
      - heading "Need help? Get in touch" [level=1]
      - region:
        - form "Message to the academy":
          - group:
            - textbox "First Name"
            - textbox "Last Name"
            - textbox "Email Address"
            - textbox "Phone Number"
            - textbox "Message"
          - button "Send Message"
      - complementary:
        - region:
          - heading "OR Chat with our representative"
          - link /WhatsApp/
    - contentinfo:
      - navigation "Footer"
  `);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("main :focus")).toBeVisible();
});
