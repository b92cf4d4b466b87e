/** Signup's form, from its first paint to its payment. */
import { act } from "react";
import { expect, test, vi } from "vitest";
import {
  ADA,
  button,
  choosePlan,
  chosenPlan,
  errorOf,
  eventually,
  field,
  find,
  form,
  leave,
  lost,
  needs,
  payable,
  press,
  registered,
  registrationPage,
  reload,
  showPage,
  text,
  type,
  typeAll,
  wake,
} from "../../../../fixtures/registration-page.ts";
import { OFFER } from "../../../../fixtures/signup-page.ts";

registrationPage();

test("Signup's form that the edge has filled in keeps every value and error, until each is corrected, and a reload opens Signup's own page", async () => {
  history.replaceState(null, "", "/prod/enrolments");
  const values = { ...ADA, course: "devops-full", plan: "devops-full/five-installments", firstName: "" };
  showPage({
    values: { ...values, phone: "08031", currency: "USD", sameNumber: false },
    errors: [
      { field: "firstName", text: "Enter your first name." },
      { field: "plan", text: "This plan belongs to another course." },
      { field: null, text: "Too many tries." },
    ],
  });
  const typed = field("lastName");
  await wake();
  expect(location.pathname).toBe("/Signup");
  expect(field("lastName")).toBe(typed);
  expect(typed.value).toBe("Obi");
  expect([field("course").value, chosenPlan()]).toEqual([values.course, values.plan]);
  expect(field("phone").value).toBe("0803 1");
  expect([field("gender").value, field("consent").checked]).toEqual(["Female", true]);
  expect(payable("usd")).toBe("$509.00");
  expect(errorOf("firstName")).toBe("Enter your first name.");
  expect(Array.from(document.querySelectorAll("[data-error-list] > li"), (item) => item.textContent)).toEqual(
    ["Enter your first name.", "This plan belongs to another course.", "Too many tries."],
  );
  type("firstName", "Ada");
  expect(find("[data-error=firstName]").hidden).toBe(true);
  expect(errorOf("plan")).toBe("This plan belongs to another course.");
  type("firstName", "");
  expect(errorOf("firstName")).toBe("Enter your first name.");
});

test("a press of Register that breaks leaves the form to post by itself, with the course that the link chose", async () => {
  await wake({ search: "?course=devops-full" });
  typeAll({ course: "devops-full" });
  expect(field("course").disabled).toBe(true);
  vi.spyOn(crypto, "getRandomValues").mockImplementation(() => {
    throw new Error("broken on purpose");
  });
  const reported: unknown[] = [];
  const onError = (event: Event) => reported.push(event);
  addEventListener("error", onError);
  let event: SubmitEvent | null = null;
  try {
    event = press();
  } catch (error) {
    reported.push(error);
  }
  vi.restoreAllMocks();
  removeEventListener("error", onError);
  expect(reported).not.toEqual([]);
  expect(event?.defaultPrevented ?? false).toBe(false);
  expect(form().querySelector<HTMLInputElement>("input[name=course]")?.value).toBe("devops-full");
});

test("Signup's amount is spelled out, and says that tuition is open where it is", async () => {
  await wake();
  expect(payable()).toBe("N15,000");
  type("course", "aws-cloud-practitioner");
  expect([payable(), payable("usd")]).toEqual(["N135,000", "$297.00"]);
  expect(text()).toContain("N15,000 registration fee + N120,000 Cloud Practitioner");
  const open = OFFER.courses.find(({ price }) => price.NGN.minor === 0);
  if (open) type("course", open.id);
  expect(text()).toContain(open ? "Only the registration fee is due now" : "tuition");
  expect(text()).not.toContain("+ N0");
});

test("the plans of the chosen course are cards with their payments, total and comparison", async () => {
  await wake();
  type("course", "devops-full");
  const cards = () =>
    [...form().querySelectorAll(".plan-card")].map((card) =>
      [...card.querySelectorAll(".font-semibold, .in-ngn > span")].map((part) => part.textContent),
    );
  expect(cards()).toEqual([
    ["Full tuition", "N480,000"],
    [
      "Five Installments",
      "N194,000 now, then 5 payments of N70,000",
      "Total N544,000, N64,000 more than paying once",
    ],
    ["Two Installments", "N250,000 now, then N250,000", "Total N500,000, N20,000 more than paying once"],
  ]);
  choosePlan("devops-full/five-installments");
  expect(payable()).toBe("N209,000");
  type("course", "aws-solutions-architect");
  expect([chosenPlan(), payable(), cards().length]).toEqual(["", "N185,000", 2]);
});

test("Signup's amount is in the currency that is chosen, in the form or for the page", async () => {
  const { $currencyChoice } = await wake();
  typeAll({ course: "devops-full" });
  expect(needs()).toBe("You pay N495,000 with Paystack.");
  const [naira, dollars] = form().querySelectorAll<HTMLInputElement>("[name=currency]");
  expect(naira?.checked).toBe(true);
  act(() => dollars?.click());
  expect(dollars?.checked).toBe(true);
  expect(needs()).toBe("You pay $1,209.00 with PayPal.");
  act(() => $currencyChoice.set("NGN"));
  expect(naira?.checked).toBe(true);
});

test("a currency that was chosen before React came is the page's", async () => {
  const [, dollars] = form().querySelectorAll<HTMLInputElement>("[name=currency]");
  if (dollars) dollars.checked = true;
  const { $currencyChoice } = await wake();
  expect($currencyChoice.get()).toBe("USD");
});

test("a course that the link chose is locked and named over the form", async () => {
  await wake({ search: "?course=devops-full" });
  expect(find("h1").textContent).toBe("Register for DevOps Full");
  expect(field("course")).toMatchObject({ value: "devops-full", disabled: true });
  expect(text()).toContain("Choose another course");
});

