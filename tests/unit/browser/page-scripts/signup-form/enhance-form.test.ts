import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readOutbox } from "~/browser/outbox/outbox.ts";
import type { SignupData } from "~/browser/page-scripts/signup-form/enhance-form.ts";
import { cohortName } from "~/domain/dates/cohort.ts";
import { cohortOptions } from "~/domain/dates/cohort-options.ts";
import { isSameOrder, type Order } from "~/domain/payments/order.ts";
import { openWindow } from "../../../../fixtures/browser-window.ts";
import { cohortOn } from "../../../../fixtures/enrolment.ts";
import { SIGNUP_DATA, signupHtml } from "../../../../fixtures/signup-page.ts";

const CODES = {
  Australia: "AU",
  Ghana: "GH",
  Kenya: "KE",
  Nigeria: "NG",
  "United Kingdom": "GB",
  "United States": "US",
};
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  NG: ["Lagos", "Oyo"],
  GH: ["Ashanti"],
  AU: [],
};

const OPEN = "cohort-2100-01-01";
const OVER = "cohort-8";

let html = "";
beforeAll(async () => {
  html = await signupHtml();
  openWindow("http://localhost/Signup");
});

/** What the browser is asked for, and has no answer to. */
let lost: string[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("PUBLIC_PAYSTACK_KEY", "pk_live_of_a_test");
  vi.stubEnv("PUBLIC_PAYPAL_CLIENT_ID", "of-a-test");
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/Signup");
  document.title = "Register";
  document.body.innerHTML = html;
  lost = [];
  vi.stubGlobal("fetch", async (path: string) => {
    if (lost.includes(path)) throw new TypeError("Failed to fetch");
    if (path === "/regions/countries.json") return Response.json(CODES);
    if (path === "/prod/places") return Response.json({ left: { [OPEN]: 0 } });
    const [, code = ""] = /regions\/(\w+)\.json/.exec(path) ?? [];
    return Response.json(REGIONS[code] ?? ["Somewhere"]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const form = () => document.querySelector<HTMLFormElement>("form") as HTMLFormElement;
const field = (name: string) => form().querySelector(`[name="${name}"]`) as HTMLInputElement;
const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;
const button = (act: "register" | "ask") => find(`[data-act=${act}]`) as HTMLButtonElement;
const payable = (currency = "ngn") => find(`[data-amount-payable] .in-${currency}`).textContent;
const needs = () => find("#register-needs").textContent;
const code = (name: string) => form().querySelector(`[data-field=${name}] select`) as HTMLSelectElement;
const errorOf = (name: string) => find(`[data-error=${name}]`).textContent;

function type(name: string, value: string | boolean): void {
  const control = field(name);
  control.focus();
  if (typeof value === "boolean") control.checked = value;
  else control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

const leave = (name: string) => field(name).dispatchEvent(new Event("focusout", { bubbles: true }));

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
  readonly data?: Partial<SignupData>;
}

const NIGERIA = { country_name: "Nigeria", country_code: "NG" };

/** The page's script comes. */
async function wake({ country = NIGERIA, search = "", data = {} }: Visit = {}) {
  history.replaceState(null, "", location.pathname + search);
  if (country) localStorage.setItem("location", JSON.stringify(country));
  const { enhanceForm } = await import("~/browser/page-scripts/signup-form/enhance-form.ts");
  const stores = await import("~/browser/payments/signup-payment.ts");
  const { $location } = await import("~/browser/stores/location.ts");
  const { $currencyChoice } = await import("~/browser/stores/currency.ts");
  enhanceForm(form(), { ...SIGNUP_DATA, ...data });
  return { ...stores, $location, $currencyChoice };
}

/** Presses Register. */
const press = (submitter: HTMLElement = button("register")) => {
  const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter });
  form().dispatchEvent(event);
  return event;
};

describe("Signup's form, when its script comes", () => {
  test("what was typed, chosen and ticked in Signup's form before its script came stays, with focus and caret, and counts towards the amount", async () => {
    for (const [name, value] of Object.entries({ ...ADA, firstName: "Adaobi", state: "lagos" })) {
      if (typeof value === "boolean") field(name).checked = value;
      else field(name).value = value;
    }
    field("firstName").focus();
    field("firstName").setSelectionRange(2, 4);
    const before = Array.from(form().elements, (control) => (control as HTMLInputElement).value);
    await wake();
    expect(Array.from(form().elements, (control) => (control as HTMLInputElement).value)).toEqual(before);
    expect(document.activeElement).toBe(field("firstName"));
    expect([field("firstName").selectionStart, field("firstName").selectionEnd]).toEqual([2, 4]);
    expect(payable()).toBe("N165,000");
    expect(button("register").disabled).toBe(false);
    await expect.poll(() => field("state").tagName).toBe("SELECT");
    expect(field("state").value).toBe("Lagos");
  });

  test("what was typed into Signup's form before a reload is there again, but where somebody has typed", async () => {
    await wake();
    typeAll({ firstName: "Bola" });
    document.body.innerHTML = html;
    field("firstName").value = "Ad";
    vi.resetModules();
    await wake();
    expect(field("firstName").value).toBe("Ad");
    expect(field("lastName").value).toBe("Obi");
    expect(field("consent").checked).toBe(true);
    expect(button("register").disabled).toBe(false);
  });

  test("Signup's form that the edge has sent back keeps its errors until each is corrected, and a reload opens Signup's own page", async () => {
    history.replaceState(null, "", "/prod/enrolments");
    for (const [name, text] of [
      ["firstName", "Enter your first name."],
      ["plan", "This plan belongs to another course."],
    ]) {
      const place = find(`[data-error=${name}]`);
      place.textContent = text ?? "";
      place.hidden = false;
    }
    await wake();
    expect(location.pathname).toBe("/Signup");
    expect(errorOf("firstName")).toBe("Enter your first name.");
    type("firstName", "Ada");
    expect(find("[data-error=firstName]").hidden).toBe(true);
    expect(errorOf("plan")).toBe("This plan belongs to another course.");
    type("firstName", "");
    expect(errorOf("firstName")).toBe("Enter your first name.");
  });

  test("a script of Signup's that breaks leaves the form as it posts by itself", async () => {
    await wake({ search: "?course=devops-full" });
    expect(field("course").disabled).toBe(true);
    find("[data-stashed]").remove();
    try {
      type("firstName", "Ada");
    } catch {
      // A browser reports it.
    }
    expect(button("register").disabled).toBe(false);
    expect(field("course").disabled).toBe(false);
    expect(press().defaultPrevented).toBe(false);
  });
});

describe("Signup's amount", () => {
  test.each([
    ["devops-full", "N495,000", "$1,209.00"],
    ["devops-foundational", "N165,000", "$109.00"],
    ["devops-advanced", "N365,000", "$109.00"],
    ["aws-solutions-architect", "N185,000", "$417.00"],
    ["aws-cloud-practitioner", "N135,000", "$297.00"],
  ])(
    "Signup's amount for %s is its price and the fee, in both currencies: %s, %s",
    async (course, naira, dollars) => {
      await wake();
      expect(payable()).toBe("N15,000");
      type("course", course);
      expect([payable(), payable("usd")]).toEqual([naira, dollars]);
      expect(find("[data-tuition]").textContent).toContain("This includes your tuition.");
      type("course", "");
      expect(payable()).toBe("N15,000");
      expect(find("[data-tuition]").hidden).toBe(true);
    },
  );

  test("Signup's amount is spelled out, and says that tuition is open where it is", async () => {
    await wake();
    type("course", "aws-cloud-practitioner");
    expect(find("[data-amount-parts] .in-ngn").textContent).toBe(
      "N15,000 registration fee + N120,000 Cloud Practitioner",
    );
    const open = SIGNUP_DATA.courses.find(({ price }) => price.NGN.minor === 0);
    if (open) type("course", open.id);
    expect(find("[data-tuition]").textContent).toContain(open ? "Only the registration fee" : "tuition");
  });

  test("Signup's amount of a plan is its first payment, each plan spelled out, and another course takes it away", async () => {
    await wake({ search: "?course=devops-full&plan=five-installments" });
    expect(payable()).toBe("N209,000");
    expect(field("plan").value).toBe("devops-full/five-installments");
    expect(find("[data-field=plan] [data-hint]").textContent).toBe(
      "N194,000 now, then 5 payments of N70,000",
    );
    expect(find("[data-rest]").textContent).toContain("N70,000, due 1 month after the first class");
    type("plan", "");
    expect(payable()).toBe("N495,000");
    expect(location.search).toBe("?course=devops-full");
    expect(find("[data-rest]").hidden).toBe(true);
  });

  test("Signup's amount is in the currency that is chosen, in the form or for the page", async () => {
    const { $currencyChoice } = await wake();
    type("course", "devops-full");
    expect(field("plan").querySelector("option")?.text).toBe("Full tuition, N480,000");
    const [naira, dollars] = form().querySelectorAll<HTMLInputElement>("[name=currency]");
    expect(naira?.checked).toBe(true);
    dollars?.dispatchEvent(new Event("input", { bubbles: true }));
    expect(dollars?.checked).toBe(true);
    expect(field("plan").querySelector("option")?.text).toBe("Full tuition, $1,200.00");
    $currencyChoice.set("NGN");
    expect(naira?.checked).toBe(true);
  });

  test("a currency that was chosen before the script came is the page's", async () => {
    const [, dollars] = form().querySelectorAll<HTMLInputElement>("[name=currency]");
    if (dollars) dollars.checked = true;
    const { $currencyChoice } = await wake();
    expect($currencyChoice.get()).toBe("USD");
  });
});

test("Signup says where a currency cannot be paid in, and how else to register", async () => {
  vi.stubEnv("PUBLIC_PAYSTACK_KEY", "");
  const { $currencyChoice } = await wake();
  expect(find("[data-payment-missing]").hidden).toBe(false);
  expect(find("[data-provider]").textContent).toBe("Paystack");
  expect(find("[data-payment-open]").hidden).toBe(true);
  $currencyChoice.set("USD");
  expect(find("[data-payment-open]").hidden).toBe(false);
});

describe("a course that the link chose", () => {
  test("a course that the link chose is locked and named over the form", async () => {
    await wake({ search: "?course=devops-full" });
    expect(find("h1").textContent).toBe("Register for DevOps Full");
    expect(field("course")).toMatchObject({ value: "devops-full", disabled: true });
    expect(find("[data-other-course]").hidden).toBe(false);
  });

  test.each(["no-such-course", ""])("a course that the link calls %j reads as none", async (id) => {
    await wake({ search: `?course=${id}` });
    expect(find("h1").textContent).toBe("Register for our Cloud Programs");
    expect(field("course")).toMatchObject({ value: "", disabled: false });
  });
});

describe("Register", () => {
  test("Register waits for each field it needs, and names what is missing", async () => {
    await wake();
    expect(needs()).toBe("Still needed: Course and 8 more.");
    expect(find("#register-needs a").getAttribute("href")).toBe("#signup-course");
    typeAll({ email: "" });
    expect(needs()).toBe("You pay N165,000 with Paystack.");
    for (const [name, label] of Object.entries({
      course: "Course",
      firstName: "First Name",
      lastName: "Last Name",
      phone: "Phone Number",
      whatsapp: "WhatsApp Number",
      country: "Country",
      age: "Age",
      gender: "Gender",
      education: "Education",
    })) {
      type(name, "");
      expect(needs()).toBe(`Still needed: ${label}.`);
      expect(button("register").disabled).toBe(true);
      type(name, `${ADA[name as keyof typeof ADA]}`);
      expect(button("register").disabled).toBe(false);
    }
    type("firstName", "   ");
    expect(needs()).toBe("Still needed: First Name.");
    type("firstName", "Ada");
    type("consent", false);
    expect(needs()).toBe("Still needed: your consent.");
    type("consent", true);
    type("age", "Under 18");
    expect(needs()).toBe("Still needed: Guardian's name and 2 more.");
    expect(find("#register-needs a").getAttribute("href")).toBe("#signup-guardianName");
  });

  test("Register lists what must be corrected over the form, with links to the fields, and takes the focus there", async () => {
    const { $signupRequest } = await wake();
    typeAll({ email: "ada@example", phone: "080312" });
    expect(press().defaultPrevented).toBe(true);
    const summary = find("[data-error-summary]");
    await expect.poll(() => summary.hidden).toBe(false);
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
    expect($signupRequest.get()).toBeNull();
    type("email", "ada@example.com");
    expect(errorOf("email")).toBe("");
    type("phone", "08031234567");
    press();
    await expect.poll(() => $signupRequest.get()).not.toBeNull();
    expect(summary.hidden).toBe(true);
    expect(document.title).toBe("Register");
  });

  test("Register hands the order to the payment once, with numbers as they are called, and is busy until it answers", async () => {
    const { $signupRequest, $signupPayment } = await wake();
    typeAll();
    press();
    press();
    await expect.poll(() => $signupRequest.get()).not.toBeNull();
    const first = $signupRequest.get();
    expect(first).toMatchObject({
      act: "pay",
      order: {
        course: { id: "devops-foundational" },
        charge: { currency: "NGN", minor: 165_000_00 },
        learner: { phone: "+2348031234567", whatsapp: "+2348037654321" },
      },
    });
    expect(button("register").getAttribute("aria-disabled")).toBe("true");
    expect(find("[data-details]").inert).toBe(true);
    press();
    expect($signupRequest.get()).toBe(first);
    $signupRequest.set(null);
    $signupPayment.set({ step: "behind", problem: null });
    expect(find("[data-payment-open]").hidden).toBe(true);
    expect(find("[data-payment-behind]").hidden).toBe(false);
  });

  test("a paid registration's empty form is out of the way until someone else is to be registered", async () => {
    const { $signupForm, $signupPayment } = await wake();
    typeAll();
    $signupPayment.set({ step: "behind", problem: null });
    expect(form().hidden).toBe(false);
    $signupForm.get()?.empty();
    expect(form().hidden).toBe(true);
    expect(field("firstName").value).toBe("");
    expect(payable()).toBe("N15,000");
    $signupForm.get()?.focus();
    expect(form().hidden).toBe(false);
    expect(document.activeElement).toBe(form());
  });

  test("Register says so where the payment does not come, and offers the form as it posts by itself", async () => {
    const { $signupRequest } = await wake({ search: "?course=devops-foundational" });
    typeAll();
    press();
    await expect.poll(() => $signupRequest.get()).not.toBeNull();
    const island = document.body.appendChild(document.createElement("astro-island"));
    const isLost = () => island.dispatchEvent(new Event("astro:hydration-error", { bubbles: true }));
    isLost();
    expect($signupRequest.get()).not.toBeNull();
    // As the page has it around the payment's own.
    island.dataset.signupPayment = "";
    isLost();
    const plainWay = find("[data-plain-way]");
    expect(plainWay.hidden).toBe(false);
    expect(find("[data-payment-problem]").textContent).toContain("Nothing was charged");
    expect($signupRequest.get()).toBeNull();
    expect(press(plainWay).defaultPrevented).toBe(false);
    expect(field("course").disabled).toBe(false);
    expect(field("phone").value).toBe("+2348031234567");
  });

  test("Register says so where numbers cannot be read, and offers the form as it posts by itself", async () => {
    lost = ["/regions/countries.json"];
    const { $signupRequest } = await wake();
    typeAll();
    press();
    await expect.poll(() => find("[data-plain-way]").hidden).toBe(false);
    expect($signupRequest.get()).toBeNull();
    lost = [];
    press();
    await expect.poll(() => $signupRequest.get()).not.toBeNull();
  });

  test("Register waits while an earlier payment is looked up", async () => {
    localStorage.setItem("outbox/REG-20260105-7KQ2M9XA4T", "{}");
    const { $signupPayment } = await wake();
    expect(button("register").hidden).toBe(true);
    expect(needs()).toContain("Checking your earlier payment.");
    $signupPayment.set({ step: "open", problem: null });
    expect(button("register").hidden).toBe(false);
  });
});

describe("an error of Signup's form", () => {
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
});

test("an error of Signup's form does not move what is clicked while the mouse is down", async () => {
  await wake();
  type("email", "ada@example");
  dispatchEvent(new Event("mousedown"));
  leave("email");
  expect(errorOf("email")).toBe("");
  dispatchEvent(new Event("mouseup"));
  expect(errorOf("email")).toBe("");
  await expect.poll(() => errorOf("email")).toBe("Enter an email address like name@example.com.");
});

describe("what the payment does to Signup's form", () => {
  test("a payment that is made empties Signup's form, and what was kept of it", async () => {
    const { $signupForm } = await wake({ search: "?course=devops-full" });
    typeAll({ course: "devops-full" });
    $signupForm.get()?.empty();
    expect(field("firstName").value).toBe("");
    expect(field("consent").checked).toBe(false);
    expect(field("course")).toMatchObject({ value: "", disabled: false });
    expect(payable()).toBe("N15,000");
    expect(sessionStorage.getItem("registration-draft")).toBeNull();
  });

  test("an earlier registration comes back into Signup's form, and what was typed for somebody else after it", async () => {
    const { $signupForm, $signupRequest } = await wake();
    typeAll();
    press();
    await expect.poll(() => $signupRequest.get()).not.toBeNull();
    const order = $signupRequest.get()?.order;
    if (!order) throw new Error("No order was made.");
    $signupForm.get()?.empty();
    typeAll({ firstName: "Bola", country: "Ghana" });
    $signupForm.get()?.resume({ ...order, learner: { ...order.learner, state: "Oyo" } }, true);
    expect(field("firstName").value).toBe("Ada");
    expect(field("phone").value).toBe("+2348031234567");
    await expect.poll(() => field("state").tagName).toBe("SELECT");
    expect(field("state").value).toBe("Oyo");
    expect(find("[data-stashed]").hidden).toBe(false);
    $signupForm.get()?.empty();
    expect(field("firstName").value).toBe("Bola");
    expect(find("[data-stashed]").hidden).toBe(true);
  });
});

/** What Register makes of the form. */
async function registered({
  $signupRequest,
  $signupPayment,
}: Awaited<ReturnType<typeof wake>>): Promise<Order> {
  $signupRequest.set(null);
  $signupPayment.set({ step: "open", problem: null });
  press();
  await expect.poll(() => $signupRequest.get()).not.toBeNull();
  const order = $signupRequest.get()?.order;
  if (!order) throw new Error("No order was made.");
  return order;
}

/** The page is loaded again. */
function reload(data?: Partial<SignupData>) {
  document.body.innerHTML = html;
  vi.resetModules();
  return wake({ ...(data && { data }) });
}

describe("Signup's form, posted without the payment's script", () => {
  /** Posts the form as it is, as a press of the button does that needs no more script. */
  const post = () => press(find("[data-plain-way]"));
  const named = () => field("reference").value;
  /** What reads other numbers may not have come yet. */
  const CALLED = { phone: "+2348031234567", whatsapp: "+2348037654321" };

  test("is kept as a payment that was begun, under the reference that it posts, so that its end is looked up", async () => {
    await wake();
    typeAll(CALLED);
    expect(post().defaultPrevented).toBe(false);
    expect(named()).toMatch(/^REG-/);
    const [entry, ...others] = readOutbox();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      order: { reference: named(), learner: { email: ADA.email, phone: "+2348031234567" } },
      payment: { status: "opened" },
      recipients: SIGNUP_DATA.addresses.recipients,
    });
    const { $signupPayment } = await reload();
    expect($signupPayment.get().step).toBe("looking");
  });

  test("goes on with the same payment when it is posted or registered again, and with another once it is changed", async () => {
    const page = await wake();
    typeAll(CALLED);
    post();
    const first = named();
    post();
    expect(named()).toBe(first);
    expect((await registered(page)).reference).toBe(first);
    expect((await registered(await reload())).reference).toBe(first);
    type("email", "bola@example.com");
    post();
    expect(named()).toMatch(/^REG-/);
    expect(named()).not.toBe(first);
  });

  test("is no payment where something must be corrected, nor where the edge has sent it back", async () => {
    await wake();
    typeAll({ email: "ada@" });
    post();
    expect([named(), readOutbox()]).toEqual(["", []]);
    type("email", ADA.email);
    post();
    expect(readOutbox()).toHaveLength(1);
    const posted = named();
    history.replaceState(null, "", "/prod/enrolments?given");
    document.body.innerHTML = html;
    field("reference").value = posted;
    vi.resetModules();
    await wake();
    expect(location.pathname).toBe("/Signup");
    expect(readOutbox()).toEqual([]);
  });

  test("posts a cohort that has become full since it was chosen", async () => {
    const cohorts = cohortOptions([cohortOn("2100-01-01")]);
    await wake({ data: { cohorts } });
    typeAll({ cohort: OPEN });
    await reload({ cohorts, isCounted: true });
    const option = () => form().querySelector<HTMLOptionElement>(`option[value="${OPEN}"]`);
    await expect.poll(() => option()?.disabled).toBe(true);
    expect(field("cohort").value).toBe(OPEN);
    post();
    expect(option()?.disabled).toBe(false);
    expect(field("cohort").value).toBe(OPEN);
  });
});

