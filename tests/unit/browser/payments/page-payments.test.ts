import { describe, expect, test } from "vitest";
import { findEntry, readOutbox, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { PAID, paymentPage, REFUSED, recipients, sender } from "../../../fixtures/payment-page.ts";

const { page, step, opened, payAndEnd } = paymentPage();

test("a payment whose reference is used goes on by itself under a new one", async () => {
  const order = newOrder();
  page.edge.usedReferences = 1;
  const paying = page.store.actions.pay(order);
  await opened();
  expect(step()).toBe("opening");
  expect(page.edge.named[0]).toBe(order.reference);
  expect(page.edge.named[1]).not.toBe(order.reference);
  expect(readOutbox().map(({ order: kept }) => kept.reference)).toEqual([page.edge.named[1]]);
  page.checkout.end(PAID);
  await paying;
  expect(page.store.$payment.get().flow).toMatchObject({
    order: { reference: page.edge.named[1], startedAt: order.startedAt },
  });
});

test("a payment whose new reference is used as well is left to the visitor", async () => {
  page.edge.usedReferences = 2;
  await page.store.actions.pay(newOrder());
  expect(page.store.$payment.get().flow).toMatchObject({
    step: "notPaid",
    reason: "failed",
    message: "Begin anew.",
  });
  expect(page.edge.named).toHaveLength(2);
});

test("a payment that the bank declines is not being confirmed while another card may be used", async () => {
  const order = newOrder("USD");
  await payAndEnd(order, { status: "cancelled" }, (view) => {
    view.onShown();
    view.onApproved();
    expect([step(), findEntry(order.reference)?.payment.status]).toEqual(["confirming", "unconfirmed"]);
    view.onDeclined();
    expect([step(), findEntry(order.reference)?.payment.status]).toEqual(["paying", "opened"]);
  });
});

test("a payment is saved before the edge or the provider is asked for anything", async () => {
  const order = newOrder();
  const paying = page.store.actions.pay(order);
  expect(findEntry(order.reference)).toMatchObject({ payment: { status: "opened" }, sender, recipients });
  expect(step()).toBe("opening");
  expect(page.attributes).toEqual(new Set(["data-paying"]));
  await opened();
  expect(page.edge.requests).toEqual(["/prod/enrolments"]);
  page.checkout.end({ status: "cancelled" });
  await paying;
});

test("a payment that was made empties the form and notifies each member of staff", async () => {
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
])("a payment that was $status leaves nothing behind but its order's reference", async (outcome) => {
  const order = newOrder();
  await payAndEnd(order, outcome);
  expect(step()).toBe("notPaid");
  expect(findEntry(order.reference)).toBeNull();
  expect(page.onPaid).not.toHaveBeenCalled();
  const again = { ...order, reference: newOrder().reference };
  void page.store.actions.pay(again);
  const isRefused = outcome.status === "failed";
  expect(findEntry(isRefused ? again.reference : order.reference)).not.toBeNull();
});

test("a payment is not started a second time while one is open, nor once one was made", async () => {
  const order = newOrder();
  const paying = page.store.actions.pay(order);
  await page.store.actions.pay(newOrder());
  expect(readOutbox()).toHaveLength(1);
  await opened();
  page.checkout.end(PAID);
  await paying;
  await page.store.actions.pay(newOrder());
  expect(page.checkout.views).toHaveLength(1);
});

test("a payment can be called off while its code is on the way", async () => {
  page.checkout.code = () => new Promise(() => undefined);
  const paying = page.store.actions.pay(newOrder());
  page.store.actions.cancel();
  await paying;
  expect(page.store.$payment.get().flow).toMatchObject({ step: "notPaid", reason: "closed" });
});

test("a payment that is called off while the one before is asked about starts nothing", async () => {
  const first = newOrder();
  await payAndEnd(first, REFUSED);
  page.checkout.views.length = 0;
  page.edge.named.length = 0;
  page.edge.statuses.set(first.reference, { status: "unpaid" });
  const paying = page.store.actions.pay(newOrder());
  page.store.actions.cancel();
  await paying;
  expect([page.edge.named, page.checkout.views]).toEqual([[], []]);
  expect(page.store.$payment.get().flow).toMatchObject({ step: "notPaid", reason: "closed" });
});

describe("where the edge knows better", () => {
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
  ])("a payment that its checkout cannot confirm, and is %j, ends as %j", async (status, end) => {
    const order = newOrder();
    page.edge.statuses.set(order.reference, status);
    await payAndEnd(order, { status: "unconfirmed" });
    expect(page.store.$payment.get().flow).toMatchObject(end);
  });

  test.each<[string, ReportedStatus, string, boolean]>([
    ["was paid after all", { status: "paid", payment }, "received", false],
    ["is being confirmed", { status: "pending" }, "unconfirmed", true],
  ])("a try that %s is not made again, not even of a changed order", async (_, status, step, stays) => {
    const first = newOrder();
    await payAndEnd(first, REFUSED);
    page.edge.statuses.set(first.reference, status);
    await page.store.actions.pay(newOrder());
    expect(page.checkout.views).toHaveLength(1);
    expect(page.store.$payment.get().flow).toMatchObject({ step, order: first });
    expect(readOutbox().map(({ order }) => order.reference)).toEqual(stays ? [first.reference] : []);
    expect(page.edge.named).toEqual([first.reference]);
  });

  test.each([
    ["received", { status: "paid", payment }],
    ["unconfirmed", { status: "pending" }],
  ] as const)("what this browser has paid by a form is not paid again: %s", async (step, status) => {
    page.edge.paidBefore = "REG-20261121-7KQ2M9XA4T";
    page.edge.statuses.set(page.edge.paidBefore, status);
    const order = newOrder();
    await page.store.actions.pay(order);
    expect(page.checkout.views).toEqual([]);
    expect(page.store.$payment.get().flow).toMatchObject({
      step,
      order: { ...order, reference: page.edge.paidBefore },
    });
    expect(page.onPaid).toHaveBeenCalledOnce();
    expect(findEntry(order.reference)).toBeNull();
  });

  test("a try that was not paid, or was paid back, is followed by the next one", async () => {
    const first = newOrder();
    await payAndEnd(first, REFUSED);
    page.edge.statuses.set(first.reference, { status: "refunded", payment });
    const second = newOrder();
    await payAndEnd(second, { status: "cancelled" });
    page.edge.statuses.set(second.reference, { status: "unpaid" });
    await payAndEnd(second, PAID);
    expect(page.store.$payment.get().flow).toMatchObject({ step: "received", order: second });
  });
});

