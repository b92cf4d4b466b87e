import type { Page } from "@playwright/test";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { barShares, payButton, priceCard } from "./price-cards.ts";

const SOLUTIONS_ARCHITECT = "AWS Solutions Architect Associate (SAA-C03)";
const CLOUD_PRACTITIONER = "AWS Certified Cloud Practitioner (CLF-C02)";
const DEVOPS = ["DevOps Full", "DevOps Foundational", "DevOps Advanced"];

/** A card as it must read: amount, terms, total, and the first payment's share of the total. */
type Card = readonly [plan: string, amount: string, terms: string, total: string, share: number];

const DEVOPS_NAIRA: readonly Card[] = [
  [
    "Five Installments",
    "N194K",
    "40% down, 194,000 NGN, then 70,000 NGN monthly for the first 5 months",
    "N544,000",
    194 / 544,
  ],
  ["Full Tuition", "N485K", "100% upfront", "N485,000", 1],
  ["Two Installments", "N250K", "50% down, rest before the end of month three", "N500,000", 0.5],
];
const DEVOPS_DOLLARS: readonly Card[] = [
  ["Five Installments", "$500", "42% upfront, finish within three months", "$1200", 500 / 1200],
  ["Full Tuition", "$1200", "100% upfront", "$1200", 1],
  ["Two Installments", "$625", "50% upfront, finish within five months", "$1250", 0.5],
];
const NAIRA: Record<string, readonly Card[]> = {
  "DevOps Full": DEVOPS_NAIRA,
  "DevOps Foundational": DEVOPS_NAIRA,
  "DevOps Advanced": DEVOPS_NAIRA,
  [SOLUTIONS_ARCHITECT]: [
    ["Two Installments", "N90K", "50% of N90,000 down, rest by week 3", "N180,000", 0.5],
    ["Full Tuition", "N170K", "100% upfront", "N170,000", 1],
  ],
  [CLOUD_PRACTITIONER]: [
    ["Two Installments", "N66K", "50% of N66,000 down", "N132,000", 0.5],
    ["Full Tuition", "N120K", "100% upfront", "N120,000", 1],
  ],
};
const DOLLARS: Record<string, readonly Card[]> = {
  "DevOps Full": DEVOPS_DOLLARS,
  "DevOps Foundational": DEVOPS_DOLLARS,
  "DevOps Advanced": DEVOPS_DOLLARS,
  [SOLUTIONS_ARCHITECT]: [
    ["Two Installments", "$204", "50% of $408 down, rest by week 3", "$408", 0.5],
    ["Full Tuition", "$408", "100% upfront", "$408", 1],
  ],
  [CLOUD_PRACTITIONER]: [
    ["Two Installments", "$144", "50% of $288 down", "$288", 0.5],
    ["Full Tuition", "$288", "100% upfront", "$288", 1],
  ],
};

const views = [
  {
    view: "naira",
    country: "NG",
    button: "Enroll Now",
    other: "PayPal",
    table: NAIRA,
    // Registering for a DevOps course costs less than its card.
    flags: { "Pay once": 3, "Pay once, save most": 2 },
  },
  // Each course has instalments whose total is no higher.
  {
    view: "dollar",
    country: "US",
    button: "PayPal",
    other: "Enroll Now",
    table: DOLLARS,
    flags: { "Pay once": 5 },
  },
] as const;

for (const { view, country, button, other, table, flags } of views) {
  test(`the ${view} view has thirteen cards, each with one way to pay and every payment to scale, and highlights Full Tuition`, async ({
    page,
    context,
  }) => {
    await comeFrom(context, country);
    await page.goto("/Pricing");
    await expect(page.getByRole("button", { name: new RegExp(`^${button}`) })).toHaveCount(13);
    await expect(page.getByRole("button", { name: new RegExp(`^${other}`) })).toHaveCount(0);
    await expect(page.getByRole("article")).toHaveCount(13);
    for (const [course, cards] of Object.entries(table)) {
      await test.step(course, async () => {
        await expect(page.getByRole("heading", { name: course, level: 3 })).toBeVisible();
        for (const [plan, amount, terms, total, share] of cards) {
          const card = priceCard(page, button, course, plan);
          await expect(card.getByRole("heading", { name: plan, exact: true })).toBeVisible();
          await expect(card.getByText(amount, { exact: true })).toBeVisible();
          await expect(card).toContainText(terms, { useInnerText: true });
          await expect(card).toContainText(`Total ${total}`, { useInnerText: true });
          const shares = await barShares(card);
          expect(shares[0], `${plan}: first payment`).toBeCloseTo(share, 2);
          if (share === 1) expect(shares, plan).toHaveLength(1);
          const isHighlighted = plan === "Full Tuition";
          const flag = card.getByText(/^Pay once(, save most)?$/).filter({ visible: true });
          await expect(flag, plan).toHaveCount(isHighlighted ? 1 : 0);
          const width = await card.evaluate((element) => getComputedStyle(element).borderTopWidth);
          expect(width === "3px", plan).toBe(isHighlighted);
        }
      });
    }
    for (const [flag, count] of Object.entries(flags)) {
      await expect(page.getByText(flag, { exact: true }).filter({ visible: true })).toHaveCount(count);
    }
  });
}

