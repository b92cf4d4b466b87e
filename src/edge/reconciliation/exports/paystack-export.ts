import { minorInFile } from "./amount-in-file.ts";
import { cell, type ExportFormat, texts } from "./exported-payments.ts";

const REFERENCE = ["reference", "transactionreference", "transactionref"] as const;
const AMOUNT = ["amount", "amountpaid", "transactionamount", "amountngn", "amountinngn"] as const;
const STATUS = ["status", "transactionstatus"] as const;

const has = (columns: readonly string[], names: readonly string[]) =>
  names.some((name) => columns.includes(name));

/**
 * Paystack, Dashboard, Transactions, Export. Paystack documents no names for the columns and has changed them, so each
 * is known by several. Amounts are naira, as the dashboard shows them.
 */
export const paystackExport: ExportFormat = {
  provider: "paystack",
  description: "Paystack: Dashboard, Transactions, Export; with the columns Reference, Amount and Status",
  includesRefunds: false,
  matches: (columns) => has(columns, REFERENCE) && has(columns, AMOUNT) && has(columns, STATUS),
  movement: (row) => {
    const status = cell(row, ...STATUS).toLowerCase();
    // What was tried and failed, given up or is under way.
    if (!["success", "successful", "paid", "reversed", "refunded"].includes(status)) return null;
    const text = cell(row, ...AMOUNT);
    const minor = minorInFile(text);
    if (minor === null || minor < 0) return `the amount "${text}" is not one`;
    const transactionId = cell(row, "id", "transactionid");
    return {
      kind: "charged",
      references: texts(cell(row, ...REFERENCE)),
      transactionId,
      chargeId: transactionId,
      currency: cell(row, "currency").toUpperCase() || "NGN",
      minor,
    };
  },
};
