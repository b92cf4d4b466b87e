import { describe, expect, test } from "vitest";
import { expectedCharge, purchaseOf } from "~/domain/enrolment/expected-charge.ts";
import { tuitionOrder } from "~/domain/enrolment/order.ts";
import { orderOf, priceList, registrationCourses } from "../../fixtures/enrolment.ts";

test.each(["NGN", "USD"] as const)(
  "an order made on the site costs in %s what the record asks",
  (currency) => {
    for (const { id } of registrationCourses) {
      const order = orderOf({ registration: { course: id }, currency });
      expect(expectedCharge(purchaseOf(order), priceList)).toMatchObject({
        courseName: order.courseName,
        charge: order.charge,
      });
    }
  },
);

test("a registration's charge is told in its parts", () => {
  expect(expectedCharge(purchaseOf(orderOf()), priceList)?.parts).toEqual({
    fee: { currency: "NGN", minor: 1_500_000 },
    course: { currency: "NGN", minor: 48_000_000 },
  });
});

test.each(["NGN", "USD"] as const)("every price card costs in %s what it says is due now", (currency) => {
  for (const { id, title, plans } of priceList.pricingCourses) {
    for (const { name, schedules } of plans) {
      const order = tuitionOrder({
        email: "ada@example.com",
        courseId: id,
        courseName: title,
        planName: name,
        charge: schedules[currency].now,
        reference: "TUI-20261121-AAAAAAAAAA",
        now: new Date(),
      });
      expect(expectedCharge(purchaseOf(order), priceList)).toEqual({
        courseName: title,
        charge: order.charge,
        parts: null,
      });
    }
  }
});

describe("what is not offered has no price", () => {
  const known = purchaseOf(orderOf());
  test.each([
    ["an unknown course", { ...known, courseId: "juggling" }],
    ["no course", { ...known, courseId: "" }],
    ["an unknown plan", { ...known, purpose: "tuition" as const, planName: "Never" }],
    [
      "a registration course that has no price card",
      {
        ...known,
        purpose: "tuition" as const,
        courseId: "ai-foundational",
        planName: "Full Tuition",
      },
    ],
  ])("%s", (_, purchase) => {
    expect(expectedCharge(purchase, priceList)).toBeNull();
  });

  test("an order without details is for nothing known", () => {
    expect(expectedCharge(purchaseOf({ ...orderOf(), details: [] }), priceList)).toBeNull();
  });
});
