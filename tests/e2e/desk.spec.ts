import type { DatabaseSync } from "node:sqlite";
import type { APIRequestContext, Page } from "@playwright/test";
import { findingsEverywhere } from "./axe.ts";
import { expect, test, unique, withDatabase } from "./fixtures.ts";
import { addEnrolmentsLike, addLonePayment, addParkedMail } from "./many-enrolments.ts";
import { type BegunEnrolment, beginEnrolment } from "./new-enrolment.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });
// One after the other: each writes into the database that the other one's pages use.
test.describe.configure({ mode: "default" });

// A form that comes back is a 422, and a page that is none a 404: a browser calls both an error.
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/status of (422|404)/);
});

/** Somebody in five installments who has paid the first at the sandbox's checkout. */
async function paidAtSandbox(
  request: APIRequestContext,
  cohort: string,
  firstName: string,
): Promise<BegunEnrolment> {
  const begun = await beginEnrolment(request, { registration: { cohort, firstName, lastName: "Adichie" } });
  const answer = await request.post(`/prod/enrolments/${begun.id}/payments`, {
    data: { page: "/My-enrolment", count: 2 },
    headers: { authorization: `Bearer ${begun.key}` },
  });
  const { checkout } = await answer.json();
  const paid = await request.post(`/sandbox/checkout/${checkout.accessCode}`, {
    form: { choice: "pay" },
    headers: { origin: SANDBOX.origin },
    maxRedirects: 0,
  });
  expect(paid.status()).toBe(303);
  return begun;
}

/** Writes beside the server, which is locked out meanwhile: in one transaction, for a moment only. */
function atOnce<Result>(write: (database: DatabaseSync) => Result): Result {
  return withDatabase(SANDBOX, { readOnly: false }, (database) => {
    database.exec("BEGIN IMMEDIATE");
    const result = write(database);
    database.exec("COMMIT");
    return result;
  });
}

async function signIn(page: Page, role: "viewer" | "staff" | "owner"): Promise<void> {
  await page.goto("/desk");
  await expect(page.getByRole("heading", { name: "Sign in to the sandbox desk" })).toBeVisible();
  await page.getByRole("button", { name: `As ${role}` }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Presses Tab until a link or button of that name has the focus, then Enter. */
async function pressByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole("link", { name }).or(page.getByRole("button", { name })).first();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} was not reached by keyboard.`);
}

test.describe("on a phone without script", () => {
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });

  test("staff's day on 200 enrolments: who still owes for cohort 8, a message to the first, a transfer, a session that ends, a cohort, an export, a mail", async ({
    page,
    request,
    context,
  }) => {
    const cohort = unique("Cohort 8 ");
    const { id, reference } = await paidAtSandbox(request, cohort, "Chimamanda");
    const { lone, subject } = atOnce((database) => {
      addEnrolmentsLike(database, id);
      return { lone: addLonePayment(database, id), subject: addParkedMail(database, id) };
    });
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(
        360,
      );
    await signIn(page, "staff");
    await fits();

    // Who still owes for cohort 8? Message the first.
    await page.getByRole("link", { name: "Enrolments", exact: true }).click();
    await page.getByLabel("Owes").selectOption("Is late");
    await page.getByLabel("Cohort").selectOption(cohort);
    await press(page, "Show these");
    await expect(page.getByRole("status")).toContainText(
      "50 enrolments; N10,450,000 NGN paid, N17,500,000 NGN left.",
    );
    await expect(page.getByText("late since Jan 5, 2026")).toHaveCount(50);
    await page.getByLabel("Owes").selectOption("Still owes something");
    await press(page, "Show these");
    await expect(page.getByRole("status")).toContainText("100 enrolments; N20,900,000 NGN paid");
    await fits();
    await page
      .getByRole("link", { name: /^Message / })
      .first()
      .click();
    await expect(page.getByLabel("Message")).toHaveValue(
      /Hello Chimamanda.*Tuition, payment 2 of 6, N70,000/,
    );
    await press(page, "Go on");
    await expect(page.getByRole("link", { name: "Open WhatsApp" })).toHaveAttribute(
      "href",
      /^whatsapp:\/\/send\?phone=234/,
    );
    await expect(page).toHaveURL(new RegExp(`/desk/enrolments/${id}\\?done=`));
    await fits();

    // A transfer, mistyped once.
    await page.getByRole("link", { name: "Record a transfer or cash" }).click();
    await page.getByLabel("Amount in NGN").fill("nothing");
    await press(page, "Go on");
    await expect(page.getByText("Write an amount above nothing")).toBeVisible();
    await page.getByLabel("Amount in NGN").fill("70,000");
    await page.getByLabel("Number at the bank").fill("GTB 4411");
    await press(page, "Go on");
    await expect(page.getByText("It goes to: Tuition, payment 2 of 6.")).toBeVisible();
    await press(page, "Yes, do it");
    await expect(page.getByRole("status")).toContainText("Done: Recorded N70,000 NGN by bank transfer");

    // A session that ends in the middle of a form: the browser still has what was typed.
    await page.getByRole("link", { name: "Add a note" }).click();
    await page.getByLabel("Note").fill("Typed before the session ended");
    await context.clearCookies();
    await press(page, "Add a note");
    await press(page, "As staff");
    await expect(page.getByLabel("Note")).toHaveValue("");
    await expect(page.locator("form.act noscript p")).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page.getByLabel("Note")).toHaveValue("Typed before the session ended");
    await press(page, "Add a note");
    await expect(page.getByRole("status")).toContainText("Done: Wrote a note.");

    // Who is in the cohort, for its tutor.
    await page.getByRole("link", { name: "Cohorts" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: cohort })).toContainText("150 places taken");
    await page.getByRole("link", { name: `List for the tutor of ${cohort}` }).click();
    await expect(page.getByText("150 learners")).toBeVisible();
    await fits();

    // A provider's export: one payment that both have, one that only the provider knows.
    await page.getByRole("link", { name: "Reconcile" }).click();
    await fits();
    const lines = ["ID,Reference,Amount,Currency,Status", "1,REG-20260101-ZZZZZZZZZZ,5000,NGN,success"];
    const buffer = Buffer.from(lines.join("\r\n"));
    await page
      .getByLabel("The provider's CSV")
      .setInputFiles({ name: "export.csv", mimeType: "text/csv", buffer });
    await press(page, "Compare");
    await expect(
      page.getByRole("heading", { name: "Paid at Paystack, not recorded here (1)" }),
    ).toBeVisible();
    await fits();
    await press(page, /^Ask Paystack about/);
    await expect(page.getByRole("heading", { name: "Asked" })).toBeVisible();

    // What belongs to no enrolment is settled from Today.
    await page.getByRole("link", { name: "Today" }).click();
    await page.getByRole("link", { name: lone }).click();
    await fits();
    await press(page, "Looked at");
    await expect(page.getByText("Somebody has looked at it.")).toBeVisible();
    await page.getByRole("link", { name: "Today" }).first().click();
    await page.getByRole("link", { name: subject }).click();
    await fits();
    await press(page, "Try again");
    await expect(page.getByText("It is on its way again.")).toBeVisible();
    await page.getByRole("link", { name: "Trail" }).click();
    for (const line of [
      `Looked at ${lone}: disputed`,
      "Wrote a note",
      "Recorded N70,000 NGN by bank transfer",
    ])
      await expect(page.getByText(line).first()).toBeVisible();
    expect(reference).toMatch(/^REG-/);
  });
});

test("by keyboard alone a learner is looked up, and a note written over the end of a session, and taken back", async ({
  page,
  request,
  context,
}) => {
  const firstName = unique("Keyboard");
  const { id } = await paidAtSandbox(request, unique("Cohort "), firstName);
  await signIn(page, "owner");
  await page.getByLabel("Look somebody up").focus();
  await page.keyboard.type(firstName);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/desk/enrolments/${id}`);
  await pressByKeyboard(page, "Add a note");
  await page.waitForURL(/\/note$/);
  await page.getByLabel("Note").focus();
  await page.keyboard.type("Calls back on Friday");
  await context.clearCookies();
  await pressByKeyboard(page, "Add a note");
  await expect(page.getByRole("button", { name: "As owner" })).toBeVisible();
  await pressByKeyboard(page, "As owner");
  await expect(page.getByLabel("Note")).toHaveValue("Calls back on Friday");
  await pressByKeyboard(page, "Add a note");
  await expect(page.getByRole("status")).toContainText("Done: Wrote a note.");
  await expect(page.getByText("Calls back on Friday")).toBeVisible();
  await pressByKeyboard(page, /^Undo/);
  await expect(page.getByRole("status")).toContainText("Undone");
  await expect(page.getByText("Calls back on Friday")).toHaveCount(0);
  await page.goto(`/desk/enrolments/${id}/note`);
  await expect(page.getByLabel("Note")).toHaveValue("");
});

