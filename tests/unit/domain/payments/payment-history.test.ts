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
const met = part("refund-failed", PRICE, "request-1");
const cameBack = part("refund-failed", PRICE, "back-1");
const waiting = eventOf("refund-needs-attention");
const onItsWay = eventOf("refund-pending");
const inAll = (amount: number) => eventOf("returned-in-all", amount);
const elsewhere = (amount: number) => eventOf("refunded-elsewhere", amount);
const disputed = eventOf("disputed");
const won = eventOf("dispute-won", null);
const wonAll = eventOf("dispute-won");
const lost = eventOf("dispute-lost");
const notListed = eventOf("not-at-provider");
const reversed = eventOf("reversed");
const reinstated = eventOf("reinstated");
const refundedAgain = part("refunded", PRICE, "2");
const tenth = part("refunded", 10, "77");
const failedPart = part("refund-failed", 20, "78");
const takenTenth = part("reversed", 10, "78");
const otherDispute = part("disputed", PRICE, "2");
const lostPart = [part("disputed", 10), part("dispute-lost", 10)];

/** Returns a state of one dispute, which may recur, on a day of December. */
const stateOn = (kind: HistoryKind, day: number, amountMinor = PRICE): HistoryEvent => {
  const occurredAt = `2026-12-0${day}T10:00:00.000Z`;
  return { kind, eventId: stateId(kind, "1", occurredAt), amountMinor, currency: "NGN", occurredAt };
};
const decided = (...ends: ("won" | "lost")[]) => ends.map((end, at) => stateOn(`dispute-${end}`, at + 1));
const reopened = (day: number) => stateOn("disputed", day);
const wonPart = (day: number) => stateOn("dispute-won", day, 10);
const partLost = (day: number) => stateOn("dispute-lost", day, 10);
const takenOn = (day: number) => ({ ...stateOn("reversed", day, 10), eventId: `reversed:r${day}` });
const takenTwice = [takenOn(1), wonPart(2), takenOn(3), partLost(4)];

/** Returns a report about ten kobo, on a day of December. */
const tenthOn = (kind: HistoryKind, day: number, id = `${day}`) =>
  eventOf(kind, 10, "NGN", id, `2026-12-0${day}T10:00:00.000Z`);
const refundOn = (day: number) => tenthOn("refunded", day);
const underWayOn = (day: number) => tenthOn("refund-pending", day);
const failedOn = (day: number) => tenthOn("refund-failed", day);
const lostOn = (day: number) => [tenthOn("disputed", day), tenthOn("dispute-lost", 9, `${day}`)];
const wonOn = (day: number) => [tenthOn("disputed", day), tenthOn("dispute-won", 9, `${day}`)];

/** Returns every order in which events may arrive. */
function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

type Derived = ReturnType<typeof deriveStatus>;
/** A case: the reported events, and the payment that they make. */
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
  ["one in another currency", [charge, eventOf("charged", 9, "USD")], "paid", "currency-mismatch", PRICE],
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
  ["a refund whose failure a request has met too", [charge, failed, met], "paid", "refund-failed", PRICE],
  ["the same, which then worked", [charge, failed, met, refunded], "refunded", null, 0],
  ["a refund that came back", [charge, refunded, cameBack, reinstated], "paid", "refund-failed", PRICE],
  ["one back, and another", [charge, refunded, cameBack, reinstated, refundedAgain], "refunded", null, 0],
  ["a refund that waits for details", [charge, onItsWay, waiting], "paid", "refund-needs-attention", PRICE],
  ["a refund that waited and then worked", [charge, waiting, refunded], "refunded", null, 0],
  ["a refund that waited and then failed", [charge, waiting, failed], "paid", "refund-failed", PRICE],
  ["one done, one failed", [charge, tenth, failedPart], "short-paid", "refund-failed", 990],
  ["a refund, and a sum that lacks a part of it", [charge, refunded, inAll(60)], "refunded", null, 0],
  ["one elsewhere, and the sum of the others", [charge, elsewhere(300), inAll(700)], "refunded", null, 0],
  ["one elsewhere, and all of it", [charge, elsewhere(300), refunded], "refunded", "returned-twice", 0],
  ["an open dispute", [charge, disputed], "paid", "disputed", PRICE],
  ["an open dispute that it has", [charge, notListed, disputed], "paid", "disputed", PRICE],
  ["a dispute that was won", [charge, disputed, won], "paid", null, PRICE],
  ["a dispute that was lost", [charge, disputed, lost], "refunded", null, 0],
  ["one won, another open", [charge, disputed, won, otherDispute], "paid", "disputed", PRICE],
  ["a dispute won at first, and lost in the end", [charge, disputed, won, later(lost)], "refunded", null, 0],
  ["a dispute lost at first, and won in the end", [charge, disputed, lost, later(won)], "paid", null, PRICE],
  ["one lost, won, and lost again", [charge, ...decided("lost", "won", "lost")], "refunded", null, 0],
  ["one won, lost, and won again", [charge, ...decided("won", "lost", "won")], "paid", null, PRICE],
  ["one won, opened again", [charge, disputed, ...decided("won"), reopened(2)], "paid", "disputed", PRICE],
  ["a part lost twice", [charge, partLost(1), reopened(2), partLost(3)], "short-paid", "part-refunded", 990],
  ["a part taken, won, taken again", [charge, ...takenTwice], "short-paid", "part-refunded", 990],
  ["a reversal, and then a dispute won", [charge, reversed, later(wonAll)], "paid", null, PRICE],
  ["a dispute won, and a later reversal", [charge, wonAll, later(reversed)], "refunded", null, 0],
  ["that another keeps", [charge, reversed, later(wonAll), otherDispute], "refunded", "disputed", 0],
  ["a reversal that is given back", [charge, reversed, reinstated], "paid", null, PRICE],
  ["a reversal given back, and a refund", [charge, reversed, reinstated, refundedAgain], "refunded", null, 0],
  ["a charge held back", [pending], "unpaid", "payment-pending", 0],
  ["a charge held back, then made", [pending, charge], "paid", null, PRICE],
  ["a charge held back, then denied", [pending, denied], "unpaid", "payment-denied", 0],
  ["one refused, another held back", [declined, part("pending", PRICE, "2")], "unpaid", "payment-pending", 0],
  ["a charge refused at once, which the payer has read", [declined, denied], "unpaid", null, 0],
  ["a charge refused later on, not heard to be held back", [approved, denied], "unpaid", "payment-denied", 0],
  ["one held back, and refused when asked for again", [pending, declined], "unpaid", "payment-denied", 0],
  ["an approval that came to nothing", [approved, lapsed], "unpaid", "approved-not-charged", 0],
  ["an approval that was charged after all", [approved, lapsed, charge], "paid", null, PRICE],
])("%s has the same status in any order of its reports", (...row) => expectInAnyOrder(row));

