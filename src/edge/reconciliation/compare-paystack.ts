import { addDays, type Day } from "~/domain/dates/day.ts";
import { distinctIn } from "~/domain/payments/money-back.ts";
import { type Database, statement } from "~/edge/database.ts";
import { ownOf, recordMissedCharge } from "~/edge/payment-lifecycle/check-paystack.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import type { PaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { reportsOfDispute } from "~/edge/payments/paystack/paystack-reports.ts";
import { CURRENCY_OF, eachPage, type Period } from "~/edge/payments/provider.ts";
import { compareReported, compareReturned, findAbsent } from "./compare-charges.ts";
import { type Comparison, comparedDays, periodOf } from "./comparison.ts";
import type { StepResult } from "./reconciliation-store.ts";

/** The days after which a refund or dispute may still end. */
const RETURNS_OF_DAYS = 60;

export function paystackSteps(comparison: Comparison, client: PaystackClient): (() => Promise<StepResult>)[] {
  return [
    ...comparedDays(comparison.day).map((day) => () => compareDay(comparison, client, day)),
    () => compareRefunds(comparison, client),
    () => compareDisputes(comparison, client),
    () => comparePayouts(comparison, client),
  ];
}

async function compareDay(comparison: Comparison, client: PaystackClient, day: Day): Promise<StepResult> {
  const period = periodOf(day);
  const listed = new Set<string>();
  let feesMinor = 0;
  for (const status of ["success", "reversed"] as const) {
    for await (const rows of eachPage((page) => client.listTransactions(status, period, page))) {
      const transactions = ownOf(rows).filter((transaction) => transaction.status === status);
      const reported = transactions.map((transaction) => ({
        ...transaction,
        amountMinor: transaction.amount,
      }));
      for (const transaction of await compareReported(comparison, reported)) {
        await recordMissedCharge(comparison.context, client, transaction);
      }
      for (const { id, fees } of transactions) {
        listed.add(id);
        feesMinor += fees ?? 0;
      }
      // Paystack gave these charges back in full.
      for (const { id, reference, amount, currency } of status === "reversed" ? transactions : []) {
        await compareReturned(comparison, { reference, chargeId: id, currency }, amount);
      }
    }
  }
  await findAbsent(
    comparison,
    period,
    listed,
    async ({ id, reference }) => (await client.verify(reference))?.id === id,
  );
  return { compared: listed.size, ...(day === comparison.day && { feesMinor }) };
}

/** Compares the refunds of a charge as one sum, because the list numbers them otherwise than webhooks do. */
async function compareRefunds(comparison: Comparison, client: PaystackClient): Promise<StepResult> {
  const { from, to } = periodOfReturns(comparison);
  const charges = new Map<string, RefundedCharge>();
  for (const chargeId of (await processedRefunds(client, { from, to })).keys()) {
    const charge = await chargeOf(comparison.context.db, chargeId);
    if (charge) charges.set(chargeId, charge);
  }
  // An earlier part may have gone back long before the latest one.
  const sums = await processedRefunds(client, { from: earliestOf(charges.values(), from), to });
  for (const [chargeId, { reference, currency }] of charges) {
    await compareReturned(comparison, { reference, chargeId, currency }, sums.get(chargeId) ?? 0);
  }
  return { compared: charges.size };
}

/** Returns the sum that went back of each charge, by Paystack's number of the charge. */
async function processedRefunds(client: PaystackClient, period: Period): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for await (const rows of eachPage((page) => client.listRefunds(period, page))) {
    for (const { transaction, status, amount } of rows) {
      if (status === "processed") sums.set(transaction, (sums.get(transaction) ?? 0) + amount);
    }
  }
  return sums;
}

interface RefundedCharge {
  readonly reference: string;
  readonly currency: string;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}

async function chargeOf(db: Database, chargeId: string): Promise<RefundedCharge | null> {
  return statement(db)`SELECT reference, currency, occurred_at AS occurredAt FROM payment_events
    WHERE provider = 'paystack' AND event_id = ${`charged:${chargeId}`}`.first<RefundedCharge>();
}

function earliestOf(charges: Iterable<RefundedCharge>, from: Date): Date {
  return new Date(Math.min(from.getTime(), ...[...charges].map(({ occurredAt }) => Date.parse(occurredAt))));
}

async function compareDisputes(comparison: Comparison, client: PaystackClient): Promise<StepResult> {
  const { context } = comparison;
  let compared = 0;
  const period = periodOfReturns(comparison);
  for await (const rows of eachPage((page) => client.listDisputes(period, page))) {
    for (const row of rows) compared += await compareDispute(row);
  }
  return { compared };

  async function compareDispute(row: unknown): Promise<0 | 1> {
    const reports = reportsOfDispute(row, context) ?? [];
    const [opened] = reports;
    const payment = opened && (await findPayment(context.db, opened.reference));
    if (payment?.provider !== "paystack") return 0;
    for (const report of reports) {
      const history = await historyOf(context.db, report.reference);
      if (distinctIn([...history, report]).length === distinctIn(history).length) continue;
      const { reference, amountMinor: theirsMinor } = report;
      const currency = report.currency ?? "";
      await comparison.note({ kind: "dispute-not-recorded", reference, currency, theirsMinor });
      await recordPayment(context, reference, { reports: [{ ...report, source: "verification" }] });
    }
    return 1;
  }
}

/** Compares the payouts of the comparison's day, and those that failed. */
async function comparePayouts(comparison: Comparison, client: PaystackClient): Promise<StepResult> {
  const { from, to } = periodOf(comparison.day);
  const isOfTheDay = (date: string) => {
    const time = new Date(date).getTime();
    return time >= from.getTime() && time < to.getTime();
  };
  let payoutsMinor = 0;
  for await (const rows of eachPage((page) => client.listSettlements(from, page))) {
    for (const { id, status, currency, total_amount: theirsMinor, settlement_date } of rows) {
      if (!isOfTheDay(settlement_date)) continue;
      if (status === "success" && currency === CURRENCY_OF.paystack) payoutsMinor += theirsMinor;
      if (status !== "failed") continue;
      await comparison.note({ kind: "payout-failed", reference: id, currency, theirsMinor });
    }
  }
  return { compared: 0, payoutsMinor };
}

function periodOfReturns({ day }: Comparison): Period {
  return { from: periodOf(addDays(day, -RETURNS_OF_DAYS)).from, to: periodOf(day).to };
}