test("Register waits for what it needs, and names what is missing", async () => {
  await wake();
  expect(needs()).toBe("Still needed: Course and 8 more.");
  expect(find("#register-needs a").getAttribute("href")).toBe("#signup-course");
  typeAll({ email: "" });
  expect(needs()).toBe("You pay N165,000 with Paystack.");
  expect(button("Register").disabled).toBe(false);
  type("firstName", "   ");
  expect(needs()).toBe("Still needed: First Name.");
  expect(button("Register").disabled).toBe(true);
  type("firstName", "Ada");
  type("age", "Under 18");
  expect(needs()).toBe("Still needed: Guardian's name and 2 more.");
  expect(find("#register-needs a").getAttribute("href")).toBe("#signup-guardianName");
});

test("the page's title is what it was once Register finds nothing wrong, though it was translated meanwhile", async () => {
  await wake();
  typeAll({ email: "ada@example" });
  press();
  document.title = "Fehler: Anmelden";
  type("email", "ada@example.com");
  press();
  expect(document.title).toBe("Register");
});

test("Register lists what must be corrected over the form, with links to the fields, and takes the focus there", async () => {
  const { orders } = await wake();
  typeAll({ email: "ada@example", phone: "080312" });
  expect(press().defaultPrevented).toBe(true);
  const summary = find("[data-error-summary]");
  expect(summary.hidden).toBe(false);
  expect(document.activeElement).toBe(summary);
  expect(document.title).toBe("Error: Register");
  expect(Array.from(summary.querySelectorAll("li a"), (link) => link.getAttribute("href"))).toEqual([
    "#signup-email",
    "#signup-phone",
  ]);
  expect(errorOf("email")).toBe("Enter an email address like name@example.com.");
  expect(errorOf("phone")).toBe("Check this phone number and its country code.");
  expect(field("phone").getAttribute("aria-invalid")).toBe("true");
  const chat = summary.querySelector<HTMLAnchorElement>('a[href^="https://wa.me/"]');
  expect(new URL(chat?.href ?? "").searchParams.get("text")).toBe(
    "Hello, the registration form does not take my Email Address, Phone Number.\nCourse: DevOps Foundational",
  );
  expect(orders).toEqual([]);
  type("email", "ada@example.com");
  expect(errorOf("email")).toBe("");
  type("phone", "08031234567");
  press();
  expect(orders).toHaveLength(1);
  expect(summary.hidden).toBe(true);
  expect(document.title).toBe("Register");
});

test("Register hands the order to the payment once, with numbers as they are called, and is busy until it answers", async () => {
  const { orders, setFlow } = await wake();
  typeAll();
  press();
  press();
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({
    course: { id: "devops-foundational" },
    charge: { currency: "NGN", minor: 165_000_00 },
    learner: { phone: "+2348031234567", whatsapp: "+2348037654321" },
  });
  expect(button("Register").getAttribute("aria-disabled")).toBe("true");
  expect(find("[data-details]").inert).toBe(true);
  const [order] = orders;
  if (order) setFlow({ step: "received", order, payment: { id: "1", payer: null } });
  expect(button("Register")).toBeUndefined();
  expect(text()).toContain("Your payment has been received. There's nothing to pay here now.");
});

test("a paid registration's empty form is out of the way until someone else is to be registered", async () => {
  const { orders, setFlow, pay, focus } = await wake();
  typeAll();
  press();
  const [order] = orders;
  if (!order) throw new Error("No order was made.");
  setFlow({ step: "received", order, payment: { id: "1", payer: null } });
  expect(form().hidden).toBe(false);
  pay(order);
  expect(form().hidden).toBe(true);
  expect(field("firstName").value).toBe("");
  expect(payable()).toBe("N15,000");
  focus();
  expect(form().hidden).toBe(false);
  expect(document.activeElement).toBe(form());
});

test("a payment for somebody else leaves what is typed in Signup's form, also after a reload", async () => {
  const page = await wake();
  typeAll();
  const ada = registered(page);
  typeAll({ firstName: "Bola", email: "bola@example.com" });
  page.pay(ada);
  expect(field("firstName").value).toBe("Bola");
  await reload();
  expect(field("email").value).toBe("bola@example.com");
});

test("that a payer's link could not be made is said until something is paid", async () => {
  lost.push("/prod/enrolments");
  await wake();
  typeAll();
  act(() => button("Ask somebody else to pay").click());
  await eventually(() => expect(text()).toContain("We couldn't make the link."));
  press();
  expect(text()).not.toContain("We couldn't make the link.");
});

test("where Register goes while it has the focus, that goes to the notice that says why", async () => {
  const page = await wake();
  typeAll();
  const order = registered(page);
  typeAll({ firstName: "Bola" });
  act(() => button("Register").focus());
  page.settle(order);
  expect(button("Register")).toBeUndefined();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("An earlier payment");
});

test("an error of Signup's form shows when its field is left, unless that is empty", async () => {
  await wake();
  type("email", "");
  leave("email");
  expect(errorOf("email")).toBe("");
  type("email", "ada@example");
  expect(errorOf("email")).toBe("");
  leave("email");
  expect(errorOf("email")).toBe("Enter an email address like name@example.com.");
});

test("an error of Signup's form does not move what is clicked while the mouse is down", async () => {
  await wake();
  type("email", "ada@example");
  dispatchEvent(new Event("mousedown"));
  leave("email");
  expect(errorOf("email")).toBe("");
  dispatchEvent(new Event("mouseup"));
  await act(() => new Promise((resolve) => void setTimeout(resolve)));
  expect(errorOf("email")).toBe("Enter an email address like name@example.com.");
});
