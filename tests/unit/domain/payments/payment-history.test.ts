import fc from "fast-check";
import { expect, test } from "vitest";
import { stateId } from "~/domain/payments/money-back.ts";
import { deriveStatus, type HistoryEvent, type HistoryKind } from "~/domain/payments/payment-history.ts";

const PRICE = 1_000;
const expectedPrice = { currency: "NGN", expectedMinor: PRICE } as const;

const eventOf = (
  kind: HistoryKind,
  amountMinor: number | null = PRICE,
  currency = "NGN",
  id = "1",
  occurredAt = "2026-11-24T10:00:00.000Z",
): HistoryEvent => ({ kind, eventId: `${kind}:${id}`, amountMinor, currency, occurredAt });
const later = (event: HistoryEvent): HistoryEvent => ({ ...event, occurredAt: "2026-12-24T10:00:00.000Z" });
const part = (kind: HistoryKind, amountMinor: number, id = "1") => eventOf(kind, amountMinor, "NGN", id);

const registered = eventOf("registered", null);
const charge = eventOf("charged");
const approved = eventOf("approved");
const lapsed = eventOf("lapsed", null);
const pending = eventOf("pending");
const denied = eventOf("denied");
const declined = eventOf("declined");
const refunded = eventOf("refunded");
const failed = eventOf("refund-failed");
const requestFailed = part("refund-failed", PRICE, "request-1");
const cameBack = part("refund-failed", PRICE, "back-1");
const waiting = eventOf("refund-needs-attention");
const onItsWay = eventOf("refund-pending");
/** Returns the total that a provider reports as returned. */
const total = (amount: number) => eventOf("returned-in-all", amount);
/** Returns a refund that was made outside the provider. */
const elsewhere = (amount: number) => eventOf("refunded-elsewhere", amount);
const disputed = eventOf("disputed");
const won = eventOf("dispute-won", null);
const wonAll = eventOf("dispute-won");
const lost = eventOf("dispute-lost");
const notListed = eventOf("not-at-provider");
const reversed = eventOf("reversed");
const reinstated = eventOf("reinstated");
const refundedAgain = part("refunded", PRICE, "2");
const refundedTen = part("refunded", 10, "77");
const failedPart = part("refund-failed", 20, "78");
const reversedTen = part("reversed", 10, "78");
const otherDispute = part("disputed", PRICE, "2");
const lostTen = [part("disputed", 10), part("dispute-lost", 10)];

/** Returns an event of dispute 1 on a day of December. The same kind on another day is another event. */
const disputeOn = (kind: HistoryKind, day: number, amountMinor = PRICE): HistoryEvent => {
  const occurredAt = `2026-12-0${day}T10:00:00.000Z`;
  return { kind, eventId: stateId(kind, "1", occurredAt), amountMinor, currency: "NGN", occurredAt };
};
const decided = (...outcomes: ("won" | "lost")[]) =>
  outcomes.map((outcome, index) => disputeOn(`dispute-${outcome}`, index + 1));
const reopened = (day: number) => disputeOn("disputed", day);
const wonTenOn = (day: number) => disputeOn("dispute-won", day, 10);
const lostTenOn = (day: number) => disputeOn("dispute-lost", day, 10);
const reversedTenOn = (day: number) => ({ ...disputeOn("reversed", day, 10), eventId: `reversed:r${day}` });
const tenReversedTwice = [reversedTenOn(1), wonTenOn(2), reversedTenOn(3), lostTenOn(4)];

/** Returns a report about ten kobo, on a day of December. */
const tenKoboOn = (kind: HistoryKind, day: number, id = `${day}`) =>
  eventOf(kind, 10, "NGN", id, `2026-12-0${day}T10:00:00.000Z`);
const refundOn = (day: number) => tenKoboOn("refunded", day);
const underWayOn = (day: number) => tenKoboOn("refund-pending", day);
const failedOn = (day: number) => tenKoboOn("refund-failed", day);

const DECISION_DAY = 9;
/** Returns the events of a lost dispute that was opened on a day. */
const lostFrom = (day: number) => [
  tenKoboOn("disputed", day),
  tenKoboOn("dispute-lost", DECISION_DAY, `${day}`),
];
/** Returns the events of a won dispute that was opened on a day. */
const wonFrom = (day: number) => [
  tenKoboOn("disputed", day),
  tenKoboOn("dispute-won", DECISION_DAY, `${day}`),
];

/** Returns every order in which events may arrive. */
function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => ordersOf(items.toSpliced(index, 1)).map((order) => [item, ...order]));
}

type Derived = ReturnType<typeof deriveStatus>;
/** The reported events of a case, and the payment that they make. */
type Row = [string, HistoryEvent[], Derived["status"], Derived["flag"], paidMinor: number];

