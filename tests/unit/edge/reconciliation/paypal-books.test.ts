/** The daily comparison of the edge's books with PayPal's own. */
import { beforeEach, expect, test, vi } from "vitest";
import { toDecimalString } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { ListedMovement } from "~/edge/payments/paypal/paypal-listing.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent, paypalDisputeEvent, refundedEvent } from "../../../fixtures/paypal-events.ts";
import { providerBooks } from "../../../fixtures/provider-books.ts";

const desk = paymentDesk();
const { mailsToAlerts } = desk;
let books: ReturnType<typeof providerBooks>;
beforeEach(() => {
  books = providerBooks();
});
/** A time yesterday, for a desk that opens at nine UTC, ten in Lagos, on the 21st. */
const PAID_AT = "2026-11-20T10:00:00.000Z";
const CAPTURE = "3C679366HH908993F";

function movement({ reference, charge }: Order, changes: Partial<ListedMovement> = {}): ListedMovement {
  return {
    kind: "charged",
    id: CAPTURE,
    chargeId: CAPTURE,
    reference,
    amountMinor: charge.minor,
    currency: "USD",
    feeMinor: 0,
    initiatedAt: PAID_AT,
    ...changes,
  };
}

/** Returns an order's capture as PayPal answers a request for its id. */
const captureOf = ({ reference, charge }: Order) => ({
  id: CAPTURE,
  status: "COMPLETED",
  amount: { currency_code: "USD", value: toDecimalString(charge) },
  custom_id: reference,
});

/** Posts PayPal's webhook about an order's capture. */
async function captured(order = newOrder("USD"), changes = {}): Promise<Order> {
  await desk.register(order);
  const times = { create_time: PAID_AT, update_time: PAID_AT };
  await desk.paypalSends(captureEvent("COMPLETED", order, { ...times, ...changes }));
  return order;
}

async function compare(): Promise<void> {
  for (let sweep = 0; sweep < 5; sweep += 1) {
    await desk.sweep({ providers: { ...books.providers, paystack: null } });
    desk.later(5);
  }
}

const row = () =>
  desk.db.prepare("SELECT * FROM reconciliations").bind().first<Record<string, string | number>>();

test("books that agree with PayPal's send no alert, and the day's fees are stored", async () => {
  const order = await captured();
  books.paypal.movements.push(
    movement(order, { feeMinor: 77, reference: null }),
    movement(order, { kind: "payout", id: "P1", reference: null, chargeId: null, amountMinor: 5000 }),
    // A sale of another shop on the same account.
    movement(order, { id: "S1", chargeId: "S1", reference: null }),
  );
  await compare();
  const agreed = { state: "finished", basis: "list", compared: 1, differences: "[]" };
  expect(await row()).toMatchObject({ ...agreed, fees_minor: 77, payouts_minor: 5000 });
  expect(await mailsToAlerts()).toEqual([]);
});

test("a charge that PayPal has and the edge has not is recorded, and reported in one mail", async () => {
  const order = await desk.registered("USD");
  books.paypal.movements.push(movement(order));
  books.paypal.captures.push(captureOf(order));
  await compare();
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  expect((await mailsToAlerts()).map(({ subject }) => subject)).toEqual([
    "Reconciliation: 1 difference on Nov 20, 2026",
  ]);
  await desk.paypalSends(captureEvent("COMPLETED", order));
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
});

test("a refund that only PayPal's list has is recorded once", async () => {
  const order = await captured();
  const refund = { kind: "refunded", id: "1JU08902781691411", amountMinor: 900, reference: null } as const;
  books.paypal.movements.push(movement(order), movement(order, refund));
  await compare();
  const reduced = { flag: "part-refunded", paidMinor: order.charge.minor - 900 };
  expect(await desk.paymentOf(order.reference)).toMatchObject(reduced);
  const amount = { currency_code: "USD", value: "9.00" };
  await desk.paypalSends(refundedEvent("REFUNDED", order, { amount }));
  expect(await desk.paymentOf(order.reference)).toMatchObject(reduced);
});

test("a chargeback that PayPal lists under a number of its own is not subtracted twice", async () => {
  const order = await captured();
  const amount = { currency_code: "USD", value: "9.00" };
  await desk.paypalSends(refundedEvent("REVERSED", order, { amount }));
  const reversal = { kind: "reversed", id: "OTHER", amountMinor: 900 } as const;
  books.paypal.movements.push(movement(order), movement(order, reversal));
  await compare();
  expect(await desk.paymentOf(order.reference)).toMatchObject({ paidMinor: order.charge.minor - 900 });
  expect(await mailsToAlerts()).toEqual([]);
});

