import type { Browser, Page } from "@playwright/test";
import { renderMail } from "~/domain/mail/render-mail.ts";
import { mailExamples } from "~/sandbox/mail-examples.ts";
import { mailTemplates } from "../fixtures/mail-templates.ts";
import { fillIn, newLearner, type Typed } from "../fixtures/registration-form.ts";
import { academy } from "./academy.ts";
import { comeFrom, expect, storedMails, test, unique, watchContext, withDatabase } from "./fixtures.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

const checkout = (page: Page, amount: string) =>
  page.getByRole("dialog", { name: `Pay ${amount}`, exact: true });
const choose = (page: Page, amount: string, name: "Pay" | "Decline" | "Close") =>
  checkout(page, amount).getByRole("button", { name, exact: true }).click();

const inGhana = (): Typed => ({
  ...newLearner(),
  country: "Ghana",
  state: null,
  phone: `+23324${String(Math.random()).slice(2, 9)}`,
  whatsapp: "+233241234568",
});

const markets = [
  {
    money: "naira",
    country: "NG",
    amount: "N165,000",
    provider: "Paystack stand-in",
    refusal: "Declined by the sandbox's bank.",
    learner: newLearner,
  },
  {
    money: "dollars",
    country: "GH",
    amount: "$109.00",
    provider: "PayPal stand-in",
    refusal: "Your bank or card did not allow this payment.",
    learner: inGhana,
  },
] as const;

async function registerAs(page: Page, typed: Typed): Promise<void> {
  await page.goto("/Signup");
  await fillIn(page, typed);
  await page.getByRole("button", { name: "Register", exact: true }).click();
}

/** The reference that the open checkout names. */
async function referenceIn(page: Page, amount: string): Promise<string> {
  const text = await checkout(page, amount).getByText("Reference ").textContent();
  return text?.replace("Reference ", "") ?? "";
}

/** How the edge says that a payment stands. */
async function standing(page: Page, reference: string): Promise<string> {
  return (await (await page.request.get(`/prod/payments/${reference}`)).json()).status;
}

for (const { money, country, amount, provider, refusal, learner } of markets) {
  test.describe(`the sandbox's checkout for ${money}`, () => {
    test.beforeEach(({ context }) => comeFrom(context, country));

    test(`the sandbox's checkout for ${money} says that no money moves, and what it stands in for`, async ({
      page,
    }) => {
      await registerAs(page, learner());
      const dialog = checkout(page, amount);
      await expect(dialog.getByText("Sandbox: no money moves", { exact: true })).toBeVisible();
      await expect(dialog).toContainText(provider);
      await expect(dialog).toContainText("DevOps Foundational");
      await expect(dialog).toContainText(/Reference REG-\d{8}-[A-Z2-9]{10}/);
    });

    test(`Pay in the sandbox's checkout for ${money} leads to the received overlay, the edge knows it, and its four mails are at /sandbox`, async ({
      page,
    }) => {
      const lastName = unique("Obi");
      await registerAs(page, { ...learner(), lastName });
      const reference = await referenceIn(page, amount);
      await choose(page, amount, "Pay");
      await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
      expect(await standing(page, reference)).toBe("paid");
      expect(storedMails(lastName, SANDBOX)).toHaveLength(academy.staffRecipients.length);
      await expect
        .poll(() => new Set(storedMails(lastName, SANDBOX).map(({ status }) => status)))
        .toEqual(new Set(["kept"]));

      await page.goto("/sandbox");
      const mails = page.getByRole("listitem").filter({ hasText: lastName });
      await expect(mails).toHaveCount(4);
      for (const { email } of academy.staffRecipients) {
        const mail = mails.filter({ hasText: `Registration: paid to ${email}` });
        await expect(
          mail.getByRole("heading", { name: "New registration: DevOps Foundational" }),
        ).toBeVisible();
        await expect(mail.getByRole("row", { name: `Last Name ${lastName}` })).toBeVisible();
        await expect(mail.getByRole("row", { name: `Amount ${amount}` })).toBeVisible();
        await expect(mail).toContainText(`${provider.replace(" stand-in", "")} says: Paid`);
        await expect(mail).toContainText("there are no SMTP settings, so mails stay here");
      }
    });

    test(`Decline in the sandbox's checkout for ${money} leads to the refusal in the bank's words, and staff hear nothing`, async ({
      page,
    }) => {
      const lastName = unique("Obi");
      await registerAs(page, { ...learner(), lastName });
      const reference = await referenceIn(page, amount);
      await choose(page, amount, "Decline");
      const refused = page.getByRole("dialog", { name: "Your payment has not been received yet" });
      await expect(refused).toContainText(refusal);
      expect(await standing(page, reference)).toBe("unpaid");
      expect(storedMails(lastName, SANDBOX)).toEqual([]);
    });

    for (const how of ["Close", "Escape"] as const) {
      test(`${how} in the sandbox's checkout for ${money} leads to the closed view, and nothing that was typed is lost`, async ({
        page,
      }) => {
        await registerAs(page, learner());
        const reference = await referenceIn(page, amount);
        if (how === "Close") await choose(page, amount, "Close");
        else {
          await expect(checkout(page, amount)).toBeVisible();
          await page.keyboard.press("Escape");
        }
        const closed = page.getByRole("dialog", { name: "Your payment has not been received yet" });
        await expect(closed).toContainText(`Please reach out to ${academy.email} to lodge a complaint`);
        await closed.getByRole("button", { name: "Close" }).click();
        await expect(page.getByLabel("First Name")).toHaveValue("Ada");
        expect(await standing(page, reference)).toBe("unpaid");
      });
    }
  });
}

