import { describe, expect, test } from "vitest";
import { minorInFile } from "~/edge/reconciliation/exports/amount-in-file.ts";
import { type AskedDays, compareExport } from "~/edge/reconciliation/exports/compare-export.ts";
import { readExport } from "~/edge/reconciliation/exports/read-export.ts";
import type { RecordedMovement } from "~/edge/reconciliation/exports/recorded-movement.ts";
import { reconciliationReport } from "../../../../scripts/ops/registrations/reconciliation-report.ts";

const REG = (letter: string) => `REG-20260115-${letter.repeat(10)}`;
const OPEN: AskedDays = { since: null, until: null };

function recorded(letter: string, minor: number, changes: Partial<RecordedMovement> = {}): RecordedMovement {
  return {
    kind: "charged",
    reference: REG(letter),
    transactionId: `id-${letter}`,
    currency: "NGN",
    minor,
    occurredAt: "2026-01-15T10:00:00.000Z",
    ...changes,
  };
}
const dollars = (letter: string, minor: number, changes: Partial<RecordedMovement> = {}) =>
  recorded(letter, minor, { currency: "USD", ...changes });

function exported(text: string) {
  const result = readExport(text);
  if (typeof result === "string") throw new Error(result);
  return result;
}
const compare = (file: string, ours: readonly RecordedMovement[], period = OPEN) =>
  compareExport(exported(file), ours, period);

const paystack = (...rows: string[]) =>
  ["ID,Reference,Amount,Currency,Status,Channel,Customer Email", ...rows].join("\n");
const paypal = (...rows: string[]) =>
  [
    '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Reference Txn ID","Invoice Number","Custom Number","Balance Impact"',
    ...rows,
  ].join("\r\n");
/** A row of PayPal's. */
const activity = (
  type: string,
  status: string,
  gross: string,
  id: string,
  about: string,
  reference: string,
) =>
  `"01/15/2026","10:00:00","PST","Ada Obi","${type}","${status}","USD","${gross}","-0.74","0.00","${id}","${about}","${reference}","${reference}","${gross.startsWith("-") ? "Debit" : "Credit"}"`;

describe("an amount in an export is read", () => {
  test.each([
    ["15000", 1_500_000],
    ["15,000.00", 1_500_000],
    ["₦15,000.50", 1_500_050],
    ["NGN 1,215,000", 121_500_000],
    ["-9.00", -900],
    ["1.209,00", 120_900],
    ["9.5", 950],
    ["", null],
    ["nine", null],
    ["1,2,3", null],
    ["12.3456", null],
  ])("an amount in a provider's export is parsed: %s", (text, minor) => {
    expect(minorInFile(text)).toBe(minor);
  });
});

describe("an export is known by its columns", () => {
  test("Paystack's export is known by its columns, in either spelling", () => {
    expect(exported(paystack(`1,${REG("A")},495000,NGN,success,card,a@b.example`))).toMatchObject({
      provider: "paystack",
      movements: [{ kind: "charged", references: [REG("A")], minor: 49_500_000, currency: "NGN" }],
    });
    const other = `\uFEFFtransaction_reference;amount_paid;transaction_status\r\n${REG("A")};"495,000.00";Success\r\n`;
    expect(exported(other).movements).toMatchObject([{ references: [REG("A")], minor: 49_500_000 }]);
  });

  test("PayPal's export is known by its columns, and its holds, conversions and own payments are left out", () => {
    const file = paypal(
      activity("Express Checkout Payment", "Completed", "1,209.00", "P1", "", REG("A")),
      activity("General Currency Conversion", "Completed", "-9.00", "P2", "P1", REG("A")),
      activity("Account Hold for Open Authorization", "Completed", "-9.00", "P3", "P1", REG("A")),
      activity("PreApproved Payment Bill User Payment", "Completed", "-20.00", "P4", "", ""),
      activity("Express Checkout Payment", "Pending", "9.00", "P5", "", REG("B")),
      activity("Payment Refund", "Completed", "-9.00", "P6", "P1", REG("A")),
    );
    expect(exported(file)).toMatchObject({
      provider: "paypal",
      movements: [
        { kind: "charged", minor: 120_900, transactionId: "P1" },
        { kind: "returned", minor: 900, chargeId: "P1" },
      ],
    });
  });

  test("a file that is no provider's export is refused, with what was expected", () => {
    expect(readExport("Name,Age\nAda,30\n")).toMatch(
      /its columns are: name, age\.\n- PayPal: .*\n- Paystack: /,
    );
    expect(readExport("")).toMatch(/its columns are: none/);
  });
});