describe("a registration that was paid elsewhere", () => {
  test("leaves Signup's form, and what was kept of it, however its numbers were typed", async () => {
    const page = await wake();
    typeAll({ firstName: "Ada " });
    const order = await registered(page);
    const { $signupForm } = await reload();
    $signupForm.get()?.settle(order);
    expect(field("firstName").value).toBe("");
    expect(sessionStorage.getItem("registration-draft")).toBeNull();
    expect(button("register").disabled).toBe(true);
  });

  test.each([
    ["firstName", "Bola"],
    ["email", "bola@example.com"],
    ["course", "devops-full"],
  ])("takes nothing from a form that has another %s", async (name, value) => {
    const page = await wake();
    typeAll();
    const order = await registered(page);
    type(name, value);
    page.$signupForm.get()?.settle(order);
    expect(field(name).value).toBe(value);
    expect(field("lastName").value).toBe("Obi");
  });

  test("takes no course from a form in which nothing is typed", async () => {
    const page = await wake();
    typeAll();
    const order = await registered(page);
    sessionStorage.clear();
    document.body.innerHTML = html;
    vi.resetModules();
    const { $signupForm } = await wake({ search: "?course=devops-full" });
    $signupForm.get()?.settle(order);
    expect(field("course")).toMatchObject({ value: "devops-full", disabled: true });
  });
});