test("Pricing has four blocks, each with its badge, and says what the fee is in either currency", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.goto("/Pricing");
  const badges = ["Full Course", "Foundational Course", "Advanced Course", "Short Course"];
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    ...badges,
    "Still deciding?",
  ]);
  for (const [index, badge] of badges.entries()) {
    const block = page.getByRole("region", { name: badge });
    const courses = index < 3 ? [DEVOPS[index] ?? ""] : [SOLUTIONS_ARCHITECT, CLOUD_PRACTITIONER];
    await expect(block.getByRole("heading", { level: 3 })).toHaveText(courses);
    await expect(block.getByRole("paragraph").filter({ hasText: badge })).toHaveCount(courses.length);
  }
  await expect(page.getByText("Combined")).toHaveCount(0);
  const line = page.getByText("Already enrolled? Pay your next installment from My enrolment");
  await expect(line.getByRole("link", { name: "My enrolment" })).toHaveAttribute("href", "/My-enrolment");

  const note = (fee: string) => page.getByText(`The registration fee of ${fee} is not included in tuition.`);
  await expect(note("N15,000")).toBeVisible();
  await expect(note("$9.00")).toBeHidden();
  await page.getByRole("main").getByRole("button", { name: "Dollars ($)" }).click();
  await expect(note("$9.00")).toBeVisible();
  await expect(note("N15,000")).toBeHidden();
});

test.describe("paying a naira card", () => {
  const field = (page: Page) => page.getByLabel("Please Input Your Email");
  const payNow = (page: Page) => page.getByRole("button", { name: "Pay Now", exact: true });

  test.beforeEach(async ({ page, context }) => {
    await comeFrom(context, "NG");
    await servePaystack(context);
    await page.goto("/Pricing");
  });

  test("paying a naira card asks for the e-mail address before anything else", { tag: "@engines" }, async ({
    page,
  }) => {
    await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
    const modal = page.getByRole("dialog", { name: "Pay N485,000" });
    await expect(modal.getByText("Please Input Your Email", { exact: true })).toBeVisible();
    await expect(field(page)).toHaveAttribute("placeholder", "Please Input Your Email");
    await expect(field(page)).toHaveAttribute("type", "email");
    await expect(payNow(page)).toBeVisible();
    await expect(modal).toContainText("DevOps Full, Full Tuition");
    await expect(modal).toContainText(
      "Tuition only. The registration fee of N15,000 and your details follow.",
    );
    await expect(modal).toContainText("Already enrolled? Pay your next installment from My enrolment");
  });

  test("a naira card's dialog opens nothing with a wrong address, is closed by X and Escape, which clear it, and leads to Signup", async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const card = payButton(page, "Enroll Now", "DevOps Full", "Five Installments");
    await card.click();
    for (const [address, message] of [
      ["   ", "Enter your email address."],
      ["ada@example", "Enter an email address like name@example.com."],
    ] as const) {
      await field(page).fill(address);
      await payNow(page).click();
      await expect(field(page)).toHaveAttribute("aria-invalid", "true");
      await expect(field(page)).toHaveAccessibleDescription(new RegExp(message.replaceAll(".", "\\.")));
      await expect(page.getByText(message)).toBeVisible();
    }
    expect(asked.filter((url) => url.includes("paystack"))).toEqual([]);
    for (const close of [
      () => page.getByRole("button", { name: "Close", exact: true }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await field(page).fill("ada@example.com");
      await close();
      await expect(field(page)).toBeHidden();
      await expect(card).toBeFocused();
      await card.click();
      await expect(field(page)).toHaveValue("");
    }
    await page.getByRole("dialog").getByRole("link", { name: "Register and pay in one step" }).click();
    await expect(page).toHaveURL(/\/Signup\?course=devops-full&plan=five-installments$/);
    await expect(page.getByLabel("Course", { exact: true })).toHaveValue("devops-full");
    await expect(page.getByLabel("Payment plan")).toHaveValue("devops-full/five-installments");
  });

  test("a naira card opens Paystack with the address and the amount in kobo, shows that it was received, and notifies four members of staff", async ({
    page,
  }) => {
    const email = `${unique("ada")}@example.com`;
    await payButton(page, "Enroll Now", "DevOps Full", "Two Installments").click();
    await field(page).fill(` ${email} `);
    await payNow(page).click();
    const params = await paystackParams(page);
    expect(params).toMatchObject({ email, amount: 25_000_000, currency: "NGN" });
    expect(params.customFields).toMatchObject({ course: "DevOps Full", plan: "Two Installments", email });
    const { reference } = params;
    expect(reference).toMatch(/^TUI-\d{8}-/);
    await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
    const received = page.getByRole("dialog", { name: "Your payment has been received" });
    await expect(received).toContainText(reference);
    await expect(received).toContainText("N250,000");
    for (const words of [
      "DevOps Full, Two Installments",
      "Paid: N250,000 tuition, payment 1 of 2",
      "Next payment: N250,000, due 3 months after the first class",
      "Still needed: your details and the registration fee of N15,000.",
    ]) {
      await expect(received).toContainText(words);
    }
    await expect(received.getByRole("link", { name: "My enrolment" })).toHaveAttribute(
      "href",
      "/My-enrolment",
    );
    await expect.poll(() => storedMails(reference).length).toBe(4);
    for (const mail of storedMails(reference)) {
      expect(mail.subject).toMatch(/^Registration: paid/);
      for (const part of [email, "N250,000", "DevOps Full", "Two Installments"]) {
        expect(mail.message).toContain(part);
      }
    }
    await received.getByRole("button", { name: "Make another payment" }).click();
    await expect(received).toBeHidden();
    await payButton(page, "Enroll Now", SOLUTIONS_ARCHITECT, "Full Tuition").click();
    await field(page).fill(email);
    await payNow(page).click();
    await expect(paystackFrame(page).locator("#params")).not.toContainText(reference);
    expect(await paystackParams(page)).toMatchObject({ email, amount: 17_000_000 });
  });
});
