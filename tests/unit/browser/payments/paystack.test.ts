/** Tests our adapter with Paystack's own package. Only the page in Paystack's frame is simulated. */
import { describe, expect, test, vi } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { orderLines } from "~/domain/payments/order-lines.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import {
  paystackOrder as order,
  type PaystackMessage,
  paystackCheckout,
  paystackSuccess as success,
} from "../../../fixtures/paystack-page.ts";

const paystack = paystackCheckout();
const { open, load, say, runDueTimers, resume } = paystack;

const otherOrder = orderOf({
  reference: "REG-20261121-BBBBBBBBBB",
  registration: { courseId: "devops-advanced" },
});
const transactions = () => paystack.page.transactions();
const framesOnPage = () => paystack.page.frames.filter(({ isOnPage }) => isOnPage);
/** Waits until the package has hidden its frames, which are then removed. */
const fadeOut = () => vi.advanceTimersByTimeAsync(1_000);

function openLoaded(of?: Order) {
  const checkout = open(of);
  load();
  return checkout;
}

async function openOtherAfterClose() {
  openLoaded();
  await say({ event: "close" });
  return open(otherOrder);
}

describe("a transaction that the popup starts", () => {
  test("has the order's reference, learner, and amount in kobo", () => {
    open();
    expect(transactions()).toMatchObject([
      {
        key: "pk_test_academy",
        email: "ada@example.com",
        amount: 49_500_000,
        currency: "NGN",
        ref: order.reference,
        firstname: "Ada",
        lastname: "Obi",
        phone: "+2348012345678",
      },
    ]);
  });

  test("has the whole registration in its metadata, except fields left empty", () => {
    const sparseOrder = orderOf({ registration: { state: "", cohort: "" } });
    open(sparseOrder);
    const { custom_fields } = JSON.parse(String(transactions()[0]?.metadata));
    const lines = orderLines(sparseOrder).filter(({ value }) => value !== "");
    expect(custom_fields).toEqual([
      { display_name: "Reference", variable_name: "reference", value: sparseOrder.reference },
      ...lines.map(({ name, label, value }) => ({ display_name: label, variable_name: name, value })),
    ]);
    expect(JSON.stringify(custom_fields)).not.toMatch(/"state"|"track"|Not given/);
  });

  const charging = (minor: number): Order => ({ ...order, charge: { currency: "NGN", minor } });
  const wrongAmount = "The amount must be a whole number above 0.";

  test.each<[string, Order, string]>([
    ["half a kobo", charging(49_500_000.5), wrongAmount],
    ["nothing", charging(0), wrongAmount],
    ["more than can be counted", charging(Number.MAX_SAFE_INTEGER + 1), wrongAmount],
    ["dollars", orderOf({ currency: "USD" }), "This checkout takes NGN only."],
    ["no e-mail address", orderOf({ registration: { email: "" } }), "The e-mail address is not valid."],
    [
      "a long reference",
      orderOf({ reference: "R".repeat(65) }),
      "The payment reference has an unusable form.",
    ],
  ])("is refused for an order with %s, before Paystack is called", async (_, wrongOrder, message) => {
    const checkout = open(wrongOrder);
    await runDueTimers();
    expect(checkout.refusal).toEqual(new Error(message));
    expect(paystack.page.frames).toEqual([]);
  });
});