describe("a registration for a cohort that has closed since its payment was begun", () => {
  const inTime = async (): Promise<Order> => {
    const page = await wake();
    typeAll();
    const order = await registered(page);
    return {
      ...order,
      cohortName: cohortName(SIGNUP_DATA.cohorts, OVER),
      learner: { ...order.learner, cohort: OVER },
    };
  };

  test("comes back with its cohort and its reference, also after a reload", async () => {
    const order = await inTime();
    const page = await reload();
    page.$signupForm.get()?.resume(order, true);
    expect(field("cohort").value).toBe(OVER);
    const again = await registered(page);
    expect([again.reference, isSameOrder(again, order)]).toEqual([order.reference, true]);
    const later = await reload();
    expect(field("cohort").value).toBe(OVER);
    expect((await registered(later)).reference).toBe(order.reference);
    later.$signupForm.get()?.empty();
    expect(form().querySelector(`option[value="${OVER}"]`)).toBeNull();
  });

  test("is begun again, for another cohort, where its money went back", async () => {
    const order = await inTime();
    const page = await reload();
    page.$signupForm.get()?.resume(order, false);
    expect(field("cohort").value).toBe("");
    expect((await registered(page)).reference).not.toBe(order.reference);
  });
});

describe("the country on Signup", () => {
  test("is the one that was looked up, before the script came or after, and again for the next learner", async () => {
    const { $location, $signupForm } = await wake({ country: null });
    expect(field("country").value).toBe("");
    $location.set(NIGERIA);
    expect(field("country").value).toBe("Nigeria");
    await expect.poll(() => field("state").tagName).toBe("SELECT");
    type("country", "");
    type("firstName", "Ada");
    expect(field("country").value).toBe("");
    $signupForm.get()?.empty();
    expect(field("country").value).toBe("Nigeria");
  });

  test("stays as it was chosen, and empty where the list has none of that name", async () => {
    field("country").value = "Ghana";
    const { $location } = await wake();
    expect(field("country").value).toBe("Ghana");
    type("country", "");
    field("firstName").focus();
    $location.set({ country_name: "Atlantis" });
    expect(field("country").value).toBe("");
  });
});

