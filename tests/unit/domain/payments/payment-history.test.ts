import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveStatus, type HistoryEvent, type HistoryKind } from "~/domain/payments/payment-history.ts";

const PRICE = 16_500_000;
const asked = { currency: "NGN", expectedMinor: PRICE } as const;

const said = (
  kind: HistoryKind,
  amountMinor: number | null = PRICE,
  currency = "NGN",
  id = "1",
): HistoryEvent => ({ kind, eventId: `${kind}:${id}`, amountMinor, currency });
const part = (kind: HistoryKind, amountMinor: number, id = "1") => said(kind, amountMinor, "NGN", id);

const charge = said("charged");

/** Every order in which the events may be heard. */
function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

type Derived = ReturnType<typeof deriveStatus>;
/** What is reported, and what that makes of the payment. */
type Row = [string, HistoryEvent[], Derived["status"], Derived["flag"], paidMinor: number];

test.each<Row>([
  ["nothing", [], "unpaid", null, 0],
  ["a registration", [said("registered", null)], "unpaid", null, 0],
  ["the expected charge", [charge], "paid", null, 16_500_000],
  [
    "a registration, an order, an approval and the charge",
    [said("registered", null), said("ordered"), said("approved"), charge],
    "paid",
    null,
    16_500_000,
  ],
  ["one kobo too little", [said("charged", 16_499_999)], "short-paid", "amount-mismatch", 16_499_999],
  ["one kobo too much", [said("charged", 16_500_001)], "paid", "overpaid", 16_500_001],
  ["two charges", [charge, charge], "paid", "overpaid", 33_000_000],
  [
    "a charge in another currency",
    [said("charged", 16_500_000, "USD")],
    "short-paid",
    "currency-mismatch",
    0,
  ],
  [
    "the expected charge, and one in another currency",
    [charge, said("charged", 900, "USD")],
    "paid",
    "currency-mismatch",
    16_500_000,
  ],
  ["a charge that moved no real money", [said("test-charged")], "unpaid", "test-payment", 0],
  ["a charge and its refund", [charge, said("refunded")], "refunded", null, 0],
  [
    "a charge, a refund in part, and the provider's sum of all that went back",
    [charge, said("refunded", 6_500_000), said("returned-in-all", 10_000_000)],
    "short-paid",
    "part-refunded",
    6_500_000,
  ],
  [
    "a charge, its refund, and a sum of the provider's that lacks a part of it",
    [charge, said("refunded"), said("returned-in-all", 10_000_000)],
    "refunded",
    null,
    0,
  ],
  [
    "a charge, a refund past the provider, and one that the provider tells of",
    [charge, said("refunded-elsewhere", 5_000_000), said("refunded", 4_000_000)],
    "short-paid",
    "part-refunded",
    7_500_000,
  ],
  [
    "a charge, a refund past the provider, and the provider's sum of all that went back",
    [charge, said("refunded-elsewhere", 5_000_000), said("returned-in-all", 11_500_000)],
    "refunded",
    null,
    0,
  ],
  [
    "a charge that the provider's list does not have",
    [charge, said("not-at-provider")],
    "paid",
    "not-at-provider",
    16_500_000,
  ],
  ["a refund alone", [said("refunded")], "refunded", null, 0],
  [
    "a charge and a refund in two parts",
    [charge, said("refunded", 6_500_000), said("refunded", 10_000_000)],
    "refunded",
    null,
    0,
  ],
  [
    "a charge and a part refund",
    [charge, said("refunded", 1_500_000)],
    "short-paid",
    "part-refunded",
    15_000_000,
  ],
  ["two charges, one of them refunded", [charge, charge, said("refunded")], "paid", null, 16_500_000],
  ["a short charge that was refunded", [said("charged", 100), said("refunded", 100)], "refunded", null, 0],
  ["a refund that is on its way", [charge, said("refund-pending")], "paid", null, 16_500_000],
  [
    "a refund that failed",
    [charge, said("refund-pending"), said("refund-failed")],
    "paid",
    "refund-failed",
    16_500_000,
  ],
  [
    "a refund that failed and then worked",
    [charge, said("refund-failed"), said("refunded")],
    "refunded",
    null,
    0,
  ],
  ["an open dispute", [charge, said("disputed")], "paid", "disputed", 16_500_000],
  ["a dispute that was won", [charge, said("disputed"), said("dispute-won", null)], "paid", null, 16_500_000],
  ["a dispute that was lost", [charge, said("disputed"), said("dispute-lost")], "refunded", null, 0],
  [
    "a dispute that was won, and another that is open",
    [charge, said("disputed"), said("dispute-won", null), part("disputed", 10, "2")],
    "paid",
    "disputed",
    16_500_000,
  ],
  [
    "a dispute that was won at first, and lost in the end",
    [charge, said("disputed"), said("dispute-won"), said("dispute-lost")],
    "refunded",
    null,
    0,
  ],
  [
    "a dispute about a part that was lost, and the refund of that part",
    [charge, part("disputed", 10), part("dispute-lost", 10), part("refunded", 10, "77")],
    "short-paid",
    "part-refunded",
    16_499_990,
  ],
  [
    "a dispute about a part that was lost, and a refund of another part",
    [charge, part("disputed", 10), part("dispute-lost", 10), part("refunded", 5, "77")],
    "short-paid",
    "part-refunded",
    16_499_985,
  ],
  [
    "a part refund, and as much that a bank took back through a dispute",
    [charge, part("refunded", 10, "77"), part("dispute-lost", 10), part("reversed", 10, "78")],
    "short-paid",
    "part-refunded",
    16_499_980,
  ],
  [
    "what a bank took back, at a little more than was disputed",
    [charge, part("dispute-lost", 10), part("reversed", 12, "78")],
    "short-paid",
    "part-refunded",
    16_499_988,
  ],
  [
    "what a bank took back, once by its name and once as a refund",
    [charge, part("reversed", 10, "78"), part("refunded", 10, "78")],
    "short-paid",
    "part-refunded",
    16_499_990,
  ],
  [
    "a refund that waits for the payer's bank details",
    [charge, said("refund-pending"), said("refund-needs-attention")],
    "paid",
    "refund-needs-attention",
    16_500_000,
  ],
  [
    "a refund that waited and then worked",
    [charge, said("refund-needs-attention"), said("refunded")],
    "refunded",
    null,
    0,
  ],
  [
    "a refund that waited and then failed",
    [charge, said("refund-needs-attention"), said("refund-failed")],
    "paid",
    "refund-failed",
    16_500_000,
  ],
  [
    "a part refund, and another of a part that failed",
    [charge, part("refunded", 10, "77"), part("refund-failed", 20, "78")],
    "short-paid",
    "refund-failed",
    16_499_990,
  ],
  ["a charge held back", [said("pending")], "unpaid", "payment-pending", 0],
  ["a charge held back, then made", [said("pending"), charge], "paid", null, 16_500_000],
  ["a charge held back, then denied", [said("pending"), said("denied")], "unpaid", "payment-denied", 0],
  [
    "a charge that the bank refused, and another that is held back",
    [said("declined"), part("pending", 16_500_000, "2")],
    "unpaid",
    "payment-pending",
    0,
  ],
  [
    "a charge that the bank refused at once, which the payer has read",
    [said("declined"), said("denied")],
    "unpaid",
    null,
    0,
  ],
  [
    "a charge that was refused later on, and of which nobody heard that it was held back",
    [said("approved"), said("denied")],
    "unpaid",
    "payment-denied",
    0,
  ],
  [
    "a charge held back, and refused when it was asked for again",
    [said("pending"), said("declined")],
    "unpaid",
    "payment-denied",
    0,
  ],
  [
    "an approval that came to nothing",
    [said("approved"), said("lapsed", null)],
    "unpaid",
    "approved-not-charged",
    0,
  ],
  [
    "an approval that was charged after all",
    [said("approved"), said("lapsed", null), charge],
    "paid",
    null,
    16_500_000,
  ],
])("%s has the same status in any order of its reports", (_, history, status, flag, paidMinor) => {
  for (const order of ordersOf(history)) {
    expect(deriveStatus(asked, order)).toEqual({ status, flag, paidMinor });
  }
});

