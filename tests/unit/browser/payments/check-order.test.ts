import { expect, test } from "vitest";
import { checkOrder } from "~/browser/payments/register-order.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";

const dollars = orderOf({ currency: "USD" });

test("an order in the checkout's own currency passes", () => {
  expect(() => checkOrder(orderOf(), "NGN")).not.toThrow();
  expect(() => checkOrder(dollars, "USD")).not.toThrow();
});

test("naira are not charged as dollars, nor dollars as naira", () => {
  expect(() => checkOrder(orderOf(), "USD")).toThrow("This checkout takes USD only.");
  expect(() => checkOrder(dollars, "NGN")).toThrow("This checkout takes NGN only.");
});

test("a checkout that asks for the e-mail address itself takes an order without one", () => {
  const order = orderOf({ currency: "USD", registration: { email: "" } });
  expect(() => checkOrder(order, "USD", { needsEmail: false })).not.toThrow();
  expect(() => checkOrder(order, "USD")).toThrow("The e-mail address is not valid.");
});

test.each([-1, 0, 0.5, 1.5, Number.NaN])("an order of %s cents is refused", (minor) => {
  expect(() => checkOrder({ ...dollars, charge: { currency: "USD", minor } }, "USD")).toThrow(
    "The amount must be a whole number above 0.",
  );
});

test("an order of one cent passes", () => {
  expect(() => checkOrder({ ...dollars, charge: { currency: "USD", minor: 1 } }, "USD")).not.toThrow();
});