describe("Same as phone number", () => {
  const tick = (isTicked: boolean) => {
    field("sameNumber").checked = isTicked;
    field("sameNumber").dispatchEvent(new Event("input", { bubbles: true }));
  };

  test("takes the phone number for WhatsApp, with its country, until it is unticked", async () => {
    const { $signupRequest } = await wake();
    typeAll({ whatsapp: "" });
    expect(needs()).toBe("Still needed: WhatsApp Number.");
    tick(true);
    expect(field("whatsapp")).toMatchObject({ value: ADA.phone, readOnly: true });
    type("phone", "0244123456");
    code("phone").dispatchEvent(new Event("focusin", { bubbles: true }));
    await expect.poll(() => code("phone").options.length).toBeGreaterThan(1);
    code("phone").value = "GH";
    code("phone").dispatchEvent(new Event("change", { bubbles: true }));
    press();
    await expect.poll(() => $signupRequest.get()).not.toBeNull();
    expect($signupRequest.get()?.order.learner).toMatchObject({
      phone: "+233244123456",
      whatsapp: "+233244123456",
    });
    tick(false);
    expect(field("whatsapp").readOnly).toBe(false);
    type("whatsapp", "08037654321");
    expect(field("phone").value).toBe("0244123456");
  });
});

describe("an address with a slip of the keys", () => {
  test("is asked about once it is left, corrected on request, and never refused", async () => {
    const { $signupRequest } = await wake();
    typeAll({ email: "ada@gmial.com" });
    const question = find("[data-email-slip]");
    expect(question.textContent).toBe("Did you mean gmail.com?");
    question.click();
    expect(field("email").value).toBe("ada@gmail.com");
    expect(document.activeElement).toBe(field("email"));
    expect(question.hidden).toBe(true);
    type("email", "ada@gmal.com");
    expect(question.hidden, "while it is typed").toBe(true);
    press();
    await expect.poll(() => $signupRequest.get()).not.toBeNull();
    expect($signupRequest.get()?.order.learner.email).toBe("ada@gmal.com");
  });
});

