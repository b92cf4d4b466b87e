import fc from "fast-check";
import { describe, expect, test } from "vitest";
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

test.each<[string, HistoryEvent[], ReturnType<typeof deriveStatus>]>([
  ["nothing", [], { status: "unpaid", flag: null, paidMinor: 0 }],
  ["an registration", [said("registered", null)], { status: "unpaid", flag: null, paidMinor: 0 }],
  ["the expected charge", [charge], { status: "paid", flag: null, paidMinor: 16_500_000 }],
  [
    "an registration, an order, an approval and the charge",
    [said("registered", null), said("ordered"), said("approved"), charge],
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
  [
    "a charge, a refund in part, and the provider's sum of all that went back",
    [charge, said("refunded", 6_500_000), said("returned-in-all", 10_000_000)],
    { status: "short-paid", flag: "part-refunded", paidMinor: 6_500_000 },
  ],
  [
    "a charge, its refund, and a sum of the provider's that lacks a part of it",
    [charge, said("refunded"), said("returned-in-all", 10_000_000)],
    { status: "refunded", flag: null, paidMinor: 0 },
  ],
  [
    "a charge, a refund past the provider, and one that the provider tells of",
    [charge, said("refunded-elsewhere", 5_000_000), said("refunded", 4_000_000)],
    { status: "short-paid", flag: "part-refunded", paidMinor: 7_500_000 },
  ],
  [
    "a charge, a refund past the provider, and the provider's sum of all that went back",
    [charge, said("refunded-elsewhere", 5_000_000), said("returned-in-all", 11_500_000)],
    { status: "refunded", flag: null, paidMinor: 0 },
  ],
  [
    "a charge that the provider's list does not have",
    [charge, said("not-at-provider")],
    { status: "paid", flag: "not-at-provider", paidMinor: 16_500_000 },
  ],
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
  [
    "a dispute that was won, and another that is open",
    [charge, said("disputed"), said("dispute-won", null), part("disputed", 10, "2")],
    { status: "paid", flag: "disputed", paidMinor: 16_500_000 },
  ],
  [
    "a dispute that was won at first, and lost in the end",
    [charge, said("disputed"), said("dispute-won"), said("dispute-lost")],
    { status: "refunded", flag: null, paidMinor: 0 },
  ],
  [
    "a dispute about a part that was lost, and the refund of that part",
    [charge, part("disputed", 10), part("dispute-lost", 10), part("refunded", 10, "77")],
    { status: "short-paid", flag: "part-refunded", paidMinor: 16_499_990 },
  ],
  [
    "a dispute about a part that was lost, and a refund of another part",
    [charge, part("disputed", 10), part("dispute-lost", 10), part("refunded", 5, "77")],
    { status: "short-paid", flag: "part-refunded", paidMinor: 16_499_985 },
  ],
  [
    "a part refund, and as much that a bank took back through a dispute",
    [charge, part("refunded", 10, "77"), part("dispute-lost", 10), part("reversed", 10, "78")],
    { status: "short-paid", flag: "part-refunded", paidMinor: 16_499_980 },
  ],
  [
    "what a bank took back, at a little more than was disputed",
    [charge, part("dispute-lost", 10), part("reversed", 12, "78")],
    { status: "short-paid", flag: "part-refunded", paidMinor: 16_499_988 },
  ],
  [
    "what a bank took back, once by its name and once as a refund",
    [charge, part("reversed", 10, "78"), part("refunded", 10, "78")],
    { status: "short-paid", flag: "part-refunded", paidMinor: 16_499_990 },
  ],
  [
    "a refund that waits for the payer's bank details",
    [charge, said("refund-pending"), said("refund-needs-attention")],
    { status: "paid", flag: "refund-needs-attention", paidMinor: 16_500_000 },
  ],
  [
    "a refund that waited and then worked",
    [charge, said("refund-needs-attention"), said("refunded")],
    { status: "refunded", flag: null, paidMinor: 0 },
  ],
  [
    "a refund that waited and then failed",
    [charge, said("refund-needs-attention"), said("refund-failed")],
    { status: "paid", flag: "refund-failed", paidMinor: 16_500_000 },
  ],
  [
    "a part refund, and another of a part that failed",
    [charge, part("refunded", 10, "77"), part("refund-failed", 20, "78")],
    { status: "short-paid", flag: "refund-failed", paidMinor: 16_499_990 },
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
    { status: "unpaid", flag: "payment-denied", paidMinor: 0 },
  ],
  [
    "a charge that the bank refused, and another that is held back",
    [said("declined"), part("pending", 16_500_000, "2")],
    { status: "unpaid", flag: "payment-pending", paidMinor: 0 },
  ],
  [
    "a charge that the bank refused at once, which the payer has read",
    [said("declined"), said("denied")],
    { status: "unpaid", flag: null, paidMinor: 0 },
  ],
  [
    "a charge that was refused later on, and of which nobody heard that it was held back",
    [said("approved"), said("denied")],
    { status: "unpaid", flag: "payment-denied", paidMinor: 0 },
  ],
  [
    "a charge held back, and refused when it was asked for again",
    [said("pending"), said("declined")],
    { status: "unpaid", flag: "payment-denied", paidMinor: 0 },
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
])("%s has the same status in any order of its reports", (_, history, status) => {
  for (const order of ordersOf(history)) expect(deriveStatus(asked, order)).toEqual(status);
});

describe("when it is not known what was bought", () => {
  test.each<[string, HistoryEvent[], ReturnType<typeof deriveStatus>]>([
    ["a charge", [charge], { status: "short-paid", flag: "unknown-course", paidMinor: 16_500_000 }],
    ["nothing", [], { status: "unpaid", flag: null, paidMinor: 0 }],
    [
      "a charge in another currency",
      [said("charged", 900, "GHS")],
      { status: "short-paid", flag: "currency-mismatch", paidMinor: 0 },
    ],
    ["a refunded charge", [charge, said("refunded")], { status: "refunded", flag: null, paidMinor: 0 }],
  ])("a payment for an unknown order, %s, is never called paid", (_, history, status) => {
    for (const order of ordersOf(history))
      expect(deriveStatus({ ...asked, expectedMinor: null }, order)).toEqual(status);
  });
});

describe("money that goes back", () => {
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
});