function expectInAnyOrder([, history, status, flag, paidMinor]: Row, expectedMinor: number | null = PRICE) {
  for (const order of ordersOf(history)) {
    expect(deriveStatus({ currency: "NGN", expectedMinor }, order)).toEqual({ status, flag, paidMinor });
  }
}

test.each<Row>([
  ["nothing", [], "unpaid", null, 0],
  ["a registration", [registered], "unpaid", null, 0],
  ["the expected charge", [charge], "paid", null, PRICE],
  ["all from order to charge", [registered, eventOf("ordered"), approved, charge], "paid", null, PRICE],
  ["a tenth too little", [eventOf("charged", 900)], "paid", "slightly-short", 900],
  ["more than a tenth too little", [eventOf("charged", 899)], "short-paid", "amount-mismatch", 899],
  ["a kobo too much", [eventOf("charged", 1_001)], "paid", "overpaid", 1_001],
  ["two charges", [charge, charge], "paid", "overpaid", 2_000],
  ["a charge in another currency", [eventOf("charged", PRICE, "USD")], "short-paid", "currency-mismatch", 0],
  ["two currencies", [charge, eventOf("charged", 9, "USD")], "paid", "currency-mismatch", PRICE],
  ["a charge that moved no real money", [eventOf("test-charged")], "unpaid", "test-payment", 0],
  ["a charge not in the list", [charge, notListed], "paid", "not-at-provider", PRICE],
  ["a charge and its refund", [charge, refunded], "refunded", null, 0],
  ["a refund alone", [refunded], "refunded", null, 0],
  ["a refund in two", [charge, eventOf("refunded", 400), eventOf("refunded", 600)], "refunded", null, 0],
  ["two charges, one of them refunded", [charge, charge, refunded], "paid", null, PRICE],
  ["a short charge that was refunded", [eventOf("charged", 1), eventOf("refunded", 1)], "refunded", null, 0],
  ["a refund that is on its way", [charge, onItsWay], "paid", null, PRICE],
  ["a refund that failed", [charge, onItsWay, failed], "paid", "refund-failed", PRICE],
  ["a refund that failed and then worked", [charge, failed, refunded], "refunded", null, 0],
  ["a refund whose request failed too", [charge, failed, requestFailed], "paid", "refund-failed", PRICE],
  ["a refund that worked after both failed", [charge, failed, requestFailed, refunded], "refunded", null, 0],
  ["a refund that came back", [charge, refunded, cameBack, reinstated], "paid", "refund-failed", PRICE],
  ["one back, a second one", [charge, refunded, cameBack, reinstated, refundedAgain], "refunded", null, 0],
  ["a refund that waits for details", [charge, onItsWay, waiting], "paid", "refund-needs-attention", PRICE],
  ["a refund that waited and then worked", [charge, waiting, refunded], "refunded", null, 0],
  ["a refund that waited and then failed", [charge, waiting, failed], "paid", "refund-failed", PRICE],
  ["a refund, and one that failed", [charge, refundedTen, failedPart], "short-paid", "refund-failed", 990],
  ["a refund, and an outdated total", [charge, refunded, total(60)], "refunded", null, 0],
  ["one elsewhere, and the total of the rest", [charge, elsewhere(300), total(700)], "refunded", null, 0],
  ["one elsewhere, and the whole price", [charge, elsewhere(300), refunded], "refunded", "returned-twice", 0],
  ["an open dispute", [charge, disputed], "paid", "disputed", PRICE],
  ["a dispute of an unlisted charge", [charge, notListed, disputed], "paid", "disputed", PRICE],
  ["a dispute that was won", [charge, disputed, won], "paid", null, PRICE],
  ["a dispute that was lost", [charge, disputed, lost], "refunded", null, 0],
  ["a dispute won, another open", [charge, disputed, won, otherDispute], "paid", "disputed", PRICE],
  ["a dispute won at first, and lost in the end", [charge, disputed, won, later(lost)], "refunded", null, 0],
  ["a dispute lost at first, and won in the end", [charge, disputed, lost, later(won)], "paid", null, PRICE],
  ["a dispute lost, won, and lost again", [charge, ...decided("lost", "won", "lost")], "refunded", null, 0],
  ["a dispute won, lost, and won again", [charge, ...decided("won", "lost", "won")], "paid", null, PRICE],
  ["one won and opened again", [charge, disputed, ...decided("won"), reopened(2)], "paid", "disputed", PRICE],
  ["a reversal, and then a dispute won", [charge, reversed, later(wonAll)], "paid", null, PRICE],
  ["a dispute won, and a later reversal", [charge, wonAll, later(reversed)], "refunded", null, 0],
  ["one of two disputes won", [charge, reversed, later(wonAll), otherDispute], "refunded", "disputed", 0],
  ["a reversal that is given back", [charge, reversed, reinstated], "paid", null, PRICE],
  ["a reversal given back, and a refund", [charge, reversed, reinstated, refundedAgain], "refunded", null, 0],
  ["a charge held back", [pending], "unpaid", "payment-pending", 0],
  ["a charge held back, then made", [pending, charge], "paid", null, PRICE],
  ["a charge held back, then denied", [pending, denied], "unpaid", "payment-denied", 0],
  ["one refused, another held back", [declined, part("pending", PRICE, "2")], "unpaid", "payment-pending", 0],
  ["a charge refused at once, which the payer has read", [declined, denied], "unpaid", null, 0],
  ["a charge refused after its approval", [approved, denied], "unpaid", "payment-denied", 0],
  ["a charge held back, refused when captured again", [pending, declined], "unpaid", "payment-denied", 0],
  ["an approval that came to nothing", [approved, lapsed], "unpaid", "approved-not-charged", 0],
  ["an approval that was charged after all", [approved, lapsed, charge], "paid", null, PRICE],
])("%s has the same status in any order of its reports", (...row) => expectInAnyOrder(row));

