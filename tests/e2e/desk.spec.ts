import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { CONTACT_FIELDS, CONTACT_LABELS } from "~/domain/contact/contact-message.ts";
import { findingsOfPage } from "./axe.ts";
import { FAILED_MAILS, LONE_PAYMENTS, MAILED } from "./desk-database.ts";
import { expect, test } from "./fixtures.ts";
import { tabTo, typeAt } from "./keyboard.ts";
import { SANDBOX } from "./servers.ts";

// The sandbox begins with 200 learners of whom played-cohort.ts tells: 150 in cohort 8, who have paid once, twice or all, and
// 50 in cohort 9, who have paid nothing.
test.use({ baseURL: SANDBOX.origin });
// One after the other: what one writes is on the pages of the next.
test.describe.configure({ mode: "default" });

// A form with errors is a 422, and a missing page a 404: a browser logs both as errors.
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/status of (422|404)/);
});

/** Goes to a link or button with Tab, and presses it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const named = page.getByRole("link", { name }).or(page.getByRole("button", { name }));
  await tabTo(page, named.first());
  await page.keyboard.press("Enter");
}

/** Goes to a field with Tab, and types in the place of what it holds. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

async function signIn(page: Page, role: "viewer" | "staff" | "owner"): Promise<void> {
  await page.goto("/desk");
  await expect(page.getByRole("heading", { name: "Sign in to the sandbox desk" })).toBeVisible();
  await press(page, `As ${role}`);
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
}

/** Searches for a learner by the address. @returns the address of the enrolment's page */
async function lookUp(page: Page, email: string): Promise<string> {
  await type(page, "Find someone", email);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/desk\/enrolments\/ENR-/);
  return new URL(page.url()).pathname;
}

/** Goes to where the session has ended, signs in there, and comes back. */
async function signInElsewhere(page: Page, context: BrowserContext, through: string, role: string) {
  const tab = await pressForTab(page, context, through);
  await press(tab, `As ${role}`);
  await expect(tab.getByText(`${role}@sandbox.example, ${role}`)).toBeVisible();
  await tab.close();
}

/** Presses what opens another tab. */
async function pressForTab(page: Page, context: BrowserContext, name: string): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent("page"), press(page, name)]);
  await tab.waitForLoadState();
  return tab;
}

/** Sends a message as the contact form does. */
async function sendMessage(request: APIRequestContext, firstname: string): Promise<void> {
  const message = {
    firstname,
    lastname: "Okoro",
    email: "uche@example.com",
    phone: "0803 555 0101",
    message: "Is there a class at night?",
  };
  const rows = CONTACT_FIELDS.map(
    (field) => `<tr><th>${CONTACT_LABELS[field]}</th><td>${message[field]}</td></tr>`,
  );
  const config = { fromEmailAddress: "site", toEmailAddress: "academy" };
  const body = { subject: "Contact Form", message: `<table>${rows.join("")}</table>` };
  const headers = { origin: SANDBOX.origin };
  const answer = await request.post("/prod/mailing", { data: { config, body }, headers });
  expect(answer.status()).toBe(202);
}

