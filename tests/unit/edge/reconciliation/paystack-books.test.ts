/** The daily comparison of the edge's books with Paystack's own. */
import { beforeEach, expect, test, vi } from "vitest";
import { paystackTransaction } from "~/edge/payments/paystack/paystack-reports.ts";
import { newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeOf, disputeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";
import { providerBooks } from "../../../fixtures/provider-books.ts";
import { failingAt } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();
const { mailsToAlerts } = desk;
let books: ReturnType<typeof providerBooks>;
beforeEach(() => {
  books = providerBooks();
});
/** A time yesterday, for a desk that opens at nine UTC, ten in Lagos, on the 21st. */
const PAID_AT = "2026-11-20T10:00:00.000Z";
const PAYOUT = { id: "3090024", currency: "NGN", total_amount: 5000, settlement_date: PAID_AT };
const ONE_DIFFERENCE = "Reconciliation: 1 difference on Nov 20, 2026";

let lastId = 0;
function paid(order = newOrder(), changes = {}) {
  lastId += 1;
  return chargeOf(order, { id: lastId, paid_at: PAID_AT, ...changes });
}
/** Returns a charge as Paystack lists it. */
const asListed = (charge: ReturnType<typeof paid>, changes = {}) =>
  paystackTransaction.parse({ ...charge, ...changes });

/**
 * Sends the webhook of a charge, and enters it in Paystack's books.
 * @param listedChanges what differs in the list; `null` for a charge that is not listed
 */
async function charged(changes = {}, listedChanges: Record<string, unknown> | null = {}) {
  const order = newOrder();
  const charge = paid(order, changes);
  await desk.paystackSends({ event: "charge.success", data: charge });
  if (listedChanges) books.paystack.transactions.push(asListed(charge, listedChanges));
  return { order, charge };
}

/** Returns a refund as Paystack lists it. @param amount in kobo */
const refundOf = ({ id }: ReturnType<typeof paid>, amount: number) => {
  const refund = { id: "3018", transaction: String(id), currency: "NGN", status: "processed" };
  return { ...refund, amount };
};

/** The end of a compared day: midnight in Lagos. */
const DAY_END = "T23:00:00.000Z";

/** Sweeps until a day's comparison has had time to finish. */
async function compare(db = desk.db): Promise<void> {
  for (let sweep = 0; sweep < 4; sweep += 1) {
    await desk.sweep({ providers: books.providers, db });
    desk.later(5);
  }
}

const row = (provider = "paystack") =>
  desk.db
    .prepare("SELECT * FROM reconciliations WHERE provider = ? ORDER BY day DESC LIMIT 1")
    .bind(provider)
    .first<Record<string, string | number>>();

test("books that agree with Paystack's are compared once a day, and no mail is sent", async () => {
  await charged({}, { fees: 200_000 });
  books.paystack.settlements.push({ ...PAYOUT, status: "success", total_amount: 900 });
  await compare();
  expect(await row()).toMatchObject({
    day: "2026-11-20",
    state: "finished",
    compared: 1,
    differences: "[]",
    fees_minor: 200_000,
    payouts_minor: 900,
  });
  expect(await mailsToAlerts()).toEqual([]);
  const listTransactions = vi.spyOn(books.providers.paystack.client, "listTransactions");
  desk.later(60);
  await compare();
  const requestedEnds = listTransactions.mock.calls.map(([, { to }]) => to.toISOString());
  expect(requestedEnds.filter((end) => end.endsWith(DAY_END))).toEqual([]);
});

test("a day's books are compared from six in the morning in Lagos on", async () => {
  desk.until("2026-11-21T05:59:00+01:00");
  await desk.sweep(books);
  expect(await row()).toMatchObject({ day: "2026-11-19" });
  desk.later(1);
  await desk.sweep(books);
  expect(await row()).toMatchObject({ day: "2026-11-20" });
});

test("a charge that Paystack has and the edge has not is recorded and reported to staff", async () => {
  const order = newOrder();
  books.paystack.transactions.push(asListed(paid(order, { paid_at: "2026-11-15T10:00:00.000Z" })));
  books.paystack.transactions.push(asListed(paid(orderOf({ reference: "SHOP-4711-AAAA" }))));
  await compare();
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  expect(await desk.history(order.reference)).toEqual(["charged (verification)"]);
  expect(await desk.paymentOf("SHOP-4711-AAAA")).toBeNull();
  const [mail, ...otherMails] = await mailsToAlerts();
  expect(otherMails).toEqual([]);
  expect(mail?.subject).toBe(ONE_DIFFERENCE);
  expect(mail?.message).toContain(`<td>${order.reference}</td>`);
  expect(mail?.message).toContain("<td>Nothing</td><td>N495,000</td>");
  expect(mail?.message).not.toMatch(/Ada|Obi|ada@/);
});

test("a charge that Paystack does not know is flagged, and reported in one mail only", async () => {
  const { order } = await charged({}, null);
  await compare();
  expect(await desk.stateOf(order)).toEqual(["paid", "not-at-provider"]);
  expect((await desk.subjectsAbout(order)).join()).toContain("paid, not found at the provider");
  expect((await mailsToAlerts()).map(({ subject }) => subject)).toEqual([ONE_DIFFERENCE]);
  desk.later(24 * 60);
  await compare();
  expect(await mailsToAlerts()).toHaveLength(1);
});

test("a charge that a later list has is no longer flagged, and staff and the payer are mailed", async () => {
  const { order, charge } = await charged({}, null);
  await compare();
  books.paystack.transactions.push(asListed(charge));
  desk.later(24 * 60);
  await compare();
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  expect((await desk.mailsAbout(order)).at(-1)?.message).toContain("Matches the provider");
  const receipts = await desk.rows("SELECT 1 FROM mails WHERE subject LIKE 'Receipt%'");
  expect(receipts).toHaveLength(1);
});

test("a charge that Paystack's list has under another day is not flagged", async () => {
  const { order, charge } = await charged({}, null);
  books.paystack.unlisted.push(asListed(charge));
  await compare();
  expect(await desk.paymentOf(order.reference)).toMatchObject({ flag: null });
  expect(await mailsToAlerts()).toEqual([]);
});

test("a charge that has another amount in Paystack's books is flagged", async () => {
  const { order } = await charged({}, { amount: 100 });
  await compare();
  expect(await desk.paymentOf(order.reference)).toMatchObject({ flag: "not-at-provider" });
  expect((await mailsToAlerts())[0]?.message).toContain("<td>N495,000</td><td>N1</td>");
});

test("when more than ten charges are unknown to Paystack, none of them is flagged", async () => {
  const orders = Array.from({ length: 11 }, () => newOrder());
  for (const order of orders) await desk.paystackSends({ event: "charge.success", data: paid(order) });
  await compare();
  for (const { reference } of orders) expect(await desk.history(reference)).toEqual(["charged (webhook)"]);
  const messages = (await mailsToAlerts()).map(({ message }) => message);
  expect(messages.join()).toContain("Nothing was flagged for it");
});

test("unreported refunds are recorded as one sum, which late webhooks do not subtract again", async () => {
  const { order, charge } = await charged();
  books.paystack.refunds.push(refundOf(charge, 1_000_000), refundOf(charge, 500_000), {
    ...refundOf(charge, 700_000),
    status: "pending",
  });
  await compare();
  const left = { status: "short-paid", flag: "part-refunded", paidMinor: 48_000_000 };
  expect(await desk.paymentOf(order.reference)).toMatchObject(left);
  await desk.paystackSends(refundEvent("refund.processed", order, { amount: 1_000_000 }));
  expect(await desk.paymentOf(order.reference)).toMatchObject(left);
  expect(await mailsToAlerts()).toHaveLength(1);
});

test("a charge's refunds are listed from the day of the charge on", async () => {
  const paid_at = "2026-06-01T10:00:00.000Z";
  const { charge } = await charged({ paid_at });
  books.paystack.refunds.push(refundOf(charge, 1));
  const listRefunds = vi.spyOn(books.providers.paystack.client, "listRefunds");
  await compare();
  expect(listRefunds.mock.lastCall?.[0].from.toISOString()).toBe(paid_at);
});

test("an unreported full refund is recorded", async () => {
  const { order } = await charged({}, { status: "reversed" });
  await compare();
  expect(await desk.paymentOf(order.reference)).toMatchObject({ status: "refunded", paidMinor: 0 });
});

test("an unreported dispute is recorded, and the mail does not name recorded disputes", async () => {
  const { order: recordedOrder } = await charged();
  const { order: unreportedOrder } = await charged();
  const dispute = disputeEvent("charge.dispute.create", recordedOrder, { id: 1 });
  await desk.paystackSends(dispute);
  books.paystack.disputes.push(
    dispute.data,
    disputeEvent("charge.dispute.create", unreportedOrder, { id: 2 }).data,
  );
  await compare();
  expect(await desk.paymentOf(unreportedOrder.reference)).toMatchObject({ flag: "disputed" });
  const [mail] = await mailsToAlerts();
  expect(mail?.message).toContain(unreportedOrder.reference);
  expect(mail?.message).not.toContain(recordedOrder.reference);
});

test("each payout that failed is named by its number", async () => {
  const failed = { ...PAYOUT, status: "failed" };
  books.paystack.settlements.push(failed, { ...failed, id: "3090025" });
  await compare();
  const message = (await mailsToAlerts())[0]?.message;
  expect(message).toContain("A payout that did not arrive");
  for (const id of ["3090024", "3090025"]) expect(message).toContain(id);
});

test("a comparison that failed resumes where it stopped, and PayPal's is finished at once", async () => {
  const { client } = books.providers.paystack;
  const FAILING_DAY = "2026-11-17T23:00:00.000Z";
  const daysBefore = ["2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17"];
  const listed: string[] = [];
  const list = client.listTransactions;
  let isDown = true;
  client.listTransactions = async (status, period, page) => {
    const day = period.from.toISOString();
    if (isDown && day === FAILING_DAY) throw new Error("Paystack is down.");
    listed.push(day);
    return list(status, period, page);
  };
  await compare();
  expect(await row()).toMatchObject({ state: "running", cursor: daysBefore.length });
  expect(await row("paypal")).toMatchObject({ state: "finished" });
  expect(vi.mocked(console.error).mock.calls.flat()).toContain(
    '{"event":"books-not-compared","provider":"paystack","day":"2026-11-20","reason":"Paystack is down."}',
  );
  isDown = false;
  listed.length = 0;
  await compare();
  expect(await row()).toMatchObject({ state: "finished" });
  expect(listed.filter((day) => day < FAILING_DAY)).toEqual([]);
});

test("an unfinished comparison is reported as incomplete when the next day's starts", async () => {
  const order = newOrder();
  books.paystack.transactions.push(asListed(paid(order, { paid_at: "2026-11-15T10:00:00.000Z" })));
  const { client } = books.providers.paystack;
  client.listRefunds = () => Promise.reject(new Error("Paystack is down."));
  await compare();
  expect(await mailsToAlerts()).toEqual([]);
  desk.later(24 * 60);
  await desk.sweep({ providers: books.providers });
  const mails = (await mailsToAlerts()).filter(({ subject }) => subject.startsWith("Reconciliation"));
  expect(mails.map(({ subject }) => subject)).toEqual([ONE_DIFFERENCE]);
  expect(mails[0]?.message).toContain("It could not be compared to the end.");
});

test("two sweeps at once do not compare the same books", async () => {
  const listTransactions = vi.spyOn(books.providers.paystack.client, "listTransactions");
  desk.later(10);
  await Promise.all([desk.sweep(books), desk.sweep(books)]);
  // One sweep compares four days, each by its successful and its reversed transactions.
  expect(listTransactions).toHaveBeenCalledTimes(4 * 2);
});

test("a flagged test charge is not also reported as a difference", async () => {
  await charged({ domain: "test" });
  await compare();
  expect(await mailsToAlerts()).toEqual([]);
});

test("money that went back is reported to staff even if the database failed when it was found", async () => {
  const { order, charge } = await charged();
  books.paystack.refunds.push(refundOf(charge, charge.amount));
  await compare(failingAt(desk.db, "UPDATE payments SET status"));
  expect(await desk.history(order.reference)).toContain("returned-in-all (verification)");
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
  await compare();
  expect(await desk.stateOf(order)).toEqual(["refunded", null]);
  expect(await desk.subjectsAbout(order)).toContain("Registration: refunded (update 2)");
});
