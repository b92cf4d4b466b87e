/** Checks the steps until the checkout has loaded. Only the page in Paystack's frame is simulated. */
import { expect, test, vi } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { orderLines } from "~/domain/payments/order-lines.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import {
  paystackOrder as order,
  paystackCheckout,
  paystackSuccess as success,
} from "../../../fixtures/paystack-page.ts";

const paystack = paystackCheckout();
const { open, load, say, turn } = paystack;

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

test("a Paystack charge has the whole registration in its metadata", () => {
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
});

test("a Paystack charge has nothing in the place of what was not given", () => {
  const sparse = orderOf({ registration: { state: "", cohort: "" } });
  open(sparse);
  const { custom_fields } = JSON.parse(String(paystack.page.transactions()[0]?.metadata));
  expect(custom_fields).toHaveLength(1 + orderLines(sparse).filter(({ value }) => value).length);
  expect(JSON.stringify(custom_fields)).not.toMatch(/"state"|"track"|Not given/);
});

const charging = (minor: number): Order => ({ ...order, charge: { currency: "NGN", minor } });
const referenceRefusal = "The payment reference has an unusable form.";
const amountRefusal = "The amount must be a whole number above 0.";

test.each<[string, Order, string]>([
  ["half a kobo over", charging(49_500_000.5), amountRefusal],
  ["nothing", charging(0), amountRefusal],
  ["less than nothing", charging(-1), amountRefusal],
  ["no number", charging(Number.NaN), amountRefusal],
  ["more than can be counted", charging(Number.MAX_SAFE_INTEGER + 1), amountRefusal],
  ["dollars", orderOf({ currency: "USD" }), "This checkout takes NGN only."],
  ["no e-mail address", orderOf({ registration: { email: "" } }), "The e-mail address is not valid."],
  ["a malformed address", orderOf({ registration: { email: "zzz" } }), "The e-mail address is not valid."],
  ["a reference too long", orderOf({ reference: "R".repeat(65) }), referenceRefusal],
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

const framesOnPage = () => paystack.page.frames.filter(({ isOnPage }) => isOnPage);
/** Waits until the package has hidden and removed its frames. */
const fadeOut = () => vi.advanceTimersByTimeAsync(1_000);

test("a checkout that does not load is given up after 15 seconds and not a moment before", async () => {
  const checkout = open();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(checkout.outcome).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(checkout.outcome).toEqual({
    status: "unreachable",
    message: "Unable to load paystack inline script",
  });
});

test("a checkout that does not load leaves no frame over the page", async () => {
  open();
  expect(framesOnPage()).not.toEqual([]);
  await vi.advanceTimersByTimeAsync(15_000);
  await fadeOut();
  expect(framesOnPage()).toEqual([]);
});

test("a checkout that does not load can be left with Escape, and nothing was charged", async () => {
  const checkout = open();
  paystack.page.press("Enter");
  await turn();
  expect(checkout.outcome).toBeNull();
  paystack.page.press("Escape");
  await turn();
  expect(checkout.outcome).toEqual({ status: "cancelled" });
  await fadeOut();
  expect(framesOnPage()).toEqual([]);
});

const other = orderOf({
  reference: "REG-20261121-BBBBBBBBBB",
  registration: { courseId: "devops-advanced" },
});

async function openOther() {
  open();
  load();
  await say({ event: "close" });
  return open(other);
}

test("a second order's checkout that does not load is given up and leaves no frame", async () => {
  const checkout = await openOther();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(checkout.outcome).toMatchObject({ status: "unreachable" });
  await fadeOut();
  expect(framesOnPage()).toEqual([]);
});

test("a second order is paid in frames of its own", async () => {
  const checkout = await openOther();
  await fadeOut();
  expect(paystack.page.frames.map(({ isOnPage }) => isOnPage)).toEqual([false, false, true, true]);
  load();
  await say({ event: "success", data: { ...success, reference: other.reference } });
  expect(checkout.outcome).toMatchObject({ status: "paid" });
});

test.each([
  ["paid", { event: "success", data: success }],
  ["unconfirmed", { event: "transfer:pending", data: { status: "pending" } }],
  ["cancelled", { event: "close" }],
] as const)("a second try after one that never loaded ends %s like a first", async (status, message) => {
  open();
  await vi.advanceTimersByTimeAsync(15_000);
  const checkout = open();
  await turn();
  load();
  await say(message);
  expect(checkout.outcome).toMatchObject({ status });
  // An error in the package's own timers would fail the run.
  await fadeOut();
});
