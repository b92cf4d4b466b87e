import { minorInFile } from "./amount-in-file.ts";
import { cell, type ExportFormat, texts } from "./exported-payments.ts";

const NEEDED = ["type", "status", "currency", "gross", "transactionid"] as const;
/** They have a Gross and may bear the invoice's number, but pay for nothing. */
const NO_PAYMENT = /conversion|hold|authori[sz]ation|transfer|withdrawal|deposit|^order$/i;
const RETURN = /refund|reversal|chargeback|dispute|claim/i;

/**
 * PayPal, Activity, Download, CSV, all or completed transactions. Its default columns hold Invoice Number and Custom
 * Number, which are both our reference; a refund names its payment in Reference Txn ID.
 */
export const paypalExport: ExportFormat = {
  provider: "paypal",
  description:
    "PayPal: Activity, Download, CSV, in English; with the columns Type, Status, Currency, Gross, Transaction ID and Invoice Number",
  includesRefunds: true,
  matches: (columns) =>
    NEEDED.every((name) => columns.includes(name)) &&
    ["invoicenumber", "invoiceid", "customnumber"].some((name) => columns.includes(name)),
  movement: (row) => {
    const type = cell(row, "type");
    const status = cell(row, "status").toLowerCase();
    if (NO_PAYMENT.test(type) || cell(row, "balanceimpact").toLowerCase() === "memo") return null;
    // A payment that went back later is called so in its own row, too; the refund has a row of its own.
    if (!["completed", "refunded", "partially refunded", "reversed"].includes(status)) return null;
    const text = cell(row, "gross");
    const minor = minorInFile(text);
    if (minor === null) return `the gross amount "${text}" is not one`;
    // What the academy itself paid to others.
    if (minor < 0 && !RETURN.test(type)) return null;
    // A payout of a dispute that was won.
    if (minor >= 0 && RETURN.test(type)) return null;
    return {
      kind: minor < 0 ? "returned" : "charged",
      references: texts(cell(row, "invoicenumber", "invoiceid"), cell(row, "customnumber")),
      transactionId: cell(row, "transactionid"),
      chargeId: minor < 0 ? cell(row, "referencetxnid") : cell(row, "transactionid"),
      currency: cell(row, "currency").toUpperCase(),
      minor: Math.abs(minor),
    };
  },
};
