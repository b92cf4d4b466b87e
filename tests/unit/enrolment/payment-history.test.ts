import { describe, expect, test } from "vitest";
import { type HistoryEvent, type HistoryKind, settle } from "~/domain/enrolment/payment-history.ts";
import type { Money } from "~/domain/money/money.ts";

const expected: Money = { currency: "NGN", minor: 16_500_000 };

const said = (
  kind: HistoryKind,
  amountMinor: number | null = expected.minor,
  currency = "NGN",
): HistoryEvent => ({ kind, amountMinor, currency });

const charge = said("charged");

/** Every order in which the events may be heard. */
function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

test.each<[string, HistoryEvent[], ReturnType<typeof settle>]>([
  ["nothing", [], { status: "unpaid", flag: null, paidMinor: 0 }],
  ["an announcement", [said("announced", null)], { status: "unpaid", flag: null, paidMinor: 0 }],
  ["the expected charge", [charge], { status: "paid", flag: null, paidMinor: 16_500_000 }],
  [
    "an announcement, an order, an approval and the charge",
    [said("announced", null), said("ordered"), said("approved"), charge],
    { status: "paid", flag: null, paidMinor: 16_500_000 },
  ],
  [
    "one kobo too little",
    [said("charged", 16_499_999)],
    { status: "short-paid", flag: "amount-mismatch", paidMinor: 16_499_999 },
  ],
  [
    "one kobo too much",
    [said("charged", 16_500_001)],
    { status: "paid", flag: "overpaid", paidMinor: 16_500_001 },
  ],
  ["two charges", [charge, charge], { status: "paid", flag: "overpaid", paidMinor: 33_000_000 }],
  [
    "a charge in another currency",
    [said("charged", 16_500_000, "USD")],
    { status: "short-paid", flag: "currency-mismatch", paidMinor: 0 },
  ],
  [
    "the expected charge, and one in another currency",
    [charge, said("charged", 900, "USD")],
    { status: "paid", flag: "currency-mismatch", paidMinor: 16_500_000 },
  ],
  [
    "a charge that moved no real money",
    [said("test-charged")],
    { status: "unpaid", flag: "test-payment", paidMinor: 0 },
  ],
  ["a charge and its refund", [charge, said("refunded")], { status: "refunded", flag: null, paidMinor: 0 }],
  ["a refund alone", [said("refunded")], { status: "refunded", flag: null, paidMinor: 0 }],
  [
    "a charge and a refund in two parts",
    [charge, said("refunded", 6_500_000), said("refunded", 10_000_000)],
    { status: "refunded", flag: null, paidMinor: 0 },
  ],
  [
    "a charge and a part refund",
    [charge, said("refunded", 1_500_000)],
    { status: "short-paid", flag: "part-refunded", paidMinor: 15_000_000 },
  ],
  [
    "two charges, one of them refunded",
    [charge, charge, said("refunded")],
    { status: "paid", flag: null, paidMinor: 16_500_000 },
  ],
  [
    "a short charge that was refunded",
    [said("charged", 100), said("refunded", 100)],
    { status: "refunded", flag: null, paidMinor: 0 },
  ],
  [
    "a refund that is on its way",
    [charge, said("refund-pending")],
    { status: "paid", flag: null, paidMinor: 16_500_000 },
  ],
  [
    "a refund that failed",
    [charge, said("refund-pending"), said("refund-failed")],
    { status: "paid", flag: "refund-failed", paidMinor: 16_500_000 },
  ],
  [
    "a refund that failed and then worked",
    [charge, said("refund-failed"), said("refunded")],
    { status: "refunded", flag: null, paidMinor: 0 },
  ],
  [
    "an open dispute",
    [charge, said("disputed")],
    { status: "paid", flag: "disputed", paidMinor: 16_500_000 },
  ],
  [
    "a dispute that was won",
    [charge, said("disputed"), said("dispute-won", null)],
    { status: "paid", flag: null, paidMinor: 16_500_000 },
  ],
  [
    "a dispute that was lost",
    [charge, said("disputed"), said("dispute-lost")],
    { status: "refunded", flag: null, paidMinor: 0 },
  ],
  ["a charge held back", [said("pending")], { status: "unpaid", flag: "payment-pending", paidMinor: 0 }],
  [
    "a charge held back, then made",
    [said("pending"), charge],
    { status: "paid", flag: null, paidMinor: 16_500_000 },
  ],
  [
    "a charge held back, then denied",
    [said("pending"), said("denied")],
    { status: "unpaid", flag: null, paidMinor: 0 },
  ],
  [
    "an approval that came to nothing",
    [said("approved"), said("lapsed", null)],
    { status: "unpaid", flag: "approved-not-charged", paidMinor: 0 },
  ],
  [
    "an approval that was charged after all",
    [said("approved"), said("lapsed", null), charge],
    { status: "paid", flag: null, paidMinor: 16_500_000 },
  ],
])("%s is told alike in whatever order it is heard", (_, history, settlement) => {
  for (const order of ordersOf(history)) expect(settle(expected, order)).toEqual(settlement);
});

describe("when it is not known what was bought", () => {
  test.each<[string, HistoryEvent[], ReturnType<typeof settle>]>([
    ["a charge", [charge], { status: "short-paid", flag: "unknown-course", paidMinor: 16_500_000 }],
    ["nothing", [], { status: "unpaid", flag: null, paidMinor: 0 }],
    ["a refunded charge", [charge, said("refunded")], { status: "refunded", flag: null, paidMinor: 0 }],
  ])("%s is never called paid", (_, history, settlement) => {
    for (const order of ordersOf(history)) expect(settle(null, order)).toEqual(settlement);
  });
});
