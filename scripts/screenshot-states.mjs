// What npm run screenshots takes besides the plain routes: how a visitor gets a page into a state worth looking at.

/** @typedef {import("@playwright/test").Page} Page */
/**
 * @typedef {object} State
 * @property {string} name
 * @property {string} path
 * @property {"NG" | "US"} [from] where the visitor comes from; Nigeria when left out
 * @property {boolean} [isWindow] takes what the window shows, as dialogs and sticky parts need it
 * @property {number} [narrowerThan] left out from this width on
 * @property {boolean} [keepsNotice] leaves the notice on Home open
 * @property {Record<string, unknown>} [storage] what the browser has kept from an earlier visit
 * @property {(page: Page) => Promise<unknown>} [act]
 */

const button = (page, name) => page.getByRole("button", { name, exact: true });
const dialog = (page, name) => page.getByRole("dialog", { name });
const payFirst = (page, name) =>
  page
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .first()
    .click();

/** The mail endpoint fails, or never answers. */
const mailFails = (page) =>
  page.route("**/prod/mailing", (route) => route.fulfill({ status: 500, body: "{}" }));
const mailHangs = (page) => page.route("**/prod/mailing", () => {});

async function fillIn(page, { email = "ada@example.com", country = "Nigeria" } = {}) {
  const select = (label, option) => page.getByLabel(label, { exact: true }).selectOption(option);
  const fill = (label, text) => page.getByLabel(label, { exact: true }).fill(text);
  await select("Course", "DevOps Foundational");
  await select("Cohort", { index: 1 });
  await fill("First Name", "Ada");
  await fill("Last Name", "Obi");
  await fill("Email Address", email);
  await fill("Phone Number", "08031234567");
  await fill("WhatsApp Number", "08037654321");
  await select("Country", country);
  await select("Age", "25-29");
  await select("Gender", "Female");
  await select("Education", "Graduate");
  await page.getByRole("checkbox").check();
}

async function register(page, answer) {
  await fillIn(page);
  await button(page, "Register").click();
  await dialog(page, /^Pay/).waitFor();
  if (answer) await button(page, answer).click();
}

async function payOnPricing(page, answer) {
  await payFirst(page, "Enroll Now");
  await page.getByLabel("Please Input Your Email").fill("ada@example.com");
  await button(page, "Pay Now").click();
  await button(page, "Decline").waitFor();
  if (answer) await button(page, answer).click();
}

async function sendContact(page) {
  await page.getByLabel("First Name").fill("Ada");
  await page.getByLabel("Last Name").fill("Obi");
  await page.getByLabel("Email Address").fill("ada@example.com");
  await page.getByLabel("Phone Number").fill("08031234567");
  await page.getByRole("textbox", { name: "Message" }).fill("When does the next cohort start?");
  await button(page, "Send Message").click();
}

async function signUpForNews(page) {
  const form = page.getByRole("form", { name: "Newsletter" });
  await form.scrollIntoViewIfNeeded();
  await form.getByLabel("Email Address").fill("ada@example.com");
  await form.getByRole("button").click();
}

/** A payment of an earlier visit, as the outbox keeps it. */
const unsettled = (status) => [
  {
    order: {
      reference: "REG-EXAMPLE-0001",
      purpose: "registration",
      courseName: "DevOps Foundational",
      charge: { currency: "NGN", minor: 16_500_000 },
      customer: { email: "ada@example.com", firstName: "Ada", lastName: "Obi", phone: "+2348031234567" },
      details: [],
      createdAt: new Date().toISOString(),
    },
    payment: { status },
    sender: "website@academy.example",
    recipients: [],
    delivered: [],
  },
];

