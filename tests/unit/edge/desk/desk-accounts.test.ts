/** A month's accounts, as the owner and the accountant read them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lagosDay } from "~/domain/dates/day.ts";
import { sumAccounts } from "~/edge/desk/payments/show-accounts.tsx";
import { issuingPapers } from "~/edge/payments/paper-store.ts";
import type { RecordedEvent } from "~/edge/payments/payment-events.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { refundEvent } from "../../../fixtures/paystack-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";
import { MEMBER, OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled } = enrolmentDesk(desk);
const { page, post, text, perform } = staffDesk(desk);

/** Makes a payment of N209,000 of which N9,000 goes back in December, and a day of Paystack's books. */
async function novemberAndDecember() {
  const ada = await enrolled(fiveInstallments(desk.now));
  desk.until("2026-12-02T09:00:00.000Z");
  const typed = { reference: ada.reference, way: "elsewhere", amount: "9000", day: "2026-12-01", proof: "" };
  await perform(`/desk/enrolments/${ada.id}`, "refund", typed, OWNER);
  await desk.rows(
    `INSERT INTO reconciliations (provider, day, fees_minor, payouts_minor, started_at)
     VALUES ('paystack', '2026-11-21', 200000, 20700000, '2026-11-22T05:00:00.000Z'),
       ('paystack', '2026-11-22', 0, NULL, '2026-11-23T05:00:00.000Z')`,
  );
}

/** Returns the lines of the accountant's file: kind, number, receipt, day, currency, in, out, VAT. */
const linesOf = async (month: string) => {
  const answer = await (await post("/desk/accounts.csv", { month }, OWNER)).text();
  const cells = answer
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.slice(1, -1).split('","'));
  return cells.map((line) => [...line.slice(0, 4), ...line.slice(-4)]);
};

test("a month shows receipts, credit notes, VAT and the provider's payouts", async () => {
  await novemberAndDecember();
  const november = await text("/desk/accounts?month=2026-11", OWNER);
  for (const words of [
    "N209,000, 1 receipt",
    "N14,581.40",
    "N2,000, reported for 2 days",
    "N207,000, reported for 1 day",
  ])
    expect(november).toContain(words);
  // The current month is the default.
  const december = await text("/desk/accounts", OWNER);
  expect(december).not.toContain('value="2026-10"');
  for (const words of [
    "N9,000, 1 credit note",
    "−N9,000",
    "−N627.91",
    "Credit note 2026-C00001 for receipt 2026-000001",
  ])
    expect(december).toContain(words);
  expect(await text("/desk/accounts?month=2026-10", OWNER)).toContain("Nothing moved in this month.");
});

test("the accounts' CSV has a line for each receipt, credit note, fee sum and payout of a day", async () => {
  await novemberAndDecember();
  expect(await linesOf("2026-11")).toEqual([
    ["Receipt", "2026-000001", "", "2026-11-21", "NGN", "209000.00", "", "14581.40"],
    ["Fees", "", "", "2026-11-21", "NGN", "", "2000.00", ""],
    ["Paid out", "", "", "2026-11-21", "NGN", "", "207000.00", ""],
  ]);
  expect(await linesOf("2026-12")).toEqual([
    ["Credit note", "2026-C00001", "2026-000001", "2026-12-01", "NGN", "", "9000.00", "627.91"],
  ]);
  expect(await text("/desk/trail", OWNER)).toContain("Downloaded the accounts of 2026-11");
});

test("a refund that failed makes a credit note for money that came back in", async () => {
  const { id, reference } = await enrolled();
  const typed = { reference, way: "provider", amount: "9000", day: "2026-11-21", proof: "" };
  await perform(`/desk/enrolments/${id}`, "refund", typed, OWNER);
  const failed = { amount: "900000", refund_reference: null };
  await desk.paystackSends(refundEvent("refund.failed", { ...newOrder(), reference }, failed));
  const lines = await linesOf("2026-11");
  expect(lines.find(([, number]) => number === "2026-C00002")?.slice(-3)).toEqual(["9000.00", "", "627.91"]);
});

test("only an owner reads the accounts", async () => {
  expect((await page("/desk/accounts", MEMBER)).status).toBe(403);
  expect((await post("/desk/accounts.csv", { month: "2026-11" }, MEMBER)).status).toBe(403);
});

const moment = fc.date({
  min: new Date("2026-10-30T00:00:00Z"),
  max: new Date("2027-01-02T00:00:00Z"),
  noInvalidDate: true,
});
const payment = fc.record({
  currency: fc.constantFrom("NGN", "USD"),
  charged: fc.tuple(moment, fc.integer({ min: 1000, max: 50_000_000 })),
  /** The returned parts in thousandths, of which at most all go back. */
  returned: fc.array(fc.tuple(moment, fc.integer({ min: 1, max: 300 })), { maxLength: 3 }),
  isReordered: fc.boolean(),
});

test("a month's totals equal the sum of its events, to the kobo and the cent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { maxLength: 8 }), async (payments) => {
      const db = openDatabase();
      const recorded = payments.map((drawn, index) => ({
        reference: `REG-${index}`,
        history: historyOf(drawn, index),
      }));
      for (const record of recorded) await db.batch(issuingPapers(db, record, { vat: 7.5, now: desk.now }));
      const events = recorded.flatMap(({ history }) => history);
      for (const month of ["2026-10", "2026-11", "2026-12", "2027-01"]) {
        const sums = await sumAccounts(db, month);
        for (const currency of ["NGN", "USD"]) {
          const sum = sums.find((total) => total.currency === currency);
          const totalOf = (kind: string) =>
            events
              .filter((event) => event.kind === kind && event.currency === currency)
              .filter(({ occurredAt }) => lagosDay(new Date(occurredAt)).startsWith(month))
              .reduce((total, { amountMinor }) => total + (amountMinor ?? 0), 0);
          expect(sum?.receivedMinor ?? 0).toBe(totalOf("charged"));
          expect(sum?.returnedMinor ?? 0).toBe(totalOf("refunded"));
        }
      }
    }),
    { numRuns: 40 },
  );
});

type Payment = typeof payment extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the history of a payment, whose charge may be reported last. */
function historyOf({ currency, charged, returned, isReordered }: Payment, index: number): RecordedEvent[] {
  const [chargedAt, amount] = charged;
  const event = (
    kind: "charged" | "refunded",
    subject: string,
    at: Date,
    amountMinor: number,
  ): RecordedEvent => ({
    provider: currency === "NGN" ? "paystack" : "paypal",
    source: "webhook",
    eventId: `${kind}:${index}-${subject}`,
    kind,
    amountMinor,
    currency,
    occurredAt: at.toISOString(),
    recordedAt: at.toISOString(),
  });
  const charge = event("charged", "0", chargedAt, amount);
  const refunds = returned.map(([returnedAt, thousandths], refundIndex) =>
    event("refunded", String(refundIndex + 1), returnedAt, Math.floor((amount * thousandths) / 1000)),
  );
  return isReordered ? [...refunds, charge] : [charge, ...refunds];
}
