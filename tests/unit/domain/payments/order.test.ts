import { expect, test } from "vitest";
import { agree, firstPaymentOf, type Purchase } from "~/domain/enrolment/agreement.ts";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { type Currency, fromMajor, fromMinor } from "~/domain/money/money.ts";
import { enrolmentOrder, isSameOrder, type Order } from "~/domain/payments/order.ts";
import { orderLines, readOrderLines } from "~/domain/payments/order-lines.ts";
import { orderOf, priceList, registrationCourses, tuitionOf } from "../../../fixtures/enrolment.ts";
import { payerViewOf, viewOf } from "../../../fixtures/enrolment-view.ts";
import { percentOff } from "../../../fixtures/vouchers.ts";

test("the order for a registration charges the fee and the course together", () => {
  expect(orderOf().charge).toEqual({ currency: "NGN", minor: 49_500_000 });
  expect(orderOf({ currency: "USD" }).charge).toEqual({ currency: "USD", minor: 120_900 });
});

test("the order for a registration with a plan charges the fee and the plan's first payment", () => {
  const order = orderOf({ registration: { planId: "five-installments" } });
  expect(order).toMatchObject({
    charge: { currency: "NGN", minor: 20_900_000 },
    parts: { fee: { minor: 1_500_000 }, course: { minor: 19_400_000 } },
    plan: { id: "five-installments", name: "Five Installments" },
    later: Array(5).fill({ currency: "NGN", minor: 7_000_000 }),
  });
  expect(order.learner).not.toHaveProperty("planId");
  expect(orderOf({ registration: { planId: "five-installments" }, currency: "USD" }).charge).toEqual({
    currency: "USD",
    minor: 50_900,
  });
});

test("two orders for the same person, money and course are the same at any time", () => {
  const later = {
    ...orderOf({ reference: "REG-20261122-BBBBBBBBBB" }),
    startedAt: "2026-11-22T10:00:00.000Z",
  };
  expect(isSameOrder(orderOf(), later)).toBe(true);
});

test.each([
  ["for different people", orderOf({ registration: { firstName: "Bola" } })],
  ["for different courses", orderOf({ registration: { courseId: "devops-foundational" } })],
  ["for different plans", orderOf({ registration: { planId: "two-installments" } })],
  ["in different currencies", orderOf({ currency: "USD" })],
  ["that differ by a kobo", { ...orderOf(), charge: fromMinor("NGN", 49_500_001) }],
])("two orders %s are not the same", (_, otherOrder) => {
  expect(isSameOrder(orderOf(), otherOrder)).toBe(false);
});

test("the order for tuition has only the e-mail address of the learner", () => {
  const { learner } = tuitionOf({ email: " ada@example.com " });
  expect(learner).toEqual({ ...UNKNOWN_LEARNER, email: "ada@example.com" });
});

const now = new Date("2026-11-22T13:05:00Z");
const started = {
  reference: "TUI-20261122-AAAAAAAAAA",
  amount: fromMajor("NGN", 70_000),
  charges: [2],
  checkout: null,
};

test("an enrolment's payment is an order under the edge's reference and at the edge's amount", () => {
  expect(enrolmentOrder(viewOf(), started, now)).toMatchObject({
    reference: started.reference,
    purpose: "tuition",
    charge: started.amount,
    isSponsored: false,
    learner: { email: "ada@example.com" },
  });
  const first = { ...started, charges: [0, 1], reference: "REG-20261122-AAAAAAAAAA" };
  expect(enrolmentOrder(viewOf(), first, now)).toMatchObject({ purpose: "registration" });
});

test("a payer's order has the learner's first name and nothing else", () => {
  const { learner, isSponsored } = enrolmentOrder(payerViewOf(), started, now);
  expect(isSponsored).toBe(true);
  expect(Object.values(learner).filter(Boolean)).toEqual(["Ada"]);
});

/** Returns the price and first charge of a purchase today; `null` if it is not offered. */
function soldNow(purchase: Purchase, currency: Currency = "NGN") {
  const agreement = agree({ ...purchase, cohort: "" }, currency, priceList, "2026-11-21");
  if (!agreement) return null;
  const { course, plan } = agreement;
  return { course, plan, ...firstPaymentOf(agreement, currency) };
}

