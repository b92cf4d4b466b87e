import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { act, createElement } from "react";
import type { Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RegistrationOffer } from "~/browser/islands/registration/registration-offer.ts";
import type { OutboxEntry } from "~/browser/outbox/outbox.ts";
import { cohortName } from "~/domain/dates/cohort.ts";
import { cohortOptions } from "~/domain/dates/cohort-options.ts";
import { isSameOrder, type Order } from "~/domain/payments/order.ts";
import type { PaymentFlow } from "~/domain/payments/payment-flow.ts";
import { fillPage, type PageFilling } from "~/edge/pages/fill-page.ts";
import { examplePayment } from "~/sandbox/payment-examples.tsx";
import { openWindow } from "../../../../fixtures/browser-window.ts";
import { cohortOn, filledRegistration } from "../../../../fixtures/enrolment.ts";
import { OFFER, signupHtml } from "../../../../fixtures/signup-page.ts";

const REGIONS: Readonly<Record<string, readonly string[]>> = {
  NG: ["Lagos", "Oyo"],
  GH: ["Ashanti"],
  AU: [],
};

const OPEN = "cohort-2100-01-01";
const OVER = "cohort-8";

let html = "";
beforeAll(() => openWindow("http://localhost/Signup"));

const MAIL = { ...OFFER.addresses, delivered: [] };

/** What the browser is asked for, and has no answer to. */
let lost: string[] = [];
/** What is wrong with the hydration. */
let mismatches: unknown[] = [];
let root: Root | null = null;

