import { expect, test } from "vitest";
import type { Purchase } from "~/domain/enrolment/agreement.ts";
import { expectedCharge, tuitionOrder } from "~/domain/payments/order.ts";
import { orderOf, priceList, registrationCourses } from "../../../fixtures/enrolment.ts";

test.each(["NGN", "USD"] as const)(
  "an order made on the site costs in %s what the record asks",
  (currency) => {
    for (const { id } of registrationCourses) {
      const { course, plan, charge, parts, ...order } = orderOf({ registration: { courseId: id }, currency });
      expect(expectedCharge({ ...order, course, plan }, currency, priceList)).toEqual({
        course,
        plan,
        charge,
        parts,
      });
    }
  },
);

test("a registration's charge is given in its parts", () => {
  expect(expectedCharge(orderOf(), "NGN", priceList)?.parts).toEqual({
    fee: { currency: "NGN", minor: 1_500_000 },
    course: { currency: "NGN", minor: 48_000_000 },
  });
});

test.each(["NGN", "USD"] as const)("every price card costs in %s what it says is due now", (currency) => {
  for (const { id, name, plans } of priceList.pricingCourses) {
    for (const { id: planId, name: planName, schedules } of plans) {
      const order = tuitionOrder({
        email: "ada@example.com",
        course: { id, name },
        plan: { id: planId, name: planName },
        charge: schedules[currency].now,
        reference: "TUI-20261121-AAAAAAAAAA",
        now: new Date(),
      });
      expect(expectedCharge(order, currency, priceList)).toEqual({
        course: order.course,
        plan: order.plan,
        charge: order.charge,
        parts: null,
      });
    }
  }
});

test("a course and a plan are known by their ids, and called as the record calls them", () => {
  const renamed = { ...orderOf(), course: { id: "devops-full", name: "Something Grand" } };
  expect(expectedCharge(renamed, "NGN", priceList)?.course.name).toBe("DevOps Full");
  const byName = { id: "Full Tuition", name: "Full Tuition" };
  expect(expectedCharge({ ...renamed, purpose: "tuition", plan: byName }, "NGN", priceList)).toBeNull();
});

const known: Purchase = orderOf();
const named = (id: string) => ({ id, name: id });
test.each<[string, Purchase]>([
  ["an unknown course", { ...known, course: named("juggling") }],
  ["no course", { ...known, course: named("") }],
  ["an unknown plan", { ...known, purpose: "tuition", plan: named("never") }],
  ["tuition without a plan", { ...known, purpose: "tuition" }],
  [
    "a registration course that has no price card",
    { purpose: "tuition", course: named("ai-foundational"), plan: named("full-tuition") },
  ],
])("an order for what is not offered has no price: %s", (_, purchase) => {
  expect(expectedCharge(purchase, "NGN", priceList)).toBeNull();
});