test("what was closed in the sandbox's checkout is paid under the same reference when it is taken up again", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await registerAs(page, newLearner());
  const reference = await referenceIn(page, "N165,000");
  await choose(page, "N165,000", "Close");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  expect(await referenceIn(page, "N165,000")).toBe(reference);
  await choose(page, "N165,000", "Pay");
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  expect(await standing(page, reference)).toBe("paid");
});

test.describe("the sandbox's checkout as a page, without script,", () => {
  /** The page under /sandbox, in a browser of its own that runs no script. */
  async function openPage(browser: Browser, path: string, fixtures: Parameters<typeof watchContext>[1]) {
    const context = await browser.newContext({ baseURL: SANDBOX.origin, javaScriptEnabled: false });
    await watchContext(context, fixtures);
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  /** Registers as far as the open checkout. @returns the checkout that the edge has begun, and its order's reference */
  async function beginNaira(page: Page) {
    await comeFrom(page.context(), "NG");
    const answer = page.waitForResponse("**/prod/enrolments");
    await registerAs(page, newLearner());
    const { checkout: begun } = await (await answer).json();
    return { url: String(begun.url), reference: await referenceIn(page, "N165,000") };
  }

  test("says what is paid, and that no money moves", async ({ page, browser, unexpected, visitor }) => {
    const { url, reference } = await beginNaira(page);
    const opened = await openPage(browser, url, { unexpected, visitor });
    expect(new URL(url).pathname).toMatch(/^\/sandbox\/checkout\/[a-z0-9]{15}$/);
    await expect(opened.getByRole("heading", { level: 1 })).toHaveText("Pay N165,000");
    for (const text of [
      "Sandbox: no money moves",
      "DevOps Foundational · Paystack stand-in",
      `Reference ${reference}`,
    ]) {
      await expect(opened.getByText(text, { exact: true })).toBeVisible();
    }
  });

  test("takes naira, and leads back with the reference", async ({ page, browser, unexpected, visitor }) => {
    const { url, reference } = await beginNaira(page);
    const opened = await openPage(browser, url, { unexpected, visitor });
    await opened.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(opened).toHaveURL(`/Signup?trxref=${reference}&reference=${reference}`);
    expect(await standing(page, reference)).toBe("paid");
    await opened.goto(url);
    await expect(opened.getByText("this need not be paid again")).toBeVisible();
    await expect(opened.getByRole("button", { name: "Pay", exact: true })).toHaveCount(0);
  });

  test("declines, leads back, and can be tried again", async ({ page, browser, unexpected, visitor }) => {
    const { url, reference } = await beginNaira(page);
    const opened = await openPage(browser, url, { unexpected, visitor });
    await opened.getByRole("button", { name: "Decline" }).click();
    await expect(opened).toHaveURL(`/Signup?trxref=${reference}&reference=${reference}`);
    expect(await standing(page, reference)).toBe("unpaid");
    await opened.goto(url);
    await expect(opened.getByText("Declined by the sandbox's bank.")).toBeVisible();
    await opened.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(opened).toHaveURL(/reference=/);
    expect(await standing(page, reference)).toBe("paid");
  });

  test("is closed, and leads back as it was", async ({ page, browser, unexpected, visitor }) => {
    const { url, reference } = await beginNaira(page);
    const opened = await openPage(browser, url, { unexpected, visitor });
    await opened.getByRole("button", { name: "Close" }).click();
    await expect(opened).toHaveURL("/Signup");
    expect(await standing(page, reference)).toBe("unpaid");
  });

  test("takes a payer's word for an order in dollars, which the edge then captures", async ({
    page,
    browser,
    unexpected,
    visitor,
  }) => {
    await comeFrom(page.context(), "GH");
    const named = page.waitForRequest("**/prod/enrolments");
    await registerAs(page, inGhana());
    const { order } = (await named).postDataJSON();
    const { id } = await (await page.request.post("/prod/paypal/orders", { data: { order } })).json();
    const opened = await openPage(browser, `/sandbox/checkout/${id}`, { unexpected, visitor });
    await expect(opened.getByRole("heading", { level: 1 })).toHaveText("Pay $109.00");
    await opened.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(opened.getByText("this need not be paid again")).toBeVisible();
    expect(await standing(page, order.reference)).toBe("pending");
    await page.request.post(`/prod/paypal/orders/${id}/capture`, { data: {} });
    expect(await standing(page, order.reference)).toBe("paid");
  });

  test("says so where nothing was begun", async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    expect((await page.goto("/sandbox/checkout/nobody"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No such checkout");
  });
});

test("a registration in naira that is paid on the checkout's own page is found paid when the visitor comes back", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  const answer = page.waitForResponse("**/prod/enrolments");
  await registerAs(page, newLearner());
  await expect(checkout(page, "N165,000")).toBeVisible();
  await page.goto((await (await answer).json()).checkout.url);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/Signup\?/);
  await expect(page.getByText("Your payment has been received").first()).toBeVisible();
});

test("a price card is paid in the sandbox too", async ({ page, context }) => {
  await comeFrom(context, "NG");
  await page.goto("/Pricing");
  await page.getByRole("button", { name: /^Enroll Now ?: DevOps Full, Full Tuition$/ }).click();
  await page.getByLabel("Please Input Your Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Pay Now" }).click();
  // The question and the checkout bear the same name; one has gone when the other comes.
  await expect(page.getByText("Sandbox: no money moves", { exact: true })).toBeVisible();
  await choose(page, "N485,000", "Pay");
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
});