test("axe finds nothing in any state of the desk, in either scheme, on a phone and a desktop", async ({
  page,
  request,
}) => {
  const cohort = unique("Cohort ");
  const { id } = await paidAtSandbox(request, cohort, "Axe");
  const { lone, mail } = atOnce((database) => {
    const found = database.prepare("SELECT id FROM mails WHERE subject = ?");
    const subject = addParkedMail(database, id);
    return { lone: addLonePayment(database, id), mail: found.get(subject)?.id };
  });
  const look = async (what: string) => {
    // A key press waits for no style sheet.
    await page.waitForLoadState();
    expect(await findingsEverywhere(page, [360, 1280]), what).toEqual([]);
  };
  await signIn(page, "owner");
  await look("Today");
  await page.goto(`/desk/enrolments/${id}`);
  await look("an enrolment");
  for (const name of ["record-payment", "forget"]) {
    await page.goto(`/desk/enrolments/${id}/${name}`);
    await look(name);
  }
  await press(page, "Go on");
  await look("a problem");
  for (const path of [
    "/desk/enrolments",
    "/desk/trail",
    "/desk/nowhere",
    "/desk/cohorts",
    `/desk/cohorts/list?${new URLSearchParams({ cohort })}`,
    `/desk/payments/${lone}`,
    `/desk/mails/${mail}`,
    "/desk/reconcile",
  ]) {
    await page.goto(path);
    await look(path);
  }
  const rows = [
    "ID,Reference,Amount,Currency,Status",
    "1,REG-20260101-ZZZZZZZZZZ,5000,NGN,success",
    "2,,x,NGN,success",
  ];
  const buffer = Buffer.from(rows.join("\r\n"));
  await page
    .getByLabel("The provider's CSV")
    .setInputFiles({ name: "export.csv", mimeType: "text/csv", buffer });
  await pressByKeyboard(page, "Compare");
  await expect(page.getByText("The two sides differ.")).toBeVisible();
  await look("a comparison");
  await page.goto(`/desk/enrolments/${id}/withdraw`);
  await pressByKeyboard(page, "Withdraw");
  await expect(page.getByRole("button", { name: "Yes, do it" })).toBeVisible();
  await look("a question");
  await pressByKeyboard(page, "Yes, do it");
  await expect(page.getByRole("status")).toContainText("Done: Withdrawn");
  await look("done");
});
