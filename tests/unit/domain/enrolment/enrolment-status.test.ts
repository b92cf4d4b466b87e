import fc from "fast-check";
import { expect, test } from "vitest";
import type { Charge } from "~/domain/enrolment/charge.ts";
import {
  type EnrolmentFacts,
  enrolmentStatus,
  type HeldPayment,
  isPaidBy,
  missingOf,
  unpaidCharges,
} from "~/domain/enrolment/enrolment-status.ts";
import { fromMajor, fromMinor } from "~/domain/money/money.ts";

const naira = (major: number) => fromMajor("NGN", major);
const charges: readonly Charge[] = [
  { number: 0, amount: naira(15_000), due: "2026-11-22" },
  { number: 1, amount: naira(194_000), due: "2026-11-22" },
  { number: 2, amount: naira(70_000), due: "2027-01-05" },
  { number: 3, amount: naira(70_000), due: null },
];
const facts: EnrolmentFacts = { currency: "NGN", charges, withdrawnOn: null, chargeAtWithdrawal: null };
const payment = (reference: string, numbers: number[], major: number): HeldPayment => ({
  reference,
  charges: numbers,
  held: naira(major),
  isRefunded: false,
  newestCharge: reference.charCodeAt(4),
});
const first = payment("REG-A", [0, 1], 209_000);
const states = (payments: HeldPayment[], today = "2026-11-22") =>
  enrolmentStatus(facts, payments, today).charges.map(({ status }) => status);

test("before anything is paid, nothing is overdue, and what is due later is open", () => {
  const status = enrolmentStatus(facts, [], "2027-03-01");
  expect(status).toMatchObject({ state: "started", paid: naira(0), left: naira(349_000), flags: [] });
  expect(states([], "2027-03-01")).toEqual(["due", "due", "due", "open"]);
  expect(states([])).toEqual(["due", "due", "open", "open"]);
});

test.each([
  ["2026-12-28", "open"],
  ["2026-12-29", "due"],
  ["2027-01-05", "due"],
  ["2027-01-06", "overdue"],
])("on %s a charge of January 5 is %s", (today, state) => {
  expect(states([first], today)).toEqual(["paid", "paid", state, "open"]);
});

test("once all is paid, the enrolment is complete", () => {
  const payments = [first, payment("TUI-B", [2], 70_000), payment("TUI-C", [3], 70_000)];
  const status = enrolmentStatus(facts, payments, "2027-01-01");
  expect(status).toMatchObject({ state: "complete", left: naira(0), credit: naira(0), flags: [] });
});

test("money paid twice for one charge pays the next ones, and the surplus is a credit", () => {
  const twice = [first, payment("TUI-B", [2], 70_000), payment("TUI-C", [2], 70_000)];
  expect(states(twice)).toEqual(["paid", "paid", "paid", "paid"]);
  const thrice = [...twice, payment("TUI-D", [2], 70_000)];
  expect(enrolmentStatus(facts, thrice, "2027-01-01")).toMatchObject({
    state: "complete",
    credit: naira(70_000),
    left: naira(0),
    flags: [{ flag: "overpaid", newestCharge: 68 }],
  });
});

test("a payment of less than a charge leaves the missing amount to be paid", () => {
  const status = enrolmentStatus(facts, [first, payment("TUI-B", [2], 50_000)], "2026-12-30");
  const [next] = unpaidCharges(status.charges);
  expect(next).toMatchObject({ number: 2, status: "due", paid: naira(50_000) });
  expect(next && missingOf(next)).toEqual(naira(20_000));
});

test.each([
  [69_500, "paid"],
  [69_000, "paid"],
  [68_999, "overdue"],
])("a charge of N70,000 with N%d received is %s", (major, state) => {
  const status = enrolmentStatus(facts, [first, payment("TUI-B", [2], major)], "2027-01-06");
  expect(status.charges[2]).toMatchObject({ status: state, paid: naira(major) });
  expect(status.left).toEqual(naira(state === "paid" ? 70_000 : 140_000 - major));
});

test.each([
  [206_910, "paid"],
  [206_909, "due"],
])("of two charges of N209,000 with N%d received the second is %s", (major, state) => {
  expect(states([payment("REG-A", [0, 1], major)])).toEqual(["paid", state, "open", "open"]);
});

test.each([
  ["one percent of a large charge", fromMajor("NGN", 480_000), 4_800_00],
  ["N1,000 of a small one", fromMajor("NGN", 15_000), 1_000_00],
  ["$1", fromMajor("USD", 70), 1_00],
  ["a tenth of one in coins", fromMajor("USD", 9), 90],
])("a charge counts as paid if at most %s is missing", (_, asked, missing) => {
  expect(isPaidBy(asked, asked.minor - missing)).toBe(true);
  expect(isPaidBy(asked, asked.minor - missing - 1)).toBe(false);
});

test("money in the other currency pays nothing, and is flagged", () => {
  const dollars: HeldPayment = { ...payment("TUI-B", [2], 0), held: fromMinor("USD", 7_000) };
  expect(enrolmentStatus(facts, [first, dollars], "2026-12-01")).toMatchObject({
    paid: naira(209_000),
    flags: [{ flag: "other-currency", newestCharge: 66 }],
  });
});

test("a refunded payment pays nothing", () => {
  const refundedPayment: HeldPayment = { ...first, held: naira(0), isRefunded: true };
  const status = enrolmentStatus(facts, [refundedPayment], "2026-12-01");
  expect(status).toMatchObject({ state: "refunded", paid: naira(0) });
});

const withdrawn = { ...facts, withdrawnOn: "2026-12-01", chargeAtWithdrawal: 65 };

test("the enrolment stays withdrawn, and money that comes afterwards is flagged", () => {
  const beforePayment = enrolmentStatus(withdrawn, [first], "2026-12-02");
  expect(beforePayment).toMatchObject({ state: "withdrawn", flags: [] });
  const refunded = { ...first, held: naira(0), isRefunded: true };
  const late = enrolmentStatus(withdrawn, [refunded, payment("TUI-B", [2], 70_000)], "2026-12-02");
  const flags = [{ flag: "paid-after-withdrawal", newestCharge: 66 }];
  expect(late).toMatchObject({ state: "withdrawn", flags });
});

test("the order in which payments are reported changes nothing, and no kobo is lost", () => {
  const anyPayment = fc.record({
    charges: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 }),
    minor: fc.integer({ min: 0, max: 30_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(anyPayment, { maxLength: 6 }), fc.integer(), (drawn, seed) => {
      const payments = drawn.map(({ charges: numbers, minor }, index) => ({
        reference: `TUI-${index}`,
        charges: numbers,
        held: fromMinor("NGN", minor),
        isRefunded: false,
        newestCharge: index,
      }));
      const shuffled = payments.toSorted(
        (a, b) => ((a.held.minor * 31 + seed) % 7) - ((b.held.minor * 31 + seed) % 7),
      );
      const status = enrolmentStatus(facts, payments, "2027-01-01");
      expect(enrolmentStatus(facts, shuffled, "2027-01-01")).toEqual(status);
      const paidOnCharges = status.charges.reduce((sum, { paid }) => sum + paid.minor, 0);
      expect(paidOnCharges + status.credit.minor).toBe(status.paid.minor);
      const paid = status.charges.filter((charge) => charge.status === "paid");
      const forgiven = paid.reduce((sum, charge) => sum + missingOf(charge).minor, 0);
      expect(status.left.minor).toBe(34_900_000 - paidOnCharges - forgiven);
      for (const { paid, amount } of status.charges) expect(paid.minor).toBeLessThanOrEqual(amount.minor);
    }),
  );
});
