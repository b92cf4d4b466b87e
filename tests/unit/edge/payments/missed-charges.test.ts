/** Charges without registration, webhook or browser, which are only in Paystack's list. */
import { expect, test, vi } from "vitest";
import type { PaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { paystackTransaction } from "~/edge/payments/paystack/paystack-reports.ts";
import { newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";
import { NO_PAYSTACK } from "../../../fixtures/provider-books.ts";

const desk = paymentDesk();
const transactionOf = (order = newOrder(), changes = {}) =>
  paystackTransaction.parse(chargeOf(order, changes));

/** Returns Paystack's list in pages, and the times at which the hourly search requested each. */
function listing(...pages: ReturnType<typeof transactionOf>[][]) {
  const requestedPages: [since: string, page: number][] = [];
  const client: PaystackClient = {
    ...NO_PAYSTACK,
    listTransactions: async (_, { from, to }, page) => {
      if (to.getTime() !== desk.now.getTime()) return { rows: [], isLast: true };
      requestedPages.push([from.toISOString(), page]);
      return { rows: pages[page - 1] ?? [], isLast: page >= pages.length };
    },
  };
  return { client, requestedPages, providers: { paystack: { secretKey: "sk", client }, paypal: null } };
}

test("a charge that was not reported is found in the first sweep of an hour", async () => {
  const order = newOrder();
  await desk.paystackKnows(order.reference, chargeOf(order));
  await desk.sweepAfter(30);
  expect(await desk.paymentOf(order.reference)).toBeNull();
  await desk.sweepAfter(30);
  const enrolled = { status: "paid", course: { id: "devops-full" }, customer: { name: "Ada Obi" } };
  expect(await desk.paymentOf(order.reference)).toMatchObject(enrolled);
  expect(await desk.history(order.reference)).toEqual(["charged (verification)"]);
  await desk.sweepAfter(60);
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("a recorded, foreign or test charge in the list is not recorded as paid", async () => {
  const recordedPayment = await desk.charged();
  const [foreign, tried] = [orderOf({ reference: "SHOP-4711-AAAA" }), newOrder()];
  const { providers } = listing([
    transactionOf(recordedPayment, { id: 1 }),
    transactionOf(foreign, { id: 2 }),
    transactionOf(tried, { id: 3, domain: "test" }),
  ]);
  await desk.sweep({ providers });
  expect(await desk.history(recordedPayment.reference)).toEqual(["charged (webhook)"]);
  expect(await desk.paymentOf(foreign.reference)).toBeNull();
  expect(await desk.stateOf(tried)).toEqual(["unpaid", "test-payment"]);
});

test("the list of a day is read page by page, five at most", async () => {
  const full = Array.from({ length: 100 }, (_, id) =>
    transactionOf(orderOf({ reference: "SHOP-0001" }), { id }),
  );
  const late = newOrder();
  const short = listing(full, [transactionOf(late)]);
  await desk.sweep({ providers: short.providers });
  expect(short.requestedPages).toEqual([
    ["2026-11-20T09:00:00.000Z", 1],
    ["2026-11-20T09:00:00.000Z", 2],
  ]);
  expect(await desk.paymentOf(late.reference)).toMatchObject({ status: "paid" });
  const long = listing(full, full, full, full, full, full);
  await desk.sweep({ providers: long.providers });
  expect(long.requestedPages).toHaveLength(5);
});

test("a list that cannot be read disturbs nothing else", async () => {
  const { client, providers } = listing();
  client.listTransactions = () => Promise.reject(new Error("no answer"));
  await desk.sweep({ providers });
  const logged = vi.mocked(console.error).mock.calls.flat();
  expect(logged).toContain('{"event":"payments-not-listed","reason":"no answer"}');
  expect(logged.join()).not.toContain("sweep-failed");
});