describe("the state on Signup", () => {
  test("the state on Signup is a list of the chosen country's, which another country empties", async () => {
    await wake();
    type("country", "Nigeria");
    await expect.poll(() => field("state").tagName).toBe("SELECT");
    type("state", "Oyo");
    type("country", "Ghana");
    expect(field("state").value).toBe("");
    await expect.poll(() => field("state").textContent).toContain("Ashanti");
    expect(field("state").textContent).not.toContain("Oyo");
  });

  test("the state on Signup is skipped where a country has none, and typed where the list does not come", async () => {
    await wake();
    type("country", "Australia");
    await expect.poll(() => field("state").disabled).toBe(true);
    expect(find("[data-field=state] [data-hint]").textContent).toBe("No state is needed for Australia.");
    lost = ["/regions/GH.json"];
    type("country", "Ghana");
    await expect
      .poll(() => find("[data-field=state] [data-hint]").textContent)
      .toContain("The list could not be loaded.");
    expect(field("state")).toMatchObject({ tagName: "INPUT", disabled: false });
  });

  test("the state on Signup stays a line of text while somebody types in it, and where the list does not have it", async () => {
    await wake();
    type("state", "Lag");
    field("country").value = "Nigeria";
    field("country").dispatchEvent(new Event("input", { bubbles: true }));
    await expect.poll(() => form().querySelectorAll("datalist option").length).toBe(2);
    expect(field("state").tagName).toBe("INPUT");
    type("state", "lagos");
    field("firstName").focus();
    await expect.poll(() => field("state").tagName).toBe("SELECT");
    expect(field("state").value).toBe("Lagos");
  });
});

