import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { payAtPaystack, servePaystack } from "../mocks/paystack-checkout.ts";
import { findingsOfState } from "./axe.ts";
import { changeDatabase } from "./control-site.ts";
import { builtScriptsWith, watchBodies } from "./fetched-code.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { confirmPayment, paidEnrolment, startEnrolment } from "./new-enrolment.ts";
import { SITE } from "./servers.ts";

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
});

/** A text that only React's code holds. */
const REACT = "https://react.dev/errors/";
const LINK_SENT = "If we know this address, a link is on its way to it.";

const heading = (page: Page) => page.getByRole("heading", { level: 2, name: "DevOps Full" });
const row = (page: Page, name: string) => page.locator(".charge").filter({ hasText: name });
const money = (page: Page) => page.locator(".enrolment-money");

/** Pays in Paystack's checkout, and goes back from the dialog that says so. @returns the payment's reference */
async function pay(page: Page): Promise<string> {
  const reference = await payAtPaystack(page);
  const dialog = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(dialog).toContainText("You would receive an email confirming your payment in 24-48 hours");
  await dialog.getByRole("button", { name: "Back to my enrolment" }).click();
  return reference;
}

test("a link opens the enrolment, and its key moves from the URL into this browser's storage", async ({
  page,
  request,
}) => {
  const { link, key, id } = await paidEnrolment(request);
  const requestedUrls: string[] = [];
  page.on("request", (each) => requestedUrls.push(each.url()));
  await page.goto(link);
  await expect(heading(page)).toBeVisible();
  expect(page.url(), "the key has left the URL").toMatch(/\/My-enrolment$/);
  expect(
    requestedUrls.filter((url) => url.includes(key)),
    "no request's URL contains the key",
  ).toEqual([]);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(id, { exact: true })).toBeVisible();
});

test("a learner pays the next installment, opens its receipt, and pays all that is left", async ({
  page,
  request,
}) => {
  await page.goto((await paidEnrolment(request)).link);
  await page.getByRole("button", { name: "Pay N70,000" }).click();
  const reference = await pay(page);
  await expect(row(page, "payment 2 of 6")).toContainText("Paid");
  await expect(money(page)).toContainText("N280,000 left");
  await expect(money(page), "whoever closes the dialog goes on here").toBeFocused();
  await row(page, "payment 2 of 6")
    .getByRole("button", { name: /^Receipt/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Receipt" })).toContainText(reference);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await page.getByLabel("How much").selectOption("N280,000: all that is left");
  await page.getByRole("button", { name: "Pay N280,000" }).click();
  await pay(page);
  await expect(money(page)).toContainText("Everything is paid");
  await expect(page.getByRole("button", { name: /^Pay / })).toHaveCount(0);
});

test("a payment that arrives while its page is open is not charged again", async ({ page, request }) => {
  const started = await startEnrolment(request);
  await page.goto(started.link);
  await expect(money(page)).toContainText("You didn't finish paying");
  await confirmPayment(request, started);
  await page.getByRole("button", { name: "Pay N209,000" }).click();
  const paid = page.getByRole("dialog", { name: "This has been paid already" });
  await expect(paid).toContainText("Nothing was charged");
  await paid.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Pay N70,000" })).toBeVisible();
});

test("a visitor without a link gets no React before the form is touched, and is sent a link", async ({
  page,
  context,
}) => {
  const linkRequests: unknown[] = [];
  await page.route("**/prod/enrolments/links", (route) => {
    linkRequests.push(route.request().postDataJSON());
    return route.fulfill({ status: 202, json: { message: "Accepted" } });
  });
  const fetched = watchBodies(context);
  await page.goto("/My-enrolment");
  const email = page.getByLabel("Email Address");
  await expect(email).toBeVisible();
  expect(builtScriptsWith(REACT), "a built script contains React's code").not.toEqual([]);
  expect(await fetched(REACT)).toEqual([]);
  await email.pressSequentially("ada@example");
  await expect(page.locator("astro-island")).not.toHaveAttribute("ssr");
  expect(await fetched(REACT)).not.toEqual([]);
  await expect(email).toBeFocused();
  await email.press("Enter");
  await expect(page.getByText("Enter an email address like name@example.com.")).toBeVisible();
  await email.pressSequentially(".com");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText(LINK_SENT)).toBeVisible();
  expect(linkRequests).toEqual([{ email: "ada@example.com" }]);
  expect(await findingsOfState(page)).toEqual([]);
});

test("a learner asks for more time, and reads after a reload that the request arrived", async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  const { link, id } = await paidEnrolment(request);
  await changeDatabase(SITE, ["UPDATE charges SET due_on = '2999-01-05' WHERE enrolment_id = ?", id]);
  await page.goto(link);
  await page.getByText("I need more time", { exact: true }).click();
  const more = page.getByRole("form", { name: "Ask for more time" });
  await more.getByRole("button").click();
  await expect(more.getByLabel("I can pay by")).toHaveAccessibleDescription(/Choose a day from/);
  await expect(more.getByLabel("I can pay by")).toBeFocused();
  const last = await more.getByLabel("I can pay by").getAttribute("max");
  await more.getByLabel("I can pay by").fill(last ?? "");
  await more.getByRole("button").click();
  await expect(more).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("More time to pay tuition, payment 2 of 6, until ")).toBeVisible();
});