test("a charge that PayPal does not list is flagged unless PayPal knows its id", async () => {
  const order = await captured();
  books.paypal.captures.push(captureOf(order));
  await compare();
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  books.paypal.captures.length = 0;
  desk.later(24 * 60);
  await compare();
  expect(await desk.stateOf(order)).toEqual(["paid", "not-at-provider"]);
});

test("each recorded charge is looked up if PayPal does not show its list", async () => {
  books.paypal.showsList = false;
  const [foundOrder, missingOrder, refundedOrder] = [newOrder("USD"), newOrder("USD"), newOrder("USD")];
  for (const [index, order] of [foundOrder, missingOrder, refundedOrder].entries()) {
    const id = `CAPTURE${index}`;
    await captured(order, { id });
    const amount = { currency_code: "USD", value: toDecimalString(order.charge) };
    const status = order === refundedOrder ? "REFUNDED" : "COMPLETED";
    if (order !== missingOrder) books.paypal.captures.push({ id, status, amount });
  }
  await compare();
  expect(await desk.stateOf(foundOrder)).toEqual(["paid", null]);
  expect(await desk.stateOf(missingOrder)).toEqual(["paid", "not-at-provider"]);
  expect(await desk.stateOf(refundedOrder)).toEqual(["refunded", null]);
  const [mail] = await mailsToAlerts();
  expect(mail?.subject).toBe("Reconciliation: 2 differences on Nov 20, 2026");
  expect(mail?.message).toContain("It does not show its list to this site");
  const logged = vi.mocked(console.error).mock.calls.flat();
  expect(logged.filter((line) => line.includes("paypal-list-refused"))).toHaveLength(1);
});

test("a chargeback that PayPal reversed counts as paid again, and is reported once", async () => {
  const order = await captured();
  await desk.paypalSends(refundedEvent("REVERSED", order));
  expect(await desk.stateOf(order)).toEqual(["refunded", null]);
  books.paypal.movements.push(
    movement(order),
    movement(order, { kind: "reversed", id: "R1" }),
    movement(order, { kind: "reinstated", id: "B1" }),
  );
  await compare();
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  expect(await desk.subjectsAbout(order)).toEqual(["Registration: paid (update 3)"]);
  expect(await mailsToAlerts()).toHaveLength(1);
  desk.later(24 * 60);
  await compare();
  expect(await mailsToAlerts()).toHaveLength(1);
});

test("equal refunds, reversals and returns of one charge are all counted", async () => {
  const order = await captured();
  const part = { amountMinor: 900, reference: null } as const;
  books.paypal.movements.push(
    movement(order),
    movement(order, { ...part, kind: "refunded", id: "1JU08902781691411" }),
    movement(order, { ...part, kind: "reversed", id: "R1" }),
    movement(order, { ...part, kind: "reversed", id: "R2" }),
  );
  await compare();
  expect(await desk.paymentOf(order.reference)).toMatchObject({ paidMinor: order.charge.minor - 2_700 });
  for (const [id, returnedAgain] of [
    ["B1", 900],
    ["B2", 1_800],
  ] as const) {
    books.paypal.movements.push(movement(order, { ...part, kind: "reinstated", id }));
    desk.later(24 * 60);
    await compare();
    const paidMinor = order.charge.minor - 2_700 + returnedAgain;
    expect(await desk.paymentOf(order.reference)).toMatchObject({ paidMinor });
  }
});

test("money that was sent outside the checkouts is recorded under another reference", async () => {
  const order = await captured();
  books.paypal.movements.push(
    movement(order),
    movement(order, { id: "SENT", chargeId: "SENT", amountMinor: 1 }),
  );
  await compare();
  // A dispute about an unknown charge that names this reference does not change the payment.
  const disputed_transactions = [{ seller_transaction_id: "UNSEEN", custom: order.reference }];
  await desk.paypalSends(paypalDisputeEvent("CREATED", order, { disputed_transactions }));
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  const otherPayments = await desk.rows(
    "SELECT paid_minor FROM payments WHERE reference <> ?",
    order.reference,
  );
  expect(otherPayments).toEqual([{ paid_minor: 1 }]);
});