/** Shows the page's HTML, as the edge may have filled it in. */
function showPage(filling: PageFilling = {}): void {
  act(() => root?.unmount());
  root = null;
  document.body.innerHTML = `<main>${fillPage(html, filling)}</main>`;
  // happy-dom reads the attribute in another way than browsers do.
  for (const option of document.querySelectorAll<HTMLOptionElement>("option[selected]"))
    option.selected = true;
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubEnv("PUBLIC_PAYSTACK_KEY", "pk_live_of_a_test");
  vi.stubEnv("PUBLIC_PAYPAL_CLIENT_ID", "of-a-test");
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/Signup");
  document.title = "Register";
  html = signupHtml();
  showPage();
  lost = [];
  mismatches = [];
  vi.stubGlobal("fetch", async (path: string) => {
    if (lost.includes(path)) throw new TypeError("Failed to fetch");
    if (path === "/prod/seats") return Response.json({ left: { [OPEN]: 0 } });
    const [, code = ""] = /regions\/(\w+)\.json/.exec(path) ?? [];
    return Response.json(REGIONS[code] ?? ["Somewhere"]);
  });
});
afterEach(() => {
  act(() => root?.unmount());
  root = null;
  expect(mismatches).toEqual([]);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const form = () => document.querySelector<HTMLFormElement>("form") as HTMLFormElement;
const field = (name: string) => form().querySelector(`[name="${name}"]`) as HTMLInputElement;
const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;
const button = (text: string) =>
  [...document.querySelectorAll("button")].find((each) => each.textContent === text) as HTMLButtonElement;
const payable = (currency = "ngn") => find(`[data-amount-payable] .in-${currency}`).textContent;
const needs = () => find("#register-needs").textContent;
const code = (name: string) => form().querySelector(`[data-field=${name}] select`) as HTMLSelectElement;
const errorOf = (name: string) => find(`[data-error=${name}]`).textContent;
const text = () => document.body.textContent;

/** As a browser enters a text or a choice: React does not hear of what a script writes. */
function enter(control: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(control.constructor.prototype, "value") ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event(control.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
}

function type(name: string, value: string | boolean): void {
  act(() => {
    const control = field(name);
    control.focus();
    if (typeof value === "boolean") {
      if (control.checked !== value) control.click();
    } else enter(control, value);
  });
}

function choose(list: HTMLSelectElement, value: string): void {
  act(() => {
    list.value = value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

const leave = (name: string) =>
  act(() => void field(name).dispatchEvent(new Event("focusout", { bubbles: true })));

const ADA = {
  course: "devops-foundational",
  firstName: "Ada",
  lastName: "Obi",
  email: "ada@example.com",
  phone: "0803 123 4567",
  whatsapp: "+234 803 765 4321",
  country: "Nigeria",
  age: "25-29",
  gender: "Female",
  education: "Graduate",
  consent: true,
};

function typeAll(changes: Readonly<Record<string, string | boolean>> = {}): void {
  for (const [name, value] of Object.entries({ ...ADA, ...changes })) type(name, value);
}

interface Visit {
  /** Where the lookup says that the visitor is. */
  readonly country?: { readonly country_name: string; readonly country_code?: string } | null;
  /** What follows /Signup. */
  readonly search?: string;
  readonly offer?: Partial<RegistrationOffer>;
}

const NIGERIA = { country_name: "Nigeria", country_code: "NG" };

/** The form is hydrated. Its payment is played by the test. */
async function wake({ country = NIGERIA, search = "", offer = {} }: Visit = {}) {
  history.replaceState(null, "", location.pathname + search);
  if (country) localStorage.setItem("location", JSON.stringify(country));
  const $flow = atom<PaymentFlow>({ step: "editing", lastTry: null });
  const $entries = atom<readonly OutboxEntry[]>([]);
  const orders: Order[] = [];
  let tryAgain: (order: Order, goesOn: boolean) => void = () => undefined;
  let paid: () => void = () => undefined;
  let resolved: () => void = () => undefined;
  vi.doMock("~/browser/islands/payment/usePayment.ts", () => {
    return {
      usePayment: (_: unknown, onPaid: () => void) => {
        paid = onPaid;
        return {
          ...examplePayment(useStore($flow)),
          isDialogOpen: false,
          pay: async (order: Order) => {
            orders.push(order);
            $flow.set({ step: "opening", order });
          },
        };
      },
    };
  });
  vi.doMock("~/browser/islands/payment/useUnresolvedPayments.ts", () => ({
    useUnresolvedPayments: (
      _: unknown,
      options: { onTryAgain: typeof tryAgain; onResolved: typeof resolved },
    ) => {
      tryAgain = options.onTryAgain;
      resolved = options.onResolved;
      return { entries: useStore($entries), refresh: () => [], statusOf: () => null };
    },
  }));
  const { Registration } = await import("~/browser/islands/registration/Registration.tsx");
  const { $location } = await import("~/browser/stores/location.ts");
  const { $currencyChoice } = await import("~/browser/stores/currency.ts");
  // React looks for a window when it is loaded.
  const { hydrateRoot } = await import("react-dom/client");
  await act(async () => {
    root = hydrateRoot(find("main"), createElement(Registration, { ...OFFER, ...offer }), {
      onRecoverableError: (error) => mismatches.push(error),
    });
  });
  return {
    orders,
    $currencyChoice,
    locate: (found: typeof NIGERIA | { country_name: string }) => act(() => $location.set(found)),
    setFlow: (flow: PaymentFlow) => act(() => $flow.set(flow)),
    empty: () => act(() => paid()),
    resume: (order: Order, goesOn: boolean) => act(() => tryAgain(order, goesOn)),
    focus: () => act(() => resolved()),
    /** An earlier payment of it is found, whose end is known. */
    settle: (order: Order) =>
      act(() => $entries.set([{ order, payment: { status: "unconfirmed" }, ...MAIL }])),
  };
}

/** Presses Register. */
function press(): SubmitEvent {
  const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
  act(() => void form().dispatchEvent(event));
  return event;
}

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
  expect([field("course").value, field("plan").value]).toEqual([values.course, values.plan]);
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
});

test("Signup's amount is in the currency that is chosen, in the form or for the page", async () => {
  const { $currencyChoice } = await wake();
  type("course", "devops-full");
  const blank = () => field("plan").querySelector("option")?.text;
  expect(blank()).toBe("Full tuition, N480,000");
  const [naira, dollars] = form().querySelectorAll<HTMLInputElement>("[name=currency]");
  expect(naira?.checked).toBe(true);
  act(() => dollars?.click());
  expect(dollars?.checked).toBe(true);
  expect(blank()).toBe("Full tuition, $1,200.00");
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
  expect(text()).toContain("Your payment is above. There's nothing to pay here now.");
});

test("a paid registration's empty form is out of the way until someone else is to be registered", async () => {
  const { orders, setFlow, empty, focus } = await wake();
  typeAll();
  press();
  const [order] = orders;
  if (order) setFlow({ step: "received", order, payment: { id: "1", payer: null } });
  expect(form().hidden).toBe(false);
  empty();
  expect(form().hidden).toBe(true);
  expect(field("firstName").value).toBe("");
  expect(payable()).toBe("N15,000");
  focus();
  expect(form().hidden).toBe(false);
  expect(document.activeElement).toBe(form());
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

type Page = Awaited<ReturnType<typeof wake>>;

/** What Register makes of the form. */
function registered({ orders, setFlow }: Page): Order {
  setFlow({ step: "editing", lastTry: null });
  press();
  const order = orders.at(-1);
  setFlow({ step: "editing", lastTry: null });
  if (!order) throw new Error("No order was made.");
  return order;
}

/** The page is loaded again. */
function reload(offer?: Partial<RegistrationOffer>): Promise<Page> {
  showPage();
  vi.resetModules();
  return wake({ ...(offer && { offer }) });
}

/** Waits until something is so. */
function eventually(isSo: () => void): Promise<void> {
  return vi.waitFor(async () => {
    await act(async () => undefined);
    isSo();
  });
}

/** Waits until the regions of the chosen country have come. */
async function listOfStates(): Promise<void> {
  await eventually(() => expect(form().querySelector("select[name=state]")).not.toBeNull());
}

describe("a registration that was paid elsewhere", () => {
  test("leaves Signup's form, and what was kept of it, however its numbers were typed", async () => {
    const page = await wake();
    typeAll({ firstName: "Ada " });
    const order = registered(page);
    const again = await reload();
    again.settle(order);
    expect(field("firstName").value).toBe("");
    expect(sessionStorage.getItem("registration-draft")).toBeNull();
    expect(form().hidden).toBe(true);
  });

  test.each([
    ["firstName", "Bola"],
    ["email", "bola@example.com"],
    ["course", "devops-full"],
  ])("takes nothing from a form that has another %s", async (name, value) => {
    const page = await wake();
    typeAll();
    const order = registered(page);
    type(name, value);
    page.settle(order);
    expect(field(name).value).toBe(value);
    expect(field("lastName").value).toBe("Obi");
  });

  test("takes no course from a form in which nothing is typed", async () => {
    const page = await wake();
    typeAll();
    const order = registered(page);
    sessionStorage.clear();
    showPage();
    vi.resetModules();
    const again = await wake({ search: "?course=devops-full" });
    again.settle(order);
    expect(field("course")).toMatchObject({ value: "devops-full", disabled: true });
  });
});

describe("a registration for a cohort that has closed since its payment was started", () => {
  const inTime = async (): Promise<Order> => {
    const page = await wake();
    typeAll();
    const order = registered(page);
    return {
      ...order,
      cohortName: cohortName(OFFER.cohorts, OVER),
      learner: { ...order.learner, cohort: OVER },
    };
  };

  test("comes back with its cohort and its reference, also after a reload", async () => {
    const order = await inTime();
    const page = await reload();
    page.resume(order, true);
    expect(field("cohort").value).toBe(OVER);
    const again = registered(page);
    expect([again.reference, isSameOrder(again, order)]).toEqual([order.reference, true]);
    const later = await reload();
    expect(field("cohort").value).toBe(OVER);
    expect(registered(later).reference).toBe(order.reference);
    later.empty();
    expect(form().querySelector(`option[value="${OVER}"]`)).toBeNull();
  });

  test("is started again, for another cohort, where its money went back", async () => {
    const order = await inTime();
    const page = await reload();
    page.resume(order, false);
    expect(field("cohort").value).toBe("");
    expect(registered(page).reference).not.toBe(order.reference);
  });
});

test("what was typed before a reload is in Signup's form again, but for a cohort that is over", async () => {
  const draft = filledRegistration({ cohort: OVER });
  sessionStorage.setItem("registration-draft", JSON.stringify(draft));
  await wake();
  expect([field("lastName").value, field("cohort").value]).toEqual([draft.lastName, ""]);
});

test("a cohort that has become full since it was chosen stays chosen", async () => {
  const cohorts = cohortOptions([cohortOn("2100-01-01")]);
  const choices = { ...OFFER.choices, cohorts };
  html = signupHtml({ cohorts, choices });
  showPage();
  await wake({ offer: { cohorts, choices } });
  typeAll({ cohort: OPEN });
  const page = await reload({ cohorts, choices, isCounted: true });
  const option = () => form().querySelector<HTMLOptionElement>(`option[value="${OPEN}"]`);
  await eventually(() => expect(option()?.disabled).toBe(true));
  expect(field("cohort").value).toBe(OPEN);
  expect(registered(page).learner.cohort).toBe(OPEN);
});

test("the country on Signup is the one that was looked up, before React came or after, and again for the next learner", async () => {
  const { locate, empty } = await wake({ country: null });
  expect(field("country").value).toBe("");
  locate(NIGERIA);
  expect(field("country").value).toBe("Nigeria");
  await listOfStates();
  type("country", "");
  type("firstName", "Ada");
  expect(field("country").value).toBe("");
  empty();
  expect(field("country").value).toBe("Nigeria");
});

test("Same as phone number takes the phone number for WhatsApp, with its country, until it is unticked", async () => {
  const page = await wake();
  typeAll({ whatsapp: "" });
  expect(needs()).toBe("Still needed: WhatsApp Number.");
  type("sameNumber", true);
  expect(field("whatsapp")).toMatchObject({ value: ADA.phone, readOnly: true });
  type("phone", "0244123456");
  choose(code("phone"), "GH");
  expect(registered(page).learner).toMatchObject({ phone: "+233244123456", whatsapp: "+233244123456" });
  type("sameNumber", false);
  expect(field("whatsapp").readOnly).toBe(false);
  type("whatsapp", "08037654321");
  expect(digits("phone")).toBe("0244123456");
});

test("an address with a slip of the keys is asked about once it is left, corrected on request, and never refused", async () => {
  const page = await wake();
  typeAll({ email: "ada@gmial.com" });
  leave("email");
  const question = () => button("Did you mean gmail.com?");
  act(() => question().click());
  expect(field("email").value).toBe("ada@gmail.com");
  expect(document.activeElement).toBe(field("email"));
  expect(question()).toBeUndefined();
  type("email", "ada@gmal.com");
  expect(question(), "while it is typed").toBeUndefined();
  expect(registered(page).learner.email).toBe("ada@gmal.com");
});

test("the state on Signup is skipped where a country has none, and typed where the list does not come", async () => {
  const hint = () => find("[data-field=state] [data-hint]").textContent;
  await wake();
  type("country", "Australia");
  await eventually(() => expect(field("state").disabled).toBe(true));
  expect(hint()).toBe("No state is needed for Australia.");
  lost = ["/regions/GH.json"];
  type("country", "Ghana");
  await eventually(() => expect(hint()).toContain("We couldn't load the list."));
  expect(field("state")).toMatchObject({ tagName: "INPUT", disabled: false });
});

test("the state on Signup stays a line of text while somebody types in it, and where the list does not have it", async () => {
  await wake({ country: null });
  type("state", "Lag");
  choose(field("country") as unknown as HTMLSelectElement, "Nigeria");
  await eventually(() => expect(form().querySelectorAll("datalist option").length).toBe(2));
  expect(field("state").tagName).toBe("INPUT");
  type("state", "lagos");
  expect(field("state").tagName).toBe("INPUT");
  act(() => field("firstName").focus());
  await listOfStates();
  expect(field("state").value).toBe("Lagos");
});

const digits = (name: string) => field(name).value.replace(/[^\d+]/g, "");

test.each([
  [NIGERIA, "NG"],
  [{ country_name: "Ghana", country_code: "GH" }, "GH"],
  [{ country_name: "Puerto Rico", country_code: "PR" }, "US"],
  [null, "US"],
])("a number on Signup is dialled where the visitor is, %j, in %s", async (country, expected) => {
  expect(code("phone").value).toBe("");
  await wake({ country });
  expect(code("phone").value).toBe(expected);
  expect(code("whatsapp").value).toBe(expected);
});

test("a number on Signup is formatted as it is typed, and each of its digits can be erased again", async () => {
  await wake();
  type("phone", "08031234567");
  expect(field("phone").value).toBe("0803 123 4567");
  field("phone").setSelectionRange(13, 13);
  const erase = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, key: "Backspace" });
  Object.defineProperty(erase, "keyCode", { value: 8 });
  act(() => void field("phone").dispatchEvent(erase));
  expect(digits("phone")).toBe("0803123456");
  expect(JSON.parse(sessionStorage.getItem("registration-draft") ?? "").phone).toBe(field("phone").value);
});

test("a number on Signup with a calling code brings its own country, and does not change the other's", async () => {
  await wake();
  type("phone", "+447400123456");
  expect(code("phone").value).toBe("GB");
  expect(code("whatsapp").value).toBe("NG");
  expect(field("phone").value).toBe("+44 7400 123456");
  type("phone", "+447911123456");
  expect(code("phone").value).toBe("NG");
  expect(digits("phone")).toBe("+447911123456");
});
