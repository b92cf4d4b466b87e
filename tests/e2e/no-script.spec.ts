import type { Page } from "@playwright/test";
import { chosenPlan, fillInPlain, newLearner } from "../fixtures/registration-form.ts";
import { comeFrom, expect, readDatabase, test, unique } from "./fixtures.ts";
import { mailsTo } from "./learner-mails.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin, javaScriptEnabled: false });

const form = (page: Page) => page.locator("form[data-fill]");
const register = (page: Page) => form(page).getByRole("button", { name: "Register", exact: true });
const ended = (page: Page, title: string) => page.getByRole("region", { name: title });

const countOf = (email: string) =>
  readDatabase(SANDBOX, (database) =>
    database.prepare("SELECT count(*) AS count FROM payments WHERE customer_email = ?").get(email),
  );

test("a Nigerian registers and pays without script, and is charged once despite a double press", {
  tag: ["@engines", "@without-script"],
}, async ({ page, context, expectedErrors }) => {
  expectedErrors.push(/422/);
  await comeFrom(context, "NG");
  const learner = newLearner();
  const { email } = learner;
  await page.goto("/Signup");
  await register(page).click();
  const summary = page.getByRole("alert", { name: "There is a problem" });
  await expect(page).toHaveTitle(/^Error: Register/);
  await expect(summary.getByRole("listitem")).toHaveCount(11);
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Enter your first name." }).click();
  await expect(form(page).getByLabel("First Name")).toBeFocused();
  await expect(form(page).getByLabel("First Name")).toHaveAccessibleDescription(/Enter your first name\./);

  await fillInPlain(page, { ...learner, email: "ada@", phone: "0803" });
  await form(page).getByLabel("State").fill("Lagos");
  await register(page).click();
  await expect(summary.getByRole("listitem")).toHaveText([/name@example.com/, /^Check this phone number/]);
  await expect(form(page).getByLabel("State")).toHaveValue("Lagos");
  await expect(form(page).getByRole("checkbox", { name: /^I agree that the academy/ })).toBeChecked();

  await fillInPlain(page, learner);
  await register(page).dblclick();
  await expect(page.getByRole("heading", { name: "Pay N165,000" })).toBeVisible();
  const checkout = page.url();
  expect(countOf(email)).toEqual({ count: 1 });
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(ended(page, "Your payment has not been received yet")).toBeVisible();

  await page.goto(checkout);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const received = ended(page, "Your payment has been received");
  await expect(received).toContainText(/REG-\d{8}-[A-Z2-9]{10}/);
  await page.reload();
  await expect(received).toBeVisible();
  expect(countOf(email)).toEqual({ count: 1 });
});

test("an American opens a link to a plan without script and pays with PayPal once", {
  tag: ["@engines", "@without-script"],
}, async ({ page, context }) => {
  await comeFrom(context, "NG");
  const learner = newLearner();
  const { email } = learner;
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await expect(page.getByLabel("Payment plan").getByRole("radio")).toHaveCount(3);
  await expect(chosenPlan(page)).toHaveAccessibleName(/^DevOps Full: Five Installments/);
  await fillInPlain(page, {
    ...learner,
    course: null,
    phone: "(212) 555-1234",
    whatsapp: "+1 212 555 1235",
    country: "United States",
  });
  await register(page).click();
  await expect(page.getByRole("heading", { name: "Pay $509.00" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(ended(page, "Your payment has not been received yet")).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const received = ended(page, "Your payment has been received");
  await expect(received).toBeVisible();
  await page.reload();
  await expect(received).toBeVisible();
  expect(countOf(email)).toEqual({ count: 1 });
});

test("a price card without script leads to Signup, with its course and plan chosen", async ({ page }) => {
  await page.goto("/Pricing");
  await page
    .getByRole("button", { name: /^Enroll Now.*DevOps Full, Two Installments/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/Signup\?course=devops-full&plan=two-installments$/);
  await expect(page.getByLabel("Course")).toHaveValue("devops-full");
  await expect(page.getByRole("radio", { name: /Two Installments/ }).first()).toBeChecked();
});

test("the links of a mail confirm an address and unsubscribe it without script", {
  tag: ["@engines", "@without-script"],
}, async ({ page }) => {
  const email = `${unique("ada-")}@example.com`;
  await page.request.post("/prod/subscriptions", { data: { email, course: null } });
  const links = () => (mailsTo(SANDBOX, email)[0]?.text ?? "").match(/\/prod\/subscriptions\/[\w/-]+/g) ?? [];
  await expect.poll(links).toHaveLength(2);
  const [join = "", stop = ""] = links();
  await page.goto(join);
  await page.getByRole("main").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Thank you, you're confirmed" })).toBeVisible();
  await page.goto(stop);
  await page.getByRole("main").getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
});

/** The pages that do more with script: what they say without it, and the control that would then do nothing. */
const WITHOUT_SCRIPT: readonly (readonly [path: string, says: readonly RegExp[], control: string])[] = [
  [
    "/",
    [/95%.*2500\+.*85%/s, /This needs JavaScript/],
    "[data-closing-notice], .carousel button, form button",
  ],
  ["/Contact", [/This needs JavaScript.*WhatsApp/s], "form button"],
  ["/My-enrolment", [/This needs JavaScript.*WhatsApp/s], "form button"],
  ["/Search", [/All questions and answers/], "[type=search]"],
  ["/Which-track", [/Someone has stolen a password.*You'd go after a stolen password/s], "main form button"],
  ["/Plan", [/Five Installments.*Due 5 months after the first class/s], "select"],
  [
    "/Compare",
    [/Full tuition is N480,000 when you register\./, /Announced before class starts/],
    "form button",
  ],
  ["/Cohort", [/No date yet\./, /hours of classes and practice/], "main form button, [data-cohort-calendar]"],
  ["/Pricing", [/N194K/, /\$625/], ".currency-switch button"],
];

test("without JavaScript each page says all it has to say, and shows no idle control", async ({ page }) => {
  for (const [path, says, control] of WITHOUT_SCRIPT) {
    await page.goto(path);
    await expect.soft(page.locator("main h1"), path).toBeVisible();
    const main = await page.locator("main").innerText();
    for (const words of says) expect.soft(main, path).toMatch(words);
    await expect.soft(page.locator(control).filter({ visible: true }), path).toHaveCount(0);
  }
});
