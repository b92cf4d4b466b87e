import { expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { orderLines, readOrderLines } from "~/domain/payments/order-lines.ts";
import { orderOf, tuitionOf } from "../../../fixtures/enrolment.ts";

const shownAs = (order: Order, name: string) => orderLines(order).find((each) => each.name === name)?.value;
const shown = (order: Order) => orderLines(order).map(({ label, value }) => `${label}: ${value}`);

const guardian = { guardianName: "Ngozi Obi", guardianContact: "+2348030000000", guardianConsent: true };
const tuition = tuitionOf();

test("the lines of a registration give staff everything that was filled in, under the form's own names", () => {
  expect(shown(orderOf())).toEqual([
    "First Name: Ada",
    "Last Name: Obi",
    "Email Address: ada@example.com",
    "Phone Number: +2348012345678",
    "WhatsApp Number: +2348012345679",
    "Country: Nigeria",
    "State: Lagos",
    "Age: 25-29",
    "Gender: Female",
    "Education: Graduate",
    "Course: DevOps Full",
    "Cohort: Next cohort, date to be announced",
    "Cohort id: to-be-announced",
    "Course id: devops-full",
    "Consent: Yes",
    "News and offers by email: No",
    "Registration fee: N15,000",
    "Course price: N480,000",
  ]);
});

test("the lines of a registration name a guardian only for a learner under 18", () => {
  const guarded = orderOf({ registration: { ...guardian, age: "Under 18" } });
  expect(
    ["guardian_name", "guardian_contact", "guardian_consent"].map((name) => shownAs(guarded, name)),
  ).toEqual(["Ngozi Obi", "+2348030000000", "Yes"]);
  const names = orderLines(orderOf({ registration: guardian })).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("guardian"))).toEqual([]);
});

test("the lines of a registration say whether news and offers are wanted separately from the consent", () => {
  expect(shownAs(orderOf({ registration: { marketing: true } }), "marketing_consent")).toBe("Yes");
});

test("the lines of a registration spell dollars out to the cent", () => {
  const order = orderOf({ currency: "USD" });
  expect(shownAs(order, "registration_fee")).toBe("$9.00");
  expect(shownAs(order, "course_price")).toBe("$1,200.00");
});

test("the lines of a tuition payment name the address, the course and the plan, and nothing else", () => {
  expect(shown(tuition)).toEqual([
    "Email Address: ada@example.com",
    "Course: DevOps Full",
    "Course id: devops-full",
    "Payment plan: Five Installments",
    "Plan id: five-installments",
  ]);
});

test.each<[string, Order]>([
  ["a registration", orderOf()],
  ["a registration with the least that is needed", orderOf({ registration: { state: "", cohort: "" } })],
  ["a registration under 18", orderOf({ registration: { ...guardian, age: "Under 18" } })],
  ["a sponsored registration", { ...orderOf(), isSponsored: true }],
  ["tuition", tuition],
])("the lines of %s give back what they were made of, by their names alone", (_, order) => {
  const given = orderLines(order).filter(({ value }) => value !== "");
  const { course, plan, learner, cohortName, isSponsored } = order;
  const made = { course, plan, learner, cohortName, isSponsored };
  expect(readOrderLines(new Map(given.map(({ name, value }) => [name, value])))).toEqual(made);
});