describe("a checkout that does not load", () => {
  test("ends after 15 seconds, and leaves no frame over the page", async () => {
    const checkout = open();
    expect(framesOnPage()).not.toEqual([]);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(checkout.outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    const message = "Unable to load paystack inline script";
    expect(checkout.outcome).toEqual({ status: "unreachable", message });
    await fadeOut();
    expect(framesOnPage()).toEqual([]);
  });

  test("can be cancelled with Escape", async () => {
    const checkout = open();
    paystack.page.press("Enter");
    await runDueTimers();
    expect(checkout.outcome).toBeNull();
    paystack.page.press("Escape");
    await runDueTimers();
    expect(checkout.outcome).toEqual({ status: "cancelled" });
    await fadeOut();
    expect(framesOnPage()).toEqual([]);
  });

  test("ends like a first one if another order was paid before", async () => {
    const checkout = await openOtherAfterClose();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(checkout.outcome).toMatchObject({ status: "unreachable" });
    await fadeOut();
    expect(framesOnPage()).toEqual([]);
  });

  test.each([
    ["paid", { event: "success", data: success }],
    ["unconfirmed", { event: "transfer:pending", data: { status: "pending" } }],
    ["cancelled", { event: "close" }],
  ] as const)("is followed by a second attempt that ends %s like a first", async (status, message) => {
    open();
    await vi.advanceTimersByTimeAsync(15_000);
    const checkout = openLoaded();
    await say(message);
    expect(checkout.outcome).toMatchObject({ status });
    // An error in the package's own timers would fail the run.
    await fadeOut();
  });
});

describe("a checkout that has loaded", () => {
  test("waits for the visitor as long as it takes, past Escape and the error of a card", async () => {
    const checkout = openLoaded();
    expect(checkout.onShown).toHaveBeenCalledOnce();
    paystack.page.press("Escape");
    await say({ event: "error", data: { type: "charge", message: "Declined" } });
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(checkout.outcome).toBeNull();
  });

  test.each([
    ["Paystack's number of the charge", success, "4099260516"],
    ["the reference if Paystack gives no number", { reference: order.reference }, order.reference],
  ])("ends paid, with %s", async (_, data, id) => {
    const checkout = openLoaded();
    await say({ event: "success", data });
    expect(checkout.outcome).toEqual({ status: "paid", payment: { id, payer: null } });
  });

  test.each<[string, PaystackMessage["data"], string]>([
    ["success", { ...success, reference: otherOrder.reference }, "unconfirmed"],
    ["success", { ...success, reference: undefined }, "unconfirmed"],
    ["success", { ...success, status: "pending" }, "unconfirmed"],
    ["cancel", undefined, "cancelled"],
    ["close", undefined, "cancelled"],
    ["close", { status: "success" }, "unconfirmed"],
    ["close", { status: "pending" }, "unconfirmed"],
    ["close", { status: "failed" }, "cancelled"],
    ["transfer:pending", { status: "pending" }, "unconfirmed"],
  ])("that reports %s with %j ends %s", async (event, data, status) => {
    const checkout = openLoaded();
    await say({ event, ...(data && { data }) });
    expect(checkout.outcome).toEqual({ status });
  });

  test("counts a second success of the same payment once", async () => {
    const checkout = openLoaded();
    await say({ event: "success", data: success });
    paystack.page.say({ event: "success", data: { ...success, id: 2 } });
    await say({ event: "cancel" });
    expect(checkout.outcome).toEqual({ status: "paid", payment: { id: "4099260516", payer: null } });
  });

  test("resumes the closed transaction instead of starting another one", async () => {
    openLoaded();
    await say({ event: "cancel" });
    openLoaded();
    const references = transactions().flatMap(({ ref }) => ref ?? []);
    expect(new Set(references)).toEqual(new Set([order.reference]));
    expect(transactions().at(-1)).toMatchObject({ accessCode: "abc" });
  });
});

test("a second order is paid in frames of its own", async () => {
  const checkout = await openOtherAfterClose();
  await fadeOut();
  expect(paystack.page.frames.map(({ isOnPage }) => isOnPage)).toEqual([false, false, true, true]);
  load();
  await say({ event: "success", data: { ...success, reference: otherOrder.reference } });
  expect(checkout.outcome).toMatchObject({ status: "paid" });
  expect(transactions().at(-1)).toMatchObject({ ref: otherOrder.reference, amount: 36_500_000 });
});

test.each([
  ["Currency not supported by merchant", "Currency not supported by merchant"],
  ["Duplicate Transaction Reference", "This payment was started before. Please try again."],
  [undefined, "Paystack couldn't start the payment."],
])("a payment that Paystack does not start (%s) fails and leaves no frame", async (reported, message) => {
  const checkout = open();
  await runDueTimers();
  await say({ event: "error", data: { type: "setup", message: reported } });
  expect(checkout.outcome).toEqual({ status: "failed", message });
  await fadeOut();
  expect(framesOnPage()).toEqual([]);
});

describe("a transaction that the edge has started", () => {
  test("is resumed by its access code alone, without the learner's address", async () => {
    const checkout = resume("code-1", { ...order, learner: { ...order.learner, email: "" } });
    load("code-1");
    expect(transactions()).toHaveLength(1);
    expect(transactions()[0]).toMatchObject({ accessCode: "code-1" });
    expect(transactions()[0]).not.toHaveProperty("amount");
    await say({ event: "success", data: success });
    expect(checkout.outcome).toMatchObject({ status: "paid" });
  });

  test("is resumed by the same code after it was closed", async () => {
    const first = resume("code-1");
    load("code-1");
    await say({ event: "close", data: { status: "abandoned" } });
    const second = resume("code-1");
    load("code-1");
    expect(new Set(transactions().map(({ accessCode }) => accessCode))).toEqual(new Set(["code-1"]));
    await say({ event: "success", data: success });
    expect(first.outcome).toEqual({ status: "cancelled" });
    expect(second.outcome).toMatchObject({ status: "paid" });
  });
});
