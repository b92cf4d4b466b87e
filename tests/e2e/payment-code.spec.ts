import type { Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { builtScriptsWith, watchBodies } from "./fetched-code.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";

/** A text that only this provider's code contains, by provider. */
const MARKS = { Paystack: "checkout.paystack.com", PayPal: "data-react-paypal-script-id" } as const;

/** The part of the screen that shows an open checkout, by provider. */
const opened = {
  Paystack: (page: Page) => paystackFrame(page).getByRole("button", { name: "Pay", exact: true }),
  PayPal: (page: Page) => page.getByRole("button", { name: "Pay with PayPal", exact: true }),
} as const;

interface Visit {
  readonly what: string;
  readonly provider: keyof typeof MARKS;
  /** Does everything that comes before paying. */
  use(page: Page): Promise<void>;
  pay(page: Page): Promise<void>;
}

const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true }).click();
const fillSignup = async (page: Page) => {
  await page.goto("/Signup");
  await fillIn(page, ADA);
};

const VISITS: readonly Visit[] = [
  { what: "naira on Signup", provider: "Paystack", use: fillSignup, pay: register },
  {
    what: "dollars on Pricing",
    provider: "PayPal",
    use: async (page) => {
      await page.goto("/Pricing");
      await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
      await page.getByLabel("Please Input Your Email").fill("ada@example.com");
      await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
      await page.getByRole("button", { name: "Dollars ($)" }).first().click();
    },
    pay: (page) => payButton(page, "PayPal", "DevOps Full", "Full Tuition").click(),
  },
];

for (const { what, provider, use, pay } of VISITS) {
  test(`only ${provider}'s code comes when somebody pays ${what}, and not before`, async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await servePaystack(context);
    await servePayPal(context);
    const fetched = watchBodies(context);
    await use(page);
    await page.evaluate(async () => {
      for (const part of document.querySelectorAll("section, footer")) {
        part.scrollIntoView({ behavior: "instant" });
        await new Promise(requestAnimationFrame);
      }
    });
    for (const mark of Object.values(MARKS)) {
      expect(builtScriptsWith(mark), `exactly one built script contains "${mark}"`).toHaveLength(1);
      expect(await fetched(mark), "before anybody pays").toEqual([]);
    }

    await pay(page);
    await expect(opened[provider](page)).toBeVisible();
    for (const [name, mark] of Object.entries(MARKS)) {
      expect(await fetched(mark)).toEqual(name === provider ? builtScriptsWith(mark) : []);
    }
  });
}