describe("a number on Signup", () => {
  test.each([
    [NIGERIA, "NG"],
    [{ country_name: "Ghana", country_code: "GH" }, "GH"],
    [{ country_name: "Puerto Rico", country_code: "PR" }, "US"],
    [null, "US"],
  ])("a number on Signup is dialled where the visitor is, %j, in %s", async (country, expected) => {
    await wake({ country });
    expect(code("phone").value).toBe("");
    type("phone", "0");
    code("phone").dispatchEvent(new Event("focusin", { bubbles: true }));
    await expect.poll(() => code("phone").value).toBe(expected);
    expect(code("whatsapp").value).toBe(expected);
  });

  const typeNumber = async (number: string) => {
    type("phone", number);
    field("phone").dispatchEvent(new Event("focusin", { bubbles: true }));
    await expect.poll(() => code("phone").options.length).toBeGreaterThan(1);
  };

  test("a number on Signup with a calling code brings its own country, stays as it was typed, and does not change the other's", async () => {
    await wake();
    await typeNumber("+447400123456");
    expect(code("phone").value).toBe("GB");
    expect(code("whatsapp").value).toBe("NG");
    expect(field("phone").value).toBe("+447400123456");
    type("phone", "+447911123456");
    expect(code("phone").value).toBe("NG");
  });

  test("a number on Signup that was typed before the country was known is read for it, whenever that is", async () => {
    const { $location } = await wake({ country: null });
    await typeNumber("8032345678");
    expect(code("phone").value).toBe("US");
    $location.set(NIGERIA);
    expect(code("phone").value).toBe("NG");
    expect(field("phone").value).toBe("8032345678");
    type("phone", "0712345678");
    type("country", "Kenya");
    expect(code("phone").value).toBe("KE");
  });

  test("a number on Signup keeps a country that was chosen for it, also after a reload", async () => {
    await wake();
    await typeNumber("0241234567");
    code("phone").value = "GH";
    code("phone").dispatchEvent(new Event("change", { bubbles: true }));
    expect(code("phone").value).toBe("GH");
    document.body.innerHTML = html;
    vi.resetModules();
    await wake();
    expect(field("phone").value).toBe("+233241234567");
    await expect.poll(() => code("phone").value).toBe("GH");
  });
});