test.each<Row>([
  ["a charge", [charge], "short-paid", "unknown-course", 16_500_000],
  ["nothing", [], "unpaid", null, 0],
  ["a charge in another currency", [said("charged", 900, "GHS")], "short-paid", "currency-mismatch", 0],
  ["a refunded charge", [charge, said("refunded")], "refunded", null, 0],
])("a payment for an unknown order, %s, is never called paid", (_, history, status, flag, paidMinor) => {
  for (const order of ordersOf(history)) {
    expect(deriveStatus({ ...asked, expectedMinor: null }, order)).toEqual({ status, flag, paidMinor });
  }
});

const amounts = fc.integer({ min: 1, max: 50 });
const rows = fc.constantFrom<"reversed" | "refunded" | null>("reversed", "refunded", null);
/** Disputes that were lost, the rows by which their money went back, and refunds that staff made besides. */
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

test("money that goes back through a dispute and through a refund is counted once, in any order of its reports", () => {
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
        expect(deriveStatus(asked, heard)).toEqual({
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
      const derived = deriveStatus(asked, history);
      expect(deriveStatus(asked, shuffled)).toEqual(derived);
      const charged = history
        .filter(({ kind }) => kind === "charged")
        .reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
      expect(derived.paidMinor).toBeGreaterThanOrEqual(0);
      expect(derived.paidMinor).toBeLessThanOrEqual(charged);
    }),
  );
});