describe("a checkout in naira that was on the screen and ends without a payment", () => {
  const showAndEnd = (order: Order, outcome: CheckoutOutcome) =>
    payAndEnd(order, outcome, (view) => view.onShown());
  const ENDS: CheckoutOutcome[] = [{ status: "cancelled" }, REFUSED];

  test.each(ENDS)("is a payment where the provider knows better ($status)", async (outcome) => {
    const order = newOrder();
    page.edge.statuses.set(order.reference, { status: "paid", payment: { id: "4099260516" } });
    await showAndEnd(order, outcome);
    expect(step()).toBe("received");
    expect(page.onPaid).toHaveBeenCalledOnce();
  });

  test.each(ENDS)("is asked about on the next visit where the end is unknown ($status)", async (outcome) => {
    const order = newOrder();
    await showAndEnd(order, outcome);
    const reason = outcome.status === "failed" ? "failed" : "unknown";
    expect(page.store.$payment.get().flow).toMatchObject({ step: "notPaid", reason });
    expect(findEntry(order.reference)).toMatchObject({ payment: { status: "opened" } });
  });

  test.each(ENDS)("leaves nothing where the provider says that it is not paid ($status)", async (outcome) => {
    const order = newOrder();
    page.edge.statuses.set(order.reference, { status: "unpaid" });
    await showAndEnd(order, outcome);
    expect(step()).toBe("notPaid");
    expect(findEntry(order.reference)).toBeNull();
  });

  test("is not opened again before the edge has said how it ended", async () => {
    const order = newOrder();
    await showAndEnd(order, { status: "cancelled" });
    await page.store.actions.pay(order);
    expect(page.checkout.views).toHaveLength(1);
    expect(page.store.$payment.get().flow).toMatchObject({ step: "notPaid", reason: "unknown", order });
    page.edge.statuses.set(order.reference, { status: "unpaid" });
    await payAndEnd(order, PAID);
    expect(step()).toBe("received");
  });

  test("is not paid again under another reference before the visitor was asked about it", async () => {
    const [first, second] = [newOrder(), newOrder()];
    await showAndEnd(first, REFUSED);
    await page.store.actions.pay(second);
    expect(page.checkout.views).toHaveLength(1);
    expect(step()).toBe("editing");
    expect(unresolvedEntries().map(({ order }) => order.reference)).toEqual([first.reference]);
  });
});
