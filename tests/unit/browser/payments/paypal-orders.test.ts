import { expect, test, vi } from "vitest";
import {
  type ApproveActions,
  browserOrders,
  type CreateActions,
  outcomeOf,
} from "~/browser/payments/paypal/paypal-orders.ts";
import { paypalPurchase } from "~/domain/payments/checkout.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";

type Captured = Parameters<typeof outcomeOf>[0];

const order = orderOf({ currency: "USD" });

/** Returns PayPal's response to a capture of the right amount, with one thing changed. */
function captured({
  status = "COMPLETED",
  value = "1209.00",
  currency = "USD",
  order: orderStatus = "COMPLETED",
} = {}) {
  return {
    id: "5O190127TN364715T",
    status: orderStatus,
    payer: { name: { given_name: "Ada", surname: "Obi" }, email_address: "ada@paypal.example" },
    purchase_units: [
      {
        payments: {
          captures: [{ id: "3C679366HH908993F", status, amount: { currency_code: currency, value } }],
        },
      },
    ],
  } as Captured;
}

const capture = (answer: () => Promise<unknown>) =>
  browserOrders.capture(order, { order: { capture: answer } } as unknown as ApproveActions);

test("a long course name is cut to PayPal's limit", () => {
  const [unit] = paypalPurchase({ ...order, course: { id: "c", name: "c".repeat(128) } }).purchase_units;
  expect(unit.description).toHaveLength(127);
});

test("a PayPal order is made through PayPal's own buttons, which return its id", async () => {
  const create = vi.fn(async () => "5O190127TN364715T");
  const actions = { order: { create } } as unknown as CreateActions;
  expect(await browserOrders.create(order, actions)).toBe("5O190127TN364715T");
  expect(create.mock.calls).toEqual([[paypalPurchase(order)]]);
});

test.each([
  ["the right amount", captured(), { name: "Ada Obi", email: "ada@paypal.example" }],
  ["the right amount without a payer", { ...captured(), payer: undefined }, null],
])("a PayPal capture of %s counts as paid", (_, response, payer) => {
  const payment = { id: "3C679366HH908993F", payer };
  expect(outcomeOf(response, order)).toEqual({ status: "paid", payment });
});

test.each([
  ["one cent too little", captured({ value: "1208.99" })],
  ["one cent too much", captured({ value: "1209.01" })],
  ["another currency", captured({ currency: "NGN" })],
  ["a capture that is pending", captured({ status: "PENDING" })],
  ["an order that is only approved", captured({ order: "APPROVED" })],
  ["an empty response", {} as Captured],
])("a PayPal capture with %s is neither paid nor unpaid", (_, response) => {
  expect(outcomeOf(response, order)).toEqual({ status: "unconfirmed" });
});

test("taking the money for an approved order gives PayPal's outcome", async () => {
  expect(await capture(async () => captured())).toMatchObject({ status: "paid" });
});

test.each([
  ["INSTRUMENT_DECLINED", "declined", "Your bank or card didn't allow this payment."],
  ["COMPLIANCE_VIOLATION", "failed", "PayPal didn't allow this payment. Nothing was charged."],
])("taking the money that PayPal refuses with %s has charged nothing", async (issue, status, message) => {
  const refused = new Error(`Order capture failed: {"details":[{"issue":"${issue}"}]}`);
  expect(await capture(() => Promise.reject(refused))).toEqual({ status, message });
});

test.each([
  ["the connection broke", new TypeError("Failed to fetch")],
  ["PayPal had an error of its own", new Error("INTERNAL_SERVER_ERROR")],
  ["nobody knows why", undefined],
  ["it was taken before", new Error('{"details":[{"issue":"ORDER_ALREADY_CAPTURED"}]}')],
  ["another order of it was paid", new Error('{"details":[{"issue":"DUPLICATE_INVOICE_ID"}]}')],
])("taking the money for an approved order stays unconfirmed when %s", async (_, error) => {
  expect(await capture(() => Promise.reject(error))).toEqual({ status: "unconfirmed" });
});

test("taking the money stays unconfirmed when PayPal gives no way to capture", async () => {
  expect(await browserOrders.capture(order, {} as ApproveActions)).toEqual({ status: "unconfirmed" });
});
