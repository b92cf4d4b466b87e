/** Tests payments of an earlier visit, of an enrolment, and of another tab. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { findEntry, readOutbox, saveEntry } from "~/browser/outbox/outbox.ts";
import type { ReportedStatus, StartedCheckout } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { entryOf, newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { PAID, paymentPage, REFUSED, recipients, STARTED } from "../../../fixtures/payment-page.ts";

const { page, step, resolveEarlier, openEnrolment, payAndEnd } = paymentPage();

describe("a payment of an earlier visit that is checked", () => {
  const opened = () => entryOf(newOrder(), { payment: { status: "opened" } });
  const charge = { id: "4099260516" };
  const paid = { currency: "NGN", minor: 100 } as const;

  test.each<[ReportedStatus, object]>([
    [{ status: "paid", payment: charge }, {}],
    [{ status: "short-paid", payment: charge, paid }, { shortPaid: { paid } }],
    [{ status: "short-paid", payment: charge, paid: null }, { shortPaid: { paid: null } }],
  ])("and $status is saved as paid and reported to staff", async (status, facts) => {
    page.edge.mailStatus = 500;
    const entry = opened();
    saveEntry(entry);
    page.edge.statuses.set(entry.order.reference, status);
    expect(await resolveEarlier(entry)).toBe(status.status);
    expect(findEntry(entry.order.reference)?.payment).toEqual({
      status: "paid",
      payment: { ...charge, payer: null, ...facts },
    });
    await vi.waitFor(() => expect(page.edge.requests).toContain("/prod/mailing"));
  });

  test.each([
    ["unpaid", { status: "unpaid" }],
    ["pending", { status: "pending" }],
    ["refunded", { status: "refunded", payment: charge }],
    [null, undefined],
  ] as const)("and %s stays as it is", async (end, status) => {
    const entry = opened();
    saveEntry(entry);
    if (status) page.edge.statuses.set(entry.order.reference, status);
    expect(await resolveEarlier(entry)).toBe(end);
    expect(findEntry(entry.order.reference)).toEqual(entry);
    expect(page.edge.requests).toEqual([]);
  });
});

describe("a payment that the edge has started", () => {
  beforeEach(openEnrolment);

  test("is not sent to the edge again, and leaves nothing in the outbox", async () => {
    await payAndEnd(
      newOrder(),
      PAID,
      (view) => {
        expect(view.started).toEqual(STARTED);
        expect(readOutbox()).toEqual([]);
      },
      STARTED,
    );
    expect(step()).toBe("received");
    expect(page.onPaid).toHaveBeenCalledOnce();
    expect(page.edge.requests).toEqual([]);
    expect(readOutbox()).toEqual([]);
  });

  test.each([STARTED, null])(
    "has the edge's reference, even if the last attempt was paid: %j",
    async (made) => {
      const first = newOrder();
      await payAndEnd(first, { status: "cancelled" }, undefined, STARTED);
      page.edge.statuses.set(first.reference, { status: "paid", payment: { id: "4099260516" } });
      const next = { ...first, reference: newOrder().reference };
      await payAndEnd(next, PAID, undefined, made);
      expect(page.store.$payment.get().flow).toMatchObject({ step: "received", order: next });
    },
  );
});

test("an earlier order that was paid as the visitor says is reported to staff", async () => {
  const order = newOrder();
  await page.store.actions.reportPaid(order);
  expect(step()).toBe("unconfirmed");
  expect(page.onPaid).toHaveBeenCalledOnce();
  expect(findEntry(order.reference)?.delivered).toEqual(recipients);
  page.store.actions.startAnother();
  expect(step()).toBe("editing");
  expect(page.rootAttributes).toEqual(new Set());
  expect(findEntry(order.reference)).toBeNull();
});

const NOT_PAID: CheckoutOutcome[] = [
  { status: "cancelled" },
  { status: "unreachable", message: "PayPal didn't open." },
];

describe("a payment in dollars that ends unpaid in this tab, and that another tab may have open", () => {
  const inDollars = () => orderOf({ currency: "USD" });
  const orderAtPayPal = { provider: "paypal", orderId: "5O190127TN364715T", url: null } as const;

  /** Pays, while the payer agrees to the order in another tab too. */
  const payTwice = (order: Order, outcome: CheckoutOutcome, made?: StartedCheckout) =>
    payAndEnd(order, outcome, () => page.edge.statuses.set(order.reference, { status: "pending" }), made);

  test.each(NOT_PAID)("is being confirmed if it was resumed ($status)", async (outcome) => {
    const order = inDollars();
    page.store.actions.resume(order);
    page.edge.statuses.set(order.reference, { status: "unpaid" });
    await payTwice(order, outcome);
    expect(step()).toBe("unconfirmed");
  });

  test.each(NOT_PAID)("is being confirmed if the edge had started it ($status)", async (outcome) => {
    await payTwice(inDollars(), outcome, orderAtPayPal);
    expect(step()).toBe("unconfirmed");
  });

  test("is being confirmed if it fails after another tab resumed it", async () => {
    const order = inDollars();
    await payAndEnd(order, REFUSED, (view) => {
      view.onShown();
      page.edge.statuses.set(order.reference, { status: "pending" });
    });
    expect(step()).toBe("unconfirmed");
    expect(page.checkout.abandoned).toEqual([]);
  });

  test("is abandoned once the edge reports that nothing is being charged", async () => {
    const order = inDollars();
    page.edge.statuses.set(order.reference, { status: "unpaid" });
    await payAndEnd(order, REFUSED, (view) => view.onShown());
    expect(step()).toBe("notPaid");
    expect(page.checkout.abandoned).toEqual([order.reference]);
  });

  test("is not checked if this page started it", async () => {
    await payTwice(inDollars(), { status: "cancelled" });
    expect(step()).toBe("notPaid");
  });
});