/** @type {State[]} */
export const states = [
  {
    name: "menu-open",
    path: "/",
    isWindow: true,
    narrowerThan: 1024,
    act: (page) => button(page, "Menu").click(),
  },
  {
    name: "notice-open",
    path: "/",
    isWindow: true,
    keepsNotice: true,
    act: (page) => page.locator("[data-closing-notice][open]").waitFor(),
  },
  { name: "home-abroad", path: "/", from: "US", isWindow: true },
  { name: "pricing-dollars", path: "/Pricing", from: "US" },
  {
    name: "naira-email",
    path: "/Pricing",
    isWindow: true,
    act: (page) => payFirst(page, "Enroll Now"),
  },
  {
    name: "naira-email-wrong",
    path: "/Pricing",
    isWindow: true,
    act: async (page) => {
      await payFirst(page, "Enroll Now");
      await button(page, "Pay Now").click();
    },
  },
  { name: "checkout-naira", path: "/Pricing", isWindow: true, act: (page) => payOnPricing(page) },
  {
    name: "checkout-dollars",
    path: "/Pricing",
    from: "US",
    isWindow: true,
    act: async (page) => {
      await payFirst(page, "PayPal");
      await button(page, "Decline").waitFor();
    },
  },
  {
    name: "pricing-received",
    path: "/Pricing",
    isWindow: true,
    act: async (page) => {
      await payOnPricing(page, "Pay");
      await dialog(page, "Your payment has been received").waitFor();
    },
  },
  { name: "signup-blank-window", path: "/Signup", isWindow: true },
  { name: "signup-dollars", path: "/Signup?course=devops-full", from: "US" },
  { name: "signup-locked-course", path: "/Signup?course=ai-foundational" },
  { name: "signup-filled", path: "/Signup", act: (page) => fillIn(page) },
  {
    name: "signup-errors",
    path: "/Signup",
    act: async (page) => {
      await fillIn(page, { email: "ada" });
      await page.getByLabel("Phone Number", { exact: true }).fill("080312");
      await button(page, "Register").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  { name: "signup-checkout", path: "/Signup", isWindow: true, act: (page) => register(page) },
  {
    name: "signup-processing",
    path: "/Signup",
    isWindow: true,
    act: async (page) => {
      await mailHangs(page);
      await register(page, "Pay");
      await dialog(page, "Processing...").waitFor();
    },
  },
  {
    name: "signup-received",
    path: "/Signup",
    isWindow: true,
    act: async (page) => {
      await register(page, "Pay");
      await dialog(page, "Your payment has been received").waitFor();
    },
  },
  {
    name: "signup-received-on-page",
    path: "/Signup",
    act: async (page) => {
      await register(page, "Pay");
      await dialog(page, "Your payment has been received").getByRole("button", { name: "Close" }).click();
    },
  },
  {
    name: "signup-staff-not-told",
    path: "/Signup",
    isWindow: true,
    act: async (page) => {
      await mailFails(page);
      await register(page, "Pay");
      await dialog(page, "Your payment was successful").waitFor();
    },
  },
  {
    name: "signup-declined",
    path: "/Signup",
    isWindow: true,
    act: async (page) => {
      await register(page, "Decline");
      await dialog(page, "Your payment has not been received yet").waitFor();
    },
  },
  {
    name: "signup-closed",
    path: "/Signup",
    isWindow: true,
    act: async (page) => {
      await register(page, "Close");
      await dialog(page, "Your payment has not been received yet").waitFor();
    },
  },
  { name: "signup-earlier-payment", path: "/Signup", storage: { outbox: unsettled("opened") } },
  { name: "signup-unconfirmed", path: "/Signup", storage: { outbox: unsettled("unconfirmed") } },
  {
    name: "home-unsettled",
    path: "/",
    isWindow: true,
    storage: { outbox: unsettled("opened") },
  },
  {
    name: "contact-errors",
    path: "/Contact",
    act: (page) => button(page, "Send Message").click(),
  },
  {
    name: "contact-sent",
    path: "/Contact",
    isWindow: true,
    act: async (page) => {
      await sendContact(page);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "contact-failed",
    path: "/Contact",
    act: async (page) => {
      await mailFails(page);
      await sendContact(page);
      await page.getByText("Sorry... something went wrong").waitFor();
    },
  },
  {
    name: "newsletter-thanks",
    path: "/",
    isWindow: true,
    act: async (page) => {
      await signUpForNews(page);
      await page.getByText("Thank you for signing up").waitFor();
    },
  },
  {
    name: "newsletter-failed",
    path: "/",
    isWindow: true,
    act: async (page) => {
      await mailFails(page);
      await signUpForNews(page);
      await page.getByText("That did not work").waitFor();
    },
  },
  { name: "single-course-chosen", path: "/Single-course?course=solutions_architect" },
  { name: "single-course-unknown", path: "/Single-course?course=nothing" },
  {
    name: "faqs-open",
    path: "/Faqs",
    act: (page) => page.locator("summary").nth(2).click(),
  },
  {
    name: "curriculum-open",
    path: "/Curriculum",
    act: (page) => page.locator("summary").nth(2).click(),
  },
  {
    name: "level-outline-open",
    path: "/course/foundational",
    act: async (page) => {
      await page.locator(".outline-stop > details > summary").first().click();
      await page.locator(".outline-week summary").first().click();
    },
  },
  { name: "not-found", path: "/no-such-page" },
  { name: "sandbox-mails", path: "/sandbox" },
];
