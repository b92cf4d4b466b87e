/** What is charged: the adapter with Paystack's own package; only Paystack's page in the frame is played. */
import { expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { orderLines } from "~/domain/payments/order-lines.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { paystackOrder as order, paystackCheckout } from "../../../fixtures/paystack-page.ts";

const paystack = paystackCheckout();
const { open, turn } = paystack;

test("a Paystack charge is the amount in kobo, in naira, under our reference", () => {
  open();
  expect(paystack.page.transactions()).toHaveLength(1);
  expect(paystack.page.transactions()[0]).toMatchObject({
    key: "pk_test_academy",
    email: "ada@example.com",
    amount: 49_500_000,
    currency: "NGN",
    ref: order.reference,
    firstname: "Ada",
    lastname: "Obi",
    phone: "+2348012345678",
  });
});

test("a Paystack charge has the whole registration in its metadata, so that it alone is enough to enrol somebody", () => {
  open();
  const { custom_fields } = JSON.parse(String(paystack.page.transactions()[0]?.metadata));
  expect(custom_fields).toEqual([
    { display_name: "Reference", variable_name: "reference", value: order.reference },
    ...orderLines(order).map(({ name, label, value }) => ({
      display_name: label,
      variable_name: name,
      value,
    })),
  ]);
  expect(custom_fields).toHaveLength(19);
});

test("a Paystack charge has nothing in the place of what was not given", () => {
  open(orderOf({ registration: { state: "", cohort: "" } }));
  const { custom_fields } = JSON.parse(String(paystack.page.transactions()[0]?.metadata));
  expect(custom_fields).toHaveLength(16);
  expect(JSON.stringify(custom_fields)).not.toMatch(/"state"|"track"|Not given/);
});

const charging = (minor: number): Order => ({ ...order, charge: { currency: "NGN", minor } });
const amountRefusal = "The amount must be a whole number above 0.";

test.each<[string, Order, string]>([
  ["half a kobo over", charging(49_500_000.5), amountRefusal],
  ["nothing", charging(0), amountRefusal],
  ["less than nothing", charging(-1), amountRefusal],
  ["no number", charging(Number.NaN), amountRefusal],
  ["more than can be counted", charging(Number.MAX_SAFE_INTEGER + 1), amountRefusal],
  ["dollars", orderOf({ currency: "USD" }), "This checkout takes NGN only."],
  ["no e-mail address", orderOf({ registration: { email: "" } }), "The e-mail address is not valid."],
  [
    "a malformed e-mail address",
    orderOf({ registration: { email: "zzz" } }),
    "The e-mail address is not valid.",
  ],
  [
    "a reference too long",
    orderOf({ reference: "R".repeat(65) }),
    "The payment reference has an unusable form.",
  ],
])("an order for %s is refused before Paystack is called", async (_, wrong, message) => {
  const checkout = open(wrong);
  await turn();
  expect(checkout.refusal).toEqual(new Error(message));
  expect(paystack.page.frames).toEqual([]);
});

test.each<[string, Order]>([
  ["one kobo", charging(1)],
  ["the most that can be counted", charging(Number.MAX_SAFE_INTEGER)],
])("an order for %s is not refused", async (_, right) => {
  const checkout = open(right);
  await turn();
  expect(checkout.refusal).toBeNull();
  expect(paystack.page.transactions()[0]).toMatchObject({
    amount: right.charge.minor,
    ref: right.reference,
  });
});