test.each<[string, HistoryEvent[], paidMinor: number]>([
  ["a refund", [eventOf("refunded", 10)], 990],
  ["a refund, and the provider's sum of all", [eventOf("refunded", 30), inAll(60)], 940],
  ["a refund past the provider, and one of which it tells", [elsewhere(30), eventOf("refunded", 20)], 950],
  ["a dispute that was lost, and the refund of that part", [...lostPart, tenth], 990],
  ["a dispute that was lost, and a refund of another part", [...lostPart, part("refunded", 5, "77")], 985],
  ["a refund, and a dispute opened later", [refundOn(1), ...lostOn(2)], 980],
  ["a refund under way, and a dispute opened then", [underWayOn(1), ...lostOn(2), refundOn(3)], 980],
  ["a refund that failed, and a dispute's", [underWayOn(1), failedOn(1), ...lostOn(2), refundOn(3)], 990],
  ["a refund between a dispute won and one lost", [...wonOn(1), refundOn(2), ...lostOn(3)], 980],
  ["a refund between two lost disputes", [...lostOn(1), refundOn(2), ...lostOn(3)], 980],
  ["a refund, and as much by a dispute", [tenth, part("dispute-lost", 10), takenTenth], 980],
  ["a little more than was disputed", [part("dispute-lost", 10), part("reversed", 12, "78")], 988],
  ["what a bank took back, also called a refund", [takenTenth, part("refunded", 10, "78")], 990],
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

const amounts = fc.integer({ min: 1, max: 50 });
const rows = fc.constantFrom<"reversed" | "refunded" | null>("reversed", "refunded", null);
/** Lost disputes, the rows by which their money went back, and other refunds of staff. */
const stories = fc.record({
  lost: fc.array(fc.record({ amount: amounts, row: rows }), { maxLength: 4 }),
  refunds: fc.uniqueArray(fc.integer({ min: 51, max: 99 }), { maxLength: 4 }),
});
const eventsOf = ({ lost, refunds }: typeof stories extends fc.Arbitrary<infer Story> ? Story : never) => [
  charge,
  ...lost.flatMap(({ amount, row }, index) => [
    part("disputed", amount, `d${index}`),
    part("dispute-lost", amount, `d${index}`),
    ...(row ? [part(row, amount, `r${index}`)] : []),
  ]),
  ...refunds.map((amount, index) => part("refunded", amount, `m${index}`)),
];

test("money that goes back through a dispute and a refund is counted once, in any order", () => {
  fc.assert(
    fc.property(
      stories.chain((story) =>
        fc.record({
          story: fc.constant(story),
          heard: fc.shuffledSubarray(eventsOf(story), { minLength: eventsOf(story).length }),
        }),
      ),
      ({ story, heard }) => {
        const back = [...story.lost.map(({ amount }) => amount), ...story.refunds];
        const held = PRICE - back.reduce((sum, amount) => sum + amount, 0);
        expect(deriveStatus(expectedPrice, heard)).toEqual({
          status: back.length > 0 ? "short-paid" : "paid",
          flag: back.length > 0 ? "part-refunded" : null,
          paidMinor: held,
        });
      },
    ),
  );
});

test("the reports of a payment mean the same in any order, and never more than was charged", () => {
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
  const heardTwice = histories.chain((history) =>
    fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
  );
  fc.assert(
    fc.property(heardTwice, ([history, shuffled]) => {
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
