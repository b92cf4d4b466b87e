import { expect, test } from "vitest";
import { checkOrder } from "~/browser/payments/register-order.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";

const dollars = orderOf({ currency: "USD" });

test("naira are not charged as dollars, nor dollars as naira", () => {
  expect(() => checkOrder(orderOf(), "NGN")).not.toThrow();
  expect(() => checkOrder(orderOf(), "USD")).toThrow("This checkout takes USD only.");
  expect(() => checkOrder(dollars, "NGN")).toThrow("This checkout takes NGN only.");
});

test("a checkout that asks for the e-mail address itself takes an order without one", () => {
  const order = orderOf({ currency: "USD", registration: { email: "" } });
  expect(() => checkOrder(order, "USD", { needsEmail: false })).not.toThrow();
  expect(() => checkOrder(order, "USD")).toThrow("The e-mail address is not valid.");
});
