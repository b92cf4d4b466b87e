/** Charges that nobody told of: no announcement, no webhook, no browser. Paystack's own list has them. */
import { expect, test } from "vitest";
import { findUnheard } from "~/server/payments/paystack/find-unheard.ts";
import type { PaystackClient } from "~/server/payments/paystack/paystack-client.ts";
import { paystackTransaction } from "~/server/payments/paystack/paystack-transaction.ts";
import { sweepPayments } from "~/server/payments/sweep-payments.ts";
import { newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeOf, chargeSuccess } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const transactionOf = (order = newOrder(), changes = {}) =>
  paystackTransaction.parse(chargeOf(order, changes));

/** Paystack's list in pages, and when each was asked for. */
function listing(...pages: ReturnType<typeof transactionOf>[][]) {
  const asked: [since: string, page: number][] = [];
  const client: PaystackClient = {
    isLive: true,
    verify: async () => null,
    listPaid: async (since, page) => {
      asked.push([since.toISOString(), page]);
      return pages[page - 1] ?? [];
    },
  };
  return { client, asked };
}

test("a charge that nobody told of is found in the first sweep of an hour, and staff are told", async () => {
  const order = newOrder();
  await desk.paystackKnows(order.reference, chargeOf(order));
  desk.later(30);
  await sweepPayments(desk.context(), desk.providers());
  expect(await desk.registration(order.reference)).toBeNull();
  desk.later(30);
  await sweepPayments(desk.context(), desk.providers());
  expect(await desk.registration(order.reference)).toMatchObject({
    status: "paid",
    courseId: "devops-full",
    customer: { name: "Ada Obi" },
  });
  expect(await desk.history(order.reference)).toEqual(["charged (verification)"]);
  desk.later(60);
  await sweepPayments(desk.context(), desk.providers());
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("what is known, is not this site's, or was a test is not recorded as paid", async () => {
  const known = newOrder();
  await desk.paystackSends(chargeSuccess(chargeOf(known)));
  const [foreign, tried] = [orderOf({ reference: "SHOP-4711-AAAA" }), newOrder()];
  const { client } = listing([
    transactionOf(known, { id: 1 }),
    transactionOf(foreign, { id: 2 }),
    transactionOf(tried, { id: 3, domain: "test" }),
  ]);
  await findUnheard(desk.context(), client);
  expect(await desk.history(known.reference)).toEqual(["charged (webhook)"]);
  expect(await desk.registration(foreign.reference)).toBeNull();
  expect(await desk.registration(tried.reference)).toMatchObject({ status: "unpaid", flag: "test-payment" });
});

test("the list of a day is read page by page, five at most", async () => {
  const full = Array.from({ length: 100 }, (_, id) =>
    transactionOf(orderOf({ reference: "SHOP-0001" }), { id }),
  );
  const late = newOrder();
  const short = listing(full, [transactionOf(late)]);
  await findUnheard(desk.context(), short.client);
  expect(short.asked).toEqual([
    ["2026-11-20T09:00:00.000Z", 1],
    ["2026-11-20T09:00:00.000Z", 2],
  ]);
  expect(await desk.registration(late.reference)).toMatchObject({ status: "paid" });
  const long = listing(full, full, full, full, full, full);
  await findUnheard(desk.context(), long.client);
  expect(long.asked).toHaveLength(5);
});

test("a list that cannot be had disturbs nothing else", async () => {
  const { client } = listing();
  const listPaid = () => Promise.reject(new Error("no answer"));
  const providers = { paystack: { secretKey: "sk", client: { ...client, listPaid } }, paypal: null };
  await expect(sweepPayments(desk.context(), providers)).resolves.toBeUndefined();
});