test.each<[string, HistoryEvent[], paidMinor: number]>([
  ["a refund", [eventOf("refunded", 10)], 990],
  ["a refund, and the provider's total of all", [eventOf("refunded", 30), total(60)], 940],
  ["a refund elsewhere, and one by the provider", [elsewhere(30), eventOf("refunded", 20)], 950],
  ["a dispute that was lost, and the refund of that part", [...lostTen, refundedTen], 990],
  ["a dispute that was lost, and a refund of another part", [...lostTen, part("refunded", 5, "77")], 985],
  ["a part lost twice", [lostTenOn(1), reopened(2), lostTenOn(3)], 990],
  ["a part reversed, won, and reversed again", tenReversedTwice, 990],
  ["a refund, and a dispute opened later", [refundOn(1), ...lostFrom(2)], 980],
  ["a refund under way when a dispute opens", [underWayOn(1), ...lostFrom(2), refundOn(3)], 980],
  ["a failed refund, and one by a dispute", [underWayOn(1), failedOn(1), ...lostFrom(2), refundOn(3)], 990],
  ["a refund between a dispute won and one lost", [...wonFrom(1), refundOn(2), ...lostFrom(3)], 980],
  ["a refund between two lost disputes", [...lostFrom(1), refundOn(2), ...lostFrom(3)], 980],
  ["a refund, and as much lost in a dispute", [refundedTen, part("dispute-lost", 10), reversedTen], 980],
  ["a reversal of more than was disputed", [part("dispute-lost", 10), part("reversed", 12, "78")], 988],
  ["a reversal that is also reported as a refund", [reversedTen, part("refunded", 10, "78")], 990],
])("a part that went back is subtracted once in any order of the reports: %s", (name, history, left) => {
  expectInAnyOrder([name, [charge, ...history], "short-paid", "part-refunded", left]);
});

test.each<Row>([
  ["a charge", [charge], "short-paid", "unknown-course", PRICE],
  ["nothing", [], "unpaid", null, 0],
  ["a charge in another currency", [eventOf("charged", 9, "GHS")], "short-paid", "currency-mismatch", 0],
  ["a refunded charge", [charge, refunded], "refunded", null, 0],
])("a payment for an unknown order is never paid: %s", (...row) => {
  expectInAnyOrder(row, null);
});

test("reports in any order make the same payment, of which at most what was charged is paid", () => {
  const kinds = fc.constantFrom<HistoryKind>(
    "charged",
    "refunded",
    "reversed",
    "refund-failed",
    "refund-needs-attention",
    "disputed",
    "dispute-won",
    "dispute-lost",
    "pending",
    "denied",
    "declined",
  );
  const event = fc
    .tuple(kinds, fc.constantFrom(10, 20, PRICE), fc.constantFrom("1", "2", "3"))
    .map(([kind, amount, id]) => part(kind, amount, id));
  const histories = fc.uniqueArray(event, { maxLength: 8, selector: ({ eventId }) => eventId });
  const shuffledHistories = histories.chain((history) =>
    fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
  );
  fc.assert(
    fc.property(shuffledHistories, ([history, shuffled]) => {
      const derived = deriveStatus(expectedPrice, history);
      expect(deriveStatus(expectedPrice, shuffled)).toEqual(derived);
      const charged = history
        .filter(({ kind }) => kind === "charged")
        .reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
      expect(derived.paidMinor).toBeGreaterThanOrEqual(0);
      expect(derived.paidMinor).toBeLessThanOrEqual(charged);
    }),
  );
});