test("a request for a change closes its form, and cannot be sent a second time", async ({
  page,
  request,
}) => {
  await page.goto((await paidEnrolment(request)).link);
  const other = page.getByText("Ask us to change something else");
  await other.click();
  const change = page.getByRole("form", { name: "Send request" });
  await change.getByLabel("What should we know?").fill("My surname is Obi-Eze");
  await change.getByRole("button").click();
  await expect(page.getByText("Change name, course or plan", { exact: true })).toBeVisible();
  await expect(change).toBeHidden();
  await expect(other).toBeFocused();
  await other.click();
  await expect(change.getByLabel("What do you need?").locator("option")).toHaveText(["Delete my data"]);
  expect(await findingsOfState(page)).toEqual([]);
});

/** Holds the page's code back until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const continueLater = (route: Route) => held.promise.then(() => route.continue());
  await page.route(/\/_astro\/MyEnrolment\..*\.js/, continueLater, { times: 1 });
  return held.resolve;
}

test("whoever opens a link reads at once that it is being opened, and sees no other form", async ({
  page,
  request,
}) => {
  const { link } = await paidEnrolment(request);
  for (const address of [link, "/My-enrolment"]) {
    const letCodeIn = await holdCode(page);
    await page.goto("/About");
    await page.goto(address);
    await expect(page.getByText("Opening your enrolment.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send me a link" })).toBeHidden();
    letCodeIn();
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText("Opening your enrolment.")).toHaveCount(0);
  }
});

test("the last visit can be read without a network, with its date, and nothing can be paid", async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.goto((await paidEnrolment(request)).link);
  await expect(heading(page)).toBeVisible();
  await page.route("**/prod/enrolments/**", (route) => route.abort("internetdisconnected"));
  await page.reload();
  const copy = page.getByRole("complementary", { name: "Saved copy" }).filter({ visible: true });
  await expect(copy).toContainText(String(new Date().getFullYear()));
  await expect(money(page)).toContainText("N350,000 left");
  await expect(page.getByRole("button", { name: /^Pay / })).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const detail of ["@example.com", "+2348", "25-29"]) expect(kept).not.toContain(detail);
  await page.unroute("**/prod/enrolments/**");
  await copy.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Pay N70,000" })).toBeVisible();
  await expect(money(page), "the button is gone, its focus is not lost").toBeFocused();
});

test("a learner without a cohort is asked to join the next class, and joins it by a press", async ({
  page,
  request,
}) => {
  const { link } = await paidEnrolment(request, { cohort: "" });
  // Cohort 8 is open on this date. It is over by the edge's clock, so the edge's response is mocked below.
  await page.clock.setFixedTime(new Date("2024-04-02T09:00:00Z"));
  const opened = page.waitForResponse("**/prod/enrolments/*");
  await page.goto(link);
  const view = await (await opened).json();
  let change: unknown = null;
  await page.route("**/prod/enrolments/*", (route) => {
    change = route.request().postDataJSON();
    return route.fulfill({ json: { ...view, learner: { ...view.learner, cohort: "cohort-8" } } });
  });
  const question = page.getByRole("region", { name: "The next class starts on May 27, 2024" });
  await question.getByRole("button", { name: "Join it" }).click();
  await expect(page.getByText("You’re in the class that starts on May 27, 2024.")).toBeVisible();
  await expect(question).toHaveCount(0);
  expect(change).toEqual({ cohort: "cohort-8" });
});

test("the due dates are a calendar file, and reminders can be stopped", async ({ page, request }) => {
  const { link, id } = await paidEnrolment(request);
  await changeDatabase(SITE, [
    "UPDATE charges SET due_on = '2099-06-27' WHERE enrolment_id = ? AND number > 1",
    id,
  ]);
  await page.goto(link);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Add the dates to my calendar" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("payments.ics");
  expect(readFileSync(await file.path(), "utf8")).toContain("DTSTART;VALUE=DATE:20990627");
  await page.getByLabel("Remind me by email").uncheck();
  await expect(page.getByText("We’ve stopped your reminders.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Remind me by email")).not.toBeChecked();
});

test("a receipt prints alone, with its reference in one line", async ({ page, request }) => {
  const { link, reference } = await paidEnrolment(request);
  await page.goto(link);
  await row(page, "payment 1 of 6")
    .getByRole("button", { name: /^Receipt/ })
    .click();
  const receipt = page.getByRole("dialog", { name: "Receipt" });
  await expect(receipt).toContainText("Registration fee and tuition, payment 1 of 6");
  await page.emulateMedia({ media: "print" });
  const lines = await receipt.getByText(reference).evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);
  await expect(page.locator(".charges")).toBeHidden();
  await expect(receipt.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await receipt.getByRole("button", { name: "Close" }).click();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".charges")).toBeVisible();
  await expect(page.getByRole("button"), "no buttons in print").toHaveCount(0);
});

test("of two enrolments known in one browser, either can be chosen, and one forgotten", async ({
  page,
  request,
}) => {
  const first = await paidEnrolment(request);
  const second = await startEnrolment(request, { firstName: "Bola" });
  await page.goto(first.link);
  await expect(heading(page)).toBeVisible();
  await page.goto(second.link);
  await expect(money(page)).toContainText("You didn't finish paying");
  const chooser = page.getByLabel("Enrolment", { exact: true });
  await chooser.focus();
  await chooser.selectOption(first.id);
  await expect(money(page)).toContainText("N209,000 paid");
  await expect(chooser).toBeFocused();
  await page.getByRole("button", { name: "Forget on this device" }).click();
  await expect(money(page)).toContainText("You didn't finish paying");
  await page.getByRole("button", { name: "Forget on this device" }).click();
  await expect(page.getByText("Removed.", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("ENR-")))).toEqual(
    [],
  );
});
