/** What Signup's form keeps, and what its fields do with what is typed into them. */
import { act } from "react";
import { describe, expect, test, vi } from "vitest";
import { cohortName } from "~/domain/dates/cohort.ts";
import { cohortOptions } from "~/domain/dates/cohort-options.ts";
import { isSameOrder, type Order } from "~/domain/payments/order.ts";
import { cohortOn, filledRegistration } from "../../../../fixtures/enrolment.ts";
import {
  ADA,
  button,
  choose,
  code,
  errorOf,
  eventually,
  field,
  find,
  form,
  leave,
  listOfStates,
  lost,
  NIGERIA,
  needs,
  OPEN,
  OVER,
  registered,
  registrationPage,
  reload,
  showPage,
  type,
  typeAll,
  wake,
} from "../../../../fixtures/registration-page.ts";
import { OFFER, signupHtml } from "../../../../fixtures/signup-page.ts";

registrationPage();

describe("a registration that was paid elsewhere", () => {
  test("leaves Signup's form, and what was kept of it, however its numbers were typed", async () => {
    const page = await wake();
    await listOfStates();
    typeAll({ firstName: "Ada ", state: "Lagos" });
    const order = registered(page);
    const again = await reload();
    // As it was typed before the country's list of states came.
    again.settle({ ...order, learner: { ...order.learner, state: order.learner.state.toLowerCase() } });
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
    const latest = registered(later);
    expect(latest.reference).toBe(order.reference);
    later.pay(latest);
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
  showPage({}, signupHtml({ cohorts, choices }));
  await wake({ offer: { cohorts, choices } });
  typeAll({ cohort: OPEN });
  const page = await reload({ cohorts, choices, isCounted: true });
  const option = () => form().querySelector<HTMLOptionElement>(`option[value="${OPEN}"]`);
  await eventually(() => expect(option()?.disabled).toBe(true));
  expect(field("cohort").value).toBe(OPEN);
  expect(registered(page).learner.cohort).toBe(OPEN);
});

test("the country on Signup is the one that was looked up, before React came or after, and again for the next learner", async () => {
  const page = await wake({ country: null });
  expect(field("country").value).toBe("");
  page.locate(NIGERIA);
  expect(field("country").value).toBe("Nigeria");
  await listOfStates();
  type("country", "");
  type("firstName", "Ada");
  expect(field("country").value).toBe("");
  typeAll();
  page.pay(registered(page));
  expect(field("firstName").value).toBe("");
  expect(field("country").value).toBe("Nigeria");
});

test("an error that the edge has found in a number goes once its country is corrected", async () => {
  const values = { ...ADA, phone: "0244123456" };
  showPage({ values, errors: [{ field: "phone", text: "Check this phone number and its country code." }] });
  await wake();
  expect(errorOf("phone")).toBe("Check this phone number and its country code.");
  choose(code("phone"), "GH");
  expect(errorOf("phone")).toBe("");
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
  lost.push("/regions/GH.json");
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

test("the country on Signup is chosen by its code where the lookup spells its name another way", async () => {
  await wake({ country: { country_name: "Côte d’Ivoire", country_code: "CI" } });
  expect(field("country").value).toBe("Ivory Coast");
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