describe("a comparison", () => {
  test("the reconciliation of equal sides finds nothing", () => {
    const file = paystack(
      `1,${REG("A")},495000,NGN,success,card,a@b.example`,
      `2,${REG("B")},15000,NGN,failed,card,a@b.example`,
      `3,${REG("B")},15000,NGN,abandoned,card,a@b.example`,
    );
    const result = compare(file, [recorded("A", 49_500_000)]);
    expect(result).toMatchObject({ isEqual: true, matched: 1, others: 0 });
    expect(reconciliationReport("t.csv", result)).toMatch(/Nothing differs\.$/);
  });

  test("a comparison finds what was paid and not recorded, and what was recorded and is not in the file", () => {
    const file = paystack(
      `1,${REG("A")},495000,NGN,success,card,a@b.example`,
      `2,${REG("B")},15000,NGN,success,card,a@b.example`,
    );
    const result = compare(file, [recorded("A", 49_500_000), recorded("C", 1_500_000)]);
    expect(result.isEqual).toBe(false);
    const report = reconciliationReport("t.csv", result);
    expect(report).toContain(`Paid at Paystack, not recorded here (1)\n  ${REG("B")}  N15,000 NGN`);
    expect(report).toContain(`Recorded here, not in the file (1)\n  ${REG("C")}  N15,000 NGN`);
    expect(report).not.toContain("@");
  });

  test("a comparison finds amounts and currencies that differ", () => {
    const file = paystack(
      `1,${REG("A")},4950,NGN,success,card,a@b.example`,
      `2,${REG("B")},9,USD,success,card,a@b.example`,
    );
    const result = compare(file, [recorded("A", 49_500_000), recorded("B", 900)]);
    expect(result.chargesThatDiffer).toEqual([
      { reference: REG("A"), currency: "NGN", recorded: 49_500_000, exported: 495_000 },
    ]);
    expect(result.missingHere).toEqual([{ reference: REG("B"), currency: "USD", minor: 900 }]);
    expect(reconciliationReport("t.csv", result)).toContain("here N495,000 NGN, at Paystack N4,950 NGN");
  });

  test("a comparison says so when the file seems to count kobo", () => {
    const file = paystack(`1,${REG("A")},49500000,NGN,success,card,a@b.example`);
    const result = compare(file, [recorded("A", 49_500_000)]);
    expect(reconciliationReport("t.csv", result)).toContain("its amounts seem to be kobo or cents");
  });

  test("a comparison adds up two charges for one reference", () => {
    const file = paystack(
      `1,${REG("A")},100,NGN,success,card,a@b.example`,
      `2,${REG("A")},100,NGN,success,card,a@b.example`,
    );
    expect(compare(file, [recorded("A", 10_000)]).chargesThatDiffer).toMatchObject([
      { recorded: 10_000, exported: 20_000 },
    ]);
  });

  test("a comparison matches by the provider's own number where a row bears no reference", () => {
    const file = paypal(
      activity("Express Checkout Payment", "Completed", "9.00", "id-A", "", ""),
      activity("Payment Refund", "Completed", "-9.00", "R1", "id-A", ""),
    );
    const ours = [dollars("A", 900), dollars("A", 900, { kind: "returned", transactionId: "R1" })];
    expect(compare(file, ours)).toMatchObject({ isEqual: true, matched: 1 });
  });

  test("a comparison finds a refund that only one side knows", () => {
    const charge = activity("Express Checkout Payment", "Refunded", "9.00", "P1", "", REG("A"));
    const refund = activity("Payment Refund", "Completed", "-4.00", "P2", "P1", "");
    expect(compare(paypal(charge, refund), [dollars("A", 900)]).refundsThatDiffer).toEqual([
      { reference: REG("A"), currency: "USD", recorded: 0, exported: 400 },
    ]);
    const ours = [dollars("A", 900), dollars("A", 900, { kind: "returned" })];
    expect(compare(paypal(charge), ours).refundsThatDiffer).toMatchObject([{ recorded: 900, exported: 0 }]);
  });

  test("a comparison leaves out what is none of this site's payments, and says how much that is", () => {
    const file = paystack(
      "1,T123456,5000,NGN,success,card,a@b.example",
      `2,${REG("A")},1,NGN,success,card,x`,
    );
    const result = compare(file, [recorded("A", 100)]);
    expect(result).toMatchObject({ isEqual: true, others: 1 });
    expect(reconciliationReport("t.csv", result)).toContain(
      "Payments in it that are none of this site's: 1.",
    );
  });

  test("a comparison misses in the file only what lies within its days, or within those that were named", () => {
    const file = paystack(`1,${REG("A")},1,NGN,success,card,x`);
    const later = recorded("B", 100, { occurredAt: "2026-02-01T10:00:00.000Z" });
    const ours = [recorded("A", 100), later];
    expect(compare(file, ours)).toMatchObject({ isEqual: true });
    expect(compare(file, ours, { since: "2026-01-01", until: "2026-01-31" })).toMatchObject({
      isEqual: true,
    });
    expect(compare(file, ours, { since: "2026-01-01", until: null }).missingThere).toHaveLength(1);
    expect(compare(paystack(), ours, { since: null, until: "2026-01-31" }).missingThere).toHaveLength(1);
  });

  test("a comparison counts a row that cannot be read as a difference", () => {
    const file = paystack(`1,${REG("A")},a lot,NGN,success,card,x`);
    const result = compare(file, []);
    expect(result.isEqual).toBe(false);
    expect(reconciliationReport("t.csv", result)).toContain('row 1: the amount "a lot" is not one');
  });
});