test("the country set at /sandbox is what the lookup answers and what prices go by", async ({ page }) => {
  const setCountry = async (name: string) => {
    await page.goto("/sandbox");
    await page.getByLabel("Country that the location lookup answers").selectOption(name);
    await page.getByRole("button", { name: "Set the country" }).click();
    await expect(page).toHaveURL("/sandbox");
    await expect(
      page.getByLabel("Country that the location lookup answers").locator("option:checked"),
    ).toHaveText(name);
  };
  for (const { name, code, price, other } of [
    { name: "Nigeria", code: "NG", price: "N194K", other: "$625" },
    { name: "Kenya", code: "KE", price: "$625", other: "N194K" },
    { name: "Nigeria", code: "NG", price: "N194K", other: "$625" },
  ]) {
    await setCountry(name);
    const answer = await page.request.get("/json");
    expect(await answer.json()).toEqual({ country_name: name, country_code: code });
    await page.goto("/Pricing");
    await expect(page.getByText(price, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(other, { exact: true }).first()).toBeHidden();
  }
});

test("a learner's mail stands at /sandbox as its reader sees it, with its text", async ({ page }) => {
  const example = mailExamples.find(({ name }) => name === "due");
  if (example?.name !== "due") throw new Error("There is no example of this mail.");
  const firstName = unique("Adaeze");
  const to = `${firstName}@example.com`;
  const { subject, html, text } = renderMail(mailTemplates, "due", { ...example.values, firstName });
  withDatabase(SANDBOX, { readOnly: false }, (database) => {
    database
      .prepare(
        `INSERT INTO mails (created_at, from_address, to_address, subject, message, plain_text, idempotency_key,
           status, next_attempt_at, give_up_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'kept', '', '')`,
      )
      .run(new Date().toISOString(), academy.senderEmail, to, subject, html, text, `learner:${to}`);
  });

  await page.goto("/sandbox");
  const mail = page.getByRole("listitem").filter({ hasText: `${subject} to ${to}` });
  const frame = mail.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "N70,000 is due today" })).toBeVisible();
  await expect(frame.getByText(`Hello ${firstName}, today`)).toBeVisible();
  await expect(frame.getByRole("link", { name: "Pay N70,000" })).toHaveCSS("text-decoration-line", "none");
  await mail.getByText("As text").click();
  await expect(mail.locator("pre")).toContainText(`Hello ${firstName}, today`);
});

test("every page of the sandbox says that it is one", async ({ page, context }) => {
  await comeFrom(context, "NG");
  for (const path of ["/", "/Pricing", "/Signup"]) {
    await page.goto(path);
    await expect(page.getByText("Sandbox: no money moves.")).toBeVisible();
  }
});

test("the sandbox's page opens for somebody who types its address", async ({ request }) => {
  const answer = await request.get("/sandbox", { headers: { "sec-fetch-mode": "navigate" } });
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain("Accepted mails");
});
