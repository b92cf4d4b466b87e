import { describe, expect, test } from "vitest";
import { findEntry, readOutbox, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { PAID, paymentPage, REFUSED, recipients, sender } from "../../../fixtures/payment-page.ts";

const { page, step, waitForCheckout, payAndEnd } = paymentPage();
const flow = () => page.store.$payment.get().flow;
const storedReferences = () => readOutbox().map(({ order }) => order.reference);

test("an order whose reference is used is paid under a new one", async () => {
  const order = newOrder();
  page.edge.usedReferences = 1;
  const paying = page.store.actions.pay(order);
  await waitForCheckout();
  expect(step()).toBe("opening");
  expect(page.edge.registered[0]).toBe(order.reference);
  expect(page.edge.registered[1]).not.toBe(order.reference);
  expect(storedReferences()).toEqual([page.edge.registered[1]]);
  page.checkout.end(PAID);
  await paying;
  expect(flow()).toMatchObject({
    order: { reference: page.edge.registered[1], startedAt: order.startedAt },
  });
});

test("an order whose second reference is used too is not paid", async () => {
  page.edge.usedReferences = 2;
  await page.store.actions.pay(newOrder());
  expect(flow()).toMatchObject({
    step: "notPaid",
    reason: "failed",
    message: "Begin anew.",
  });
  expect(page.edge.registered).toHaveLength(2);
});

test("a declined payment is open again while another card may be used", async () => {
  const order = newOrder("USD");
  await payAndEnd(order, { status: "cancelled" }, (view) => {
    view.onShown();
    view.onApproved();
    expect([step(), findEntry(order.reference)?.payment.status]).toEqual(["confirming", "unconfirmed"]);
    view.onDeclined();
    expect([step(), findEntry(order.reference)?.payment.status]).toEqual(["paying", "opened"]);
  });
});

test("a payment is saved before the first request", async () => {
  const order = newOrder();
  const paying = page.store.actions.pay(order);
  expect(findEntry(order.reference)).toMatchObject({ payment: { status: "opened" }, sender, recipients });
  expect(step()).toBe("opening");
  expect(page.rootAttributes).toEqual(new Set(["data-paying"]));
  await waitForCheckout();
  expect(page.edge.requests).toEqual(["/prod/enrolments"]);
  page.checkout.end({ status: "cancelled" });
  await paying;
});

test("a paid order calls onPaid and then notifies each member of staff", async () => {
  const order = newOrder();
  page.onPaid.mockImplementation(() => expect(page.edge.requests).not.toContain("/prod/mailing"));
  await payAndEnd(order, PAID, (view) => {
    view.onShown();
    expect(step()).toBe("paying");
  });
  expect(page.onPaid.mock.calls).toEqual([[order]]);
  expect(page.edge.requests.filter((path) => path === "/prod/mailing")).toHaveLength(recipients.length);
  expect(step()).toBe("received");
  expect(findEntry(order.reference)).toBeNull();
});

test.each<CheckoutOutcome>([
  { status: "cancelled" },
  REFUSED,
  { status: "unreachable", message: "No answer" },
])("a $status payment leaves only its order's reference", async (outcome) => {
  const order = newOrder();
  await payAndEnd(order, outcome);
  expect(step()).toBe("notPaid");
  expect(findEntry(order.reference)).toBeNull();
  expect(page.onPaid).not.toHaveBeenCalled();
  const draft = { ...order, reference: newOrder().reference };
  void page.store.actions.pay(draft);
  const isRefused = outcome.status === "failed";
  expect(findEntry(isRefused ? draft.reference : order.reference)).not.toBeNull();
});

test("an order that the edge refuses is corrected in the form, without a dialog", async () => {
  const refusal: CheckoutOutcome = { status: "refused", message: "The price has changed.", errors: {} };
  const order = newOrder();
  await payAndEnd(order, refusal);
  expect(page.onRefused.mock.calls).toEqual([[refusal, order]]);
  expect(page.store.$payment.get().isDialogOpen).toBe(false);
});

test("no payment starts while another one is open or after one was made", async () => {
  const order = newOrder();
  const paying = page.store.actions.pay(order);
  await page.store.actions.pay(newOrder());
  expect(readOutbox()).toHaveLength(1);
  await waitForCheckout();
  page.checkout.end(PAID);
  await paying;
  await page.store.actions.pay(newOrder());
  expect(page.checkout.views).toHaveLength(1);
});

test("a payment can be cancelled while its code loads", async () => {
  page.checkout.loadCode = () => new Promise(() => undefined);
  const paying = page.store.actions.pay(newOrder());
  page.store.actions.cancel();
  await paying;
  expect(flow()).toMatchObject({ step: "notPaid", reason: "closed" });
});

test("a payment that is cancelled while the last attempt is checked starts nothing", async () => {
  const first = newOrder();
  await payAndEnd(first, REFUSED);
  page.checkout.views.length = 0;
  page.edge.registered.length = 0;
  page.edge.statuses.set(first.reference, { status: "unpaid" });
  const paying = page.store.actions.pay(newOrder());
  page.store.actions.cancel();
  await paying;
  expect([page.edge.registered, page.checkout.views]).toEqual([[], []]);
  expect(flow()).toMatchObject({ step: "notPaid", reason: "closed" });
});

describe("the edge's report", () => {
  const payment = { id: "4099260516" };
  const paid = { currency: "NGN", minor: 100 } as const;

  test.each<[ReportedStatus, object]>([
    [{ status: "paid", payment }, { step: "received" }],
    [
      { status: "short-paid", payment, paid },
      { step: "received", payment: { shortPaid: { paid } } },
    ],
    [{ status: "short-paid", payment, paid: null }, { step: "received" }],
    [{ status: "refunded", payment }, { step: "notPaid" }],
    [{ status: "pending" }, { step: "unconfirmed" }],
    [{ status: "unpaid" }, { step: "unconfirmed" }],
  ])("of %j ends an unconfirmed payment as %j", async (status, end) => {
    const order = newOrder();
    page.edge.statuses.set(order.reference, status);
    await payAndEnd(order, { status: "unconfirmed" });
    expect(flow()).toMatchObject(end);
  });

  test.each<[string, ReportedStatus, string, boolean]>([
    ["was paid", { status: "paid", payment }, "received", false],
    ["is being confirmed", { status: "pending" }, "unconfirmed", true],
  ])("that the last attempt %s prevents another one", async (_, status, step, stays) => {
    const first = newOrder();
    await payAndEnd(first, REFUSED);
    page.edge.statuses.set(first.reference, status);
    await page.store.actions.pay(newOrder());
    expect(page.checkout.views).toHaveLength(1);
    expect(flow()).toMatchObject({ step, order: first });
    expect(storedReferences()).toEqual(stays ? [first.reference] : []);
    expect(page.edge.registered).toEqual([first.reference]);
  });

  test.each([
    ["received", { status: "paid", payment }],
    ["unconfirmed", { status: "pending" }],
  ] as const)(
    "of an order that this browser has paid by a form prevents another payment: %s",
    async (step, status) => {
      page.edge.paidBefore = "REG-20261121-7KQ2M9XA4T";
      page.edge.statuses.set(page.edge.paidBefore, status);
      const order = newOrder();
      await page.store.actions.pay(order);
      expect(page.checkout.views).toEqual([]);
      expect(flow()).toMatchObject({
        step,
        order: { ...order, reference: page.edge.paidBefore },
      });
      expect(page.onPaid).toHaveBeenCalledOnce();
      expect(findEntry(order.reference)).toBeNull();
    },
  );

  test("that an attempt was refunded or not paid allows another one", async () => {
    const first = newOrder();
    await payAndEnd(first, REFUSED);
    page.edge.statuses.set(first.reference, { status: "refunded", payment });
    const second = newOrder();
    await payAndEnd(second, { status: "cancelled" });
    page.edge.statuses.set(second.reference, { status: "unpaid" });
    await payAndEnd(second, PAID);
    expect(flow()).toMatchObject({ step: "received", order: second });
  });
});

describe("a checkout in naira that was on the screen and ends without a payment", () => {
  const showAndEnd = (order: Order, outcome: CheckoutOutcome) =>
    payAndEnd(order, outcome, (view) => view.onShown());
  const ENDS: CheckoutOutcome[] = [{ status: "cancelled" }, REFUSED];

  test.each(ENDS)("is paid if the edge reports so ($status)", async (outcome) => {
    const order = newOrder();
    page.edge.statuses.set(order.reference, { status: "paid", payment: { id: "4099260516" } });
    await showAndEnd(order, outcome);
    expect(step()).toBe("received");
    expect(page.onPaid).toHaveBeenCalledOnce();
  });

  test.each(ENDS)("is checked on the next visit if its outcome is unknown ($status)", async (outcome) => {
    const order = newOrder();
    await showAndEnd(order, outcome);
    const reason = outcome.status === "failed" ? "failed" : "unknown";
    expect(flow()).toMatchObject({ step: "notPaid", reason });
    expect(findEntry(order.reference)).toMatchObject({ payment: { status: "opened" } });
  });

  test.each(ENDS)("leaves nothing if the edge reports that it is not paid ($status)", async (outcome) => {
    const order = newOrder();
    page.edge.statuses.set(order.reference, { status: "unpaid" });
    await showAndEnd(order, outcome);
    expect(step()).toBe("notPaid");
    expect(findEntry(order.reference)).toBeNull();
  });

  test("is not opened again before the edge has reported its outcome", async () => {
    const order = newOrder();
    await showAndEnd(order, { status: "cancelled" });
    await page.store.actions.pay(order);
    expect(page.checkout.views).toHaveLength(1);
    expect(flow()).toMatchObject({ step: "notPaid", reason: "unknown", order });
    page.edge.statuses.set(order.reference, { status: "unpaid" });
    await payAndEnd(order, PAID);
    expect(step()).toBe("received");
  });

  test("is not paid under another reference before the visitor was asked about it", async () => {
    const [first, second] = [newOrder(), newOrder()];
    await showAndEnd(first, REFUSED);
    await page.store.actions.pay(second);
    expect(page.checkout.views).toHaveLength(1);
    expect(step()).toBe("editing");
    expect(unresolvedEntries().map(({ order }) => order.reference)).toEqual([first.reference]);
  });
});