test.describe("on a phone without script", () => {
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });

  test("a message is answered, marked as done and put back, by keyboard alone", async ({ page, request }) => {
    await sendMessage(request, "Uche");
    await signIn(page, "staff");
    await press(page, /^Inbox: \d+ to answer$/);
    const row = page.getByRole("listitem").filter({ hasText: "Uche Okoro" });
    await expect(row).toContainText("Is there a class at night?");
    await expect(row.getByRole("link", { name: "Answer" })).toHaveAttribute(
      "href",
      /^mailto:uche@example\.com\?/,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await press(page, /^Done: Uche Okoro/);
    await press(page, /^Put back: Uche Okoro/);
    await expect(page.getByRole("button", { name: /^Done: Uche Okoro/ })).toBeVisible();
  });

  test("what staff do most is at most three presses from Today", async ({ page, request }) => {
    await sendMessage(request, "Ify");
    await signIn(page, "staff");
    const find = async () => {
      await page.goto("/desk");
      await page.getByLabel("Find someone").fill("learner-52@example.com");
      await page.getByRole("button", { name: "Search" }).click();
    };
    // Each way is the names that are pressed, after a search or from Today.
    const ways = [
      [find, "Record a transfer or cash", "Amount in NGN"],
      [find, "Agree another date", "Due on"],
      [find, "Move to another cohort", "Cohort"],
    ] as const;
    for (const [search, action, field] of ways) {
      await search();
      await page.getByRole("link", { name: action }).click();
      await expect(page.getByLabel(field)).toBeVisible();
    }
    await page.goto("/desk");
    await expect(page.getByRole("heading", { name: "New since yesterday" })).toBeVisible();
    await page.getByRole("link", { name: "All payments" }).click();
    await expect(page.getByRole("heading", { name: "Payments", level: 1 })).toBeVisible();
    await page.goto("/desk");
    await page.getByRole("link", { name: /^Inbox: / }).click();
    await expect(page.getByRole("link", { name: "Answer" }).first()).toBeVisible();
  });

  test("staff do a day's work on 200 enrolments by keyboard alone", async ({ page: first, context }) => {
    let page = first;
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(
        360,
      );
    const fitsAt = async (heading: string) => {
      await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
      await fits();
    };
    await signIn(page, "staff");
    await fits();

    // Who is late in cohort 8? Message the first.
    await press(page, /^Enrolments$/);
    // On a phone they are folded.
    await tabTo(page, page.locator("summary"));
    await page.keyboard.press("Enter");
    await typeAt(page, "Owes", "Is late");
    await typeAt(page, "Cohort", "27 May");
    await press(page, "Show these");
    await expect(page.getByRole("status")).toContainText(
      "50 enrolments; N10,450,000 paid, N17,500,000 left.",
    );
    await expect(page.getByText(/^N\d+,000 late since/)).toHaveCount(50);
    await expect(page.locator("summary")).toHaveText(/^Filters: Is late · .*cohort 8$/);
    await fits();
    await press(page, /^Message /);
    await expect(page.getByLabel("Message")).toHaveValue(
      /^Hello .*Tuition, payment [23] of 6, N70,000.*\/My-enrolment/s,
    );
    // An action's form stays open, and is answered in another tab.
    page = await pressForTab(page, context, "Go on");
    await expect(page.getByRole("link", { name: "Open WhatsApp" })).toHaveAttribute(
      "href",
      /^whatsapp:\/\/send\?phone=234/,
    );
    await fits();

    // A transfer, mistyped once.
    await press(page, "Record a transfer or cash");
    await type(page, "Amount in NGN", "nothing");
    page = await pressForTab(page, context, "Record a transfer or cash");
    await expect(page.getByText("Write an amount above nothing")).toBeVisible();
    await type(page, "Amount in NGN", "70,000");
    await type(page, "Number at the bank", "GTB 4411");
    page = await pressForTab(page, context, "Record a transfer or cash");
    await expect(page.getByText(/It goes to: Tuition, payment [23] of 6\./)).toBeVisible();
    await press(page, "Yes, do it");
    await expect(page.getByRole("status")).toContainText("Done: Recorded N70,000 by bank transfer");

    // A session that ends in the middle of a form: it still has what was typed.
    await press(page, "Add a note");
    await type(page, "Note", "Typed before the session ended");
    await context.clearCookies();
    await signInElsewhere(page, context, "Add a note", "staff");
    await expect(page.getByLabel("Note")).toHaveValue("Typed before the session ended");
    page = await pressForTab(page, context, "Add a note");
    await expect(page.getByRole("status")).toContainText("Done: Wrote a note.");

    // Who is in the cohort, for its tutor.
    await press(page, "Cohorts");
    await expect(page.getByRole("listitem").filter({ hasText: "cohort 8" })).toContainText("150 seats taken");
    await press(page, /^List for the tutor, .* cohort 8$/);
    await expect(page.getByText("150 learners")).toBeVisible();
    await fits();

    // A week is compared with the provider's own list.
    await press(page, "Reconcile");
    await fitsAt("Reconcile");
    await press(page, "Compare");
    await expect(page.getByRole("heading", { name: /^Paystack, 7 days to/ }).first()).toBeVisible();
    await fits();

    // Flags and mails that belong to no enrolment are settled from Today.
    const [lone] = LONE_PAYMENTS;
    await press(page, "Today");
    await press(page, lone);
    await fitsAt(lone);
    await press(page, "Looked at");
    await expect(page.getByText("Someone has looked at it.")).toBeVisible();
    await press(page, "Today");
    await press(page, FAILED_MAILS[0]);
    await fitsAt("An email that wasn't delivered");
    await press(page, "Try again");
    await expect(page.getByText("It's on its way again.")).toBeVisible();
    await press(page, "Trail");
    for (const line of [`Looked at ${lone}: disputed`, "Wrote a note", "Recorded N70,000"])
      await expect(page.getByText(line).first()).toBeVisible();
  });
});

