import { expect, test } from "vitest";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { learnerOf } from "~/domain/enrolment/registration.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { isSameOrder, tuitionOrder } from "~/domain/payments/order.ts";
import { filledRegistration, orderOf } from "../../../fixtures/enrolment.ts";

test("the order for a registration charges the fee and the course together", () => {
  expect(orderOf().charge).toEqual({ currency: "NGN", minor: 49_500_000 });
  expect(orderOf({ currency: "USD" }).charge).toEqual({ currency: "USD", minor: 120_900 });
});

test("the order for a registration with a plan charges the fee and the plan's first payment, and names the plan", () => {
  const order = orderOf({ registration: { planId: "five-installments" } });
  expect(order).toMatchObject({
    charge: { currency: "NGN", minor: 20_900_000 },
    parts: { fee: { minor: 1_500_000 }, course: { minor: 19_400_000 } },
    plan: { id: "five-installments", name: "Five Installments" },
  });
  expect(order.learner).not.toHaveProperty("planId");
  expect(orderOf({ registration: { planId: "five-installments" }, currency: "USD" }).charge).toEqual({
    currency: "USD",
    minor: 50_900,
  });
});

test("the order for a registration is for the learner whom the form describes and the course that was chosen", () => {
  expect(orderOf()).toMatchObject({
    course: { id: "devops-full", name: "DevOps Full" },
    plan: null,
    learner: learnerOf(filledRegistration()),
    cohortName: "Next cohort, date to be announced",
    isSponsored: false,
  });
});

test("two orders for the same person, money and course are the same, even at another time and under another reference", () => {
  const later = {
    ...orderOf({ reference: "REG-20261122-BBBBBBBBBB" }),
    startedAt: "2026-11-22T10:00:00.000Z",
  };
  expect(isSameOrder(orderOf(), later)).toBe(true);
  expect(isSameOrder(orderOf(), JSON.parse(JSON.stringify(orderOf())))).toBe(true);
});

test.each(
  Object.entries({
    firstName: "Bola",
    lastName: "Eze",
    email: "bola@example.com",
    phone: "+2348012345670",
    whatsapp: "+2348012345670",
    country: "Ghana",
    state: "Kano",
    age: "30-34",
    gender: "Male",
    education: "MBA",
    courseId: "devops-foundational",
    planId: "two-installments",
    cohort: "",
  }),
)("two orders with another %s are not the same", (field, value) => {
  expect(isSameOrder(orderOf(), orderOf({ registration: { [field]: value } }))).toBe(false);
});

test("two orders in different currencies are not the same", () => {
  expect(isSameOrder(orderOf(), orderOf({ currency: "USD" }))).toBe(false);
});

test("two orders that differ by a kobo are not the same", () => {
  const order = orderOf();
  for (const minor of [order.charge.minor - 1, order.charge.minor + 1]) {
    expect(isSameOrder(order, { ...order, charge: { currency: "NGN", minor } })).toBe(false);
  }
});

test("the order for tuition knows the address, the course and the plan, and nothing else of the payer", () => {
  const order = tuitionOrder({
    email: " ada@example.com ",
    course: { id: "devops-full", name: "DevOps Full" },
    plan: { id: "five-installments", name: "Five Installments" },
    charge: fromMajor("NGN", 194_000),
    reference: "TUI-20261121-AAAAAAAAAA",
    now: new Date("2026-11-21T09:00:00.000Z"),
  });
  expect(order).toEqual({
    reference: "TUI-20261121-AAAAAAAAAA",
    purpose: "tuition",
    course: { id: "devops-full", name: "DevOps Full" },
    plan: { id: "five-installments", name: "Five Installments" },
    charge: { currency: "NGN", minor: 19_400_000 },
    parts: null,
    learner: { ...UNKNOWN_LEARNER, email: "ada@example.com" },
    cohortName: "",
    isSponsored: false,
    startedAt: "2026-11-21T09:00:00.000Z",
  });
});