test.each(["NGN", "USD"] as const)("an order of the site costs in %s what the record asks", (currency) => {
  for (const { id } of registrationCourses) {
    const { course, plan, charge, parts, ...order } = orderOf({ registration: { courseId: id }, currency });
    const expected = { course, plan, charge, parts };
    expect(soldNow({ ...order, course, plan }, currency)).toEqual(expected);
  }
});

test("an agreement keeps a voucher's discount, and nothing that staff wrote beside it", () => {
  const usedVoucher = { code: "EARLY10", discount: percentOff(10), note: "Early birds" };
  const agreement = agree({ ...orderOf(), cohort: "", usedVoucher }, "NGN", priceList, "2026-11-21");
  expect(Object.keys(agreement?.voucher ?? {})).toEqual(["code", "discount", "off"]);
});

test.each(["NGN", "USD"] as const)("every price card costs in %s what it says is due now", (currency) => {
  for (const { plans, sells, ...course } of priceList.pricingCourses) {
    for (const { schedules, ...plan } of plans) {
      const bought = {
        course: { id: course.id, name: course.name },
        plan: { id: plan.id, name: plan.name },
        charge: schedules[currency].now,
      };
      expect(soldNow(tuitionOf(bought), currency)).toEqual({
        ...bought,
        course: sells,
        parts: null,
      });
    }
  }
});

test.each(["devops-foundational", "devops-advanced"])("the price cards of %s sell DevOps Full", (id) => {
  const course = { id: "devops-full", name: "DevOps Full" };
  const order = tuitionOf({ course: { id, name: "A level" } });
  expect(soldNow(order)?.course).toEqual(course);
});

test("a course and a plan are found by their ids and have the names of the record", () => {
  const renamed = { ...orderOf(), course: { id: "devops-full", name: "Something Grand" } };
  expect(soldNow(renamed)?.course.name).toBe("DevOps Full");
  const byName = { id: "Full Tuition", name: "Full Tuition" };
  expect(soldNow({ ...renamed, purpose: "tuition", plan: byName })).toBeNull();
});

const validOrder: Purchase = orderOf();
const named = (id: string) => ({ id, name: id });
test.each<[string, Purchase]>([
  ["an unknown course", { ...validOrder, course: named("juggling") }],
  ["no course", { ...validOrder, course: named("") }],
  ["an unknown plan", { ...validOrder, purpose: "tuition", plan: named("never") }],
  ["tuition without a plan", { ...validOrder, purpose: "tuition" }],
  [
    "a registration course that has no price card",
    { purpose: "tuition", course: named("ai-foundational"), plan: named("full-tuition") },
  ],
])("a purchase that is not offered has no price: %s", (_, purchase) => {
  expect(soldNow(purchase)).toBeNull();
});

const shownAs = (order: Order, name: string) => orderLines(order).find((line) => line.name === name)?.value;
const labelledLines = (order: Order) => orderLines(order).map(({ label, value }) => `${label}: ${value}`);

const guardian = { guardianName: "Ngozi Obi", guardianContact: "+2348030000000", guardianConsent: true };
const tuition = tuitionOf();

test("the lines of a registration give staff everything that was filled in", () => {
  expect(labelledLines(orderOf())).toEqual([
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
    "Cohort: Date to be announced",
    "Cohort id: to-be-announced",
    "Course id: devops-full",
    "Consent: Yes",
    "News and offers by email: No",
    "Registration fee: N15,000",
    "Tuition today: N480,000",
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

test("the lines of a tuition payment name the address, the course and the plan, and nothing else", () => {
  expect(labelledLines(tuition)).toEqual([
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
  ["a registration under 18", orderOf({ registration: { ...guardian, age: "Under 18", marketing: true } })],
  ["a registration with a voucher", { ...orderOf(), voucher: "EARLY10" }],
  ["a sponsored registration", { ...orderOf(), isSponsored: true }],
  ["tuition", tuition],
])("the order of %s can be read back from its lines", (_, order) => {
  const filledLines = orderLines(order).filter(({ value }) => value !== "");
  const { course, plan, learner, cohortName, voucher, isSponsored } = order;
  const expectedOrder = { course, plan, learner, cohortName, voucher, isSponsored };
  expect(readOrderLines(new Map(filledLines.map(({ name, value }) => [name, value])))).toEqual(expectedOrder);
});
