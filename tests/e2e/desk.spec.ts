import type { APIRequestContext, Page } from "@playwright/test";
import { findingsEverywhere } from "./axe.ts";
import { expect, test, unique } from "./fixtures.ts";
import { type BegunEnrolment, beginEnrolment } from "./new-enrolment.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

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

async function signIn(page: Page, role: "viewer" | "staff" | "owner"): Promise<void> {
  await page.goto("/desk");
  await expect(page.getByRole("heading", { name: "Sign in to the sandbox desk" })).toBeVisible();
  await page.getByRole("button", { name: `As ${role}` }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
}

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

  test("staff find who still owes for a cohort, write to the first, and record a transfer", async ({
    page,
    request,
  }) => {
    const cohort = unique("Cohort 8 ");
    const { id } = await paidAtSandbox(request, cohort, "Chimamanda");
    await signIn(page, "staff");
    await page.getByRole("link", { name: "Enrolments", exact: true }).click();
    await page.getByLabel("Owes").selectOption("Still owes something");
    await page.getByLabel("Cohort").selectOption(cohort);
    await page.getByRole("button", { name: "Show these" }).click();
    await expect(page.getByRole("status")).toContainText(
      "1 enrolment; N209,000 NGN paid, N350,000 NGN left.",
    );
    await page.getByRole("link", { name: "Message Chimamanda Adichie" }).click();
    await expect(page.getByLabel("Message")).toHaveValue(
      /Hello Chimamanda.*Tuition, payment 2 of 6, N70,000/,
    );
    await page.getByRole("button", { name: "Go on" }).click();
    await expect(page.getByRole("link", { name: "Open WhatsApp" })).toHaveAttribute(
      "href",
      /^whatsapp:\/\/send\?phone=234/,
    );
    await expect(page).toHaveURL(new RegExp(`/desk/enrolments/${id}\\?done=`));

    await page.getByRole("link", { name: "Record a transfer or cash" }).click();
    await page.getByLabel("Amount in NGN").fill("nothing");
    await page.getByRole("button", { name: "Go on" }).click();
    await expect(page.getByText("Write an amount above nothing")).toBeVisible();
    await page.getByLabel("Amount in NGN").fill("70,000");
    await page.getByLabel("Number at the bank").fill("GTB 4411");
    await page.getByRole("button", { name: "Go on" }).click();
    await expect(page.getByText("It goes to: Tuition, payment 2 of 6.")).toBeVisible();
    await page.getByRole("button", { name: "Yes, do it" }).click();
    await expect(page.getByRole("status")).toContainText("Done: Recorded N70,000 NGN by bank transfer");
    await expect(page.getByText("Tuition, payment 2 of 6", { exact: true })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});

test("by keyboard alone a learner is looked up, a note is written, and taken back", async ({
  page,
  request,
}) => {
  const firstName = unique("Keyboard");
  const { id } = await paidAtSandbox(request, unique("Cohort "), firstName);
  await signIn(page, "staff");
  await page.getByLabel("Look somebody up").focus();
  await page.keyboard.type(firstName);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/desk/enrolments/${id}`);
  await pressByKeyboard(page, "Add a note");
  await page.waitForURL(/\/note$/);
  await page.getByLabel("Note").focus();
  await page.keyboard.type("Calls back on Friday");
  await pressByKeyboard(page, "Add a note");
  await expect(page.getByRole("status")).toContainText("Done: Wrote a note.");
  await expect(page.getByText("Calls back on Friday")).toBeVisible();
  await pressByKeyboard(page, /^Undo/);
  await expect(page.getByRole("status")).toContainText("Undone");
  await expect(page.getByText("Calls back on Friday")).toHaveCount(0);
});

test("a session that ends in the middle of a form loses nothing that was typed", async ({
  page,
  request,
  context,
}) => {
  const { id } = await paidAtSandbox(request, unique("Cohort "), "Session");
  await signIn(page, "staff");
  await page.goto(`/desk/enrolments/${id}/note`);
  await page.getByLabel("Note").fill("Typed before the session ended");
  await context.clearCookies();
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByRole("button", { name: "As staff" }).click();
  await expect(page).toHaveURL(`/desk/enrolments/${id}/note`);
  await expect(page.getByLabel("Note")).toHaveValue("Typed before the session ended");
  await page.getByRole("button", { name: "Add a note" }).click();
  await expect(page.getByRole("status")).toContainText("Done: Wrote a note.");
  await page.goto(`/desk/enrolments/${id}/note`);
  await expect(page.getByLabel("Note")).toHaveValue("");
});

test("axe finds nothing on the desk, in either scheme, on a phone and a desktop", async ({
  page,
  request,
}) => {
  const { id } = await paidAtSandbox(request, unique("Cohort "), "Axe");
  const look = async (what: string) => expect(await findingsEverywhere(page, [360, 1280]), what).toEqual([]);
  await signIn(page, "owner");
  await look("Today");
  for (const path of ["", "/record-payment", "/refund", "/correct", "/forget"]) {
    await page.goto(`/desk/enrolments/${id}${path}`);
    await look(path);
  }
  await page.getByRole("button", { name: "Go on" }).click();
  await look("a problem");
  await page.goto(`/desk/enrolments/${id}/withdraw`);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await look("a question");
  await page.getByRole("button", { name: "Yes, do it" }).click();
  await look("done");
  for (const path of ["/desk/enrolments", "/desk/trail", "/desk/nowhere"]) {
    await page.goto(path);
    await look(path);
  }
});