test("a form whose session has ended keeps what was typed and is sent at the next press", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page, "owner");
  const enrolment = await lookUp(page, "learner-41@example.com");
  await press(page, "Add a note");
  await type(page, "Note", "Calls back on Friday");
  await context.setOffline(true);
  await press(page, "Add a note");
  await expect(page.getByRole("alert")).toContainText("Nothing was sent, and what you typed is still here.");
  await context.setOffline(false);
  await press(page, "Add a note");
  await expect(page.getByRole("status")).toContainText("Done: Wrote a note.");
  await expect(page.getByText("Calls back on Friday")).toBeVisible();
  await press(page, /^Undo/);
  await expect(page.getByRole("status")).toContainText("Undone");
  await expect(page.getByText("Calls back on Friday")).toHaveCount(0);

  await press(page, "Correct details");
  await type(page, "Last Name", "Okonkwo");
  await context.clearCookies();
  await press(page, "Go on");
  await expect(page.getByRole("alert")).toContainText("Your session has ended");
  await signInElsewhere(page, context, "Sign in in another tab", "owner");
  await press(page, "Go on");
  await expect(page.getByText(/to “Okonkwo”\.$/)).toBeVisible();
  await press(page, "Yes, do it");
  await expect(page).toHaveURL(new RegExp(`${enrolment}\\?done=`));
  await expect(page.getByRole("heading", { name: /Okonkwo$/, level: 1 })).toBeVisible();
  expect(await page.evaluate(() => ({ ...sessionStorage, ...localStorage }))).not.toHaveProperty("desk");
});

test("axe finds nothing in any state of the desk, in either scheme, on a phone and a desktop", async ({
  page,
}) => {
  const look = async (what: string, widths = [360]) => {
    expect(await findingsOfPage(page, widths), what).toEqual([]);
  };
  await signIn(page, "owner");
  // What all pages of the desk are made of is on Today and an enrolment: on a desktop these are looked at.
  await look("Today", [360, 1280]);
  await page.getByRole("link", { name: FAILED_MAILS[1] }).click();
  await expect(page.getByRole("heading", { name: "An email that wasn't delivered", level: 1 })).toBeVisible();
  await look("a mail");
  await page.goto("/desk/cohorts");
  await look("cohorts");
  await page.getByRole("link", { name: /^List for the tutor, .* cohort 8$/ }).click();
  await expect(page.getByText("150 learners")).toBeVisible();
  await look("a list for a tutor");
  for (const path of [
    "/desk/enrolments",
    "/desk/cohorts/move?cohort=cohort-8",
    "/desk/cohorts/write?cohort=cohort-8",
    "/desk/inbox",
    "/desk/trail",
    "/desk/nowhere",
    `/desk/payments/${LONE_PAYMENTS[1]}`,
    "/desk/reconcile",
  ]) {
    await page.goto(path);
    await look(path);
  }
  // An earlier comparison may stand on the page already: its heading does not say that the next page has come.
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Compare" }).click();
  await loaded;
  await expect(page.getByRole("heading", { name: /^Paystack, 7 days to/ }).first()).toBeVisible();
  await look("a comparison");
  await page.goto("/desk");
  const enrolment = await lookUp(page, MAILED);
  await look("an enrolment", [360, 1280]);
  for (const name of ["record-payment", "erase"]) {
    await page.goto(`${enrolment}/${name}`);
    await look(name);
  }
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("alert")).toContainText("Not done yet");
  await look("a problem");
  await page.goto(`${enrolment}/withdraw`);
  await page.context().clearCookies({ name: "sandbox-desk" });
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("alert")).toContainText("Your session has ended");
  await look("a session that has ended");
  await signIn(page, "owner");
  await page.goto(`${enrolment}/withdraw`);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("button", { name: "Yes, do it" })).toBeVisible();
  await look("a question");
  await page.getByRole("button", { name: "Yes, do it" }).click();
  await expect(page.getByRole("status")).toContainText("Done: Withdrawn");
  await look("done");
});
