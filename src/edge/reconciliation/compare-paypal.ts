import { addDays, type Day } from "~/domain/dates/day.ts";
import { minorOf } from "~/domain/money/money.ts";
import { moneyMoved } from "~/domain/payments/money-back.ts";
import { apartFrom, referenceOfCapture } from "~/edge/payment-lifecycle/place-order.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { historyOf, type PaymentReport, referenceOfEvent } from "~/edge/payments/payment-events.ts";
import { UNKNOWN_ENROLMENT } from "~/edge/payments/payment-record.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import type { ListedMovement } from "~/edge/payments/paypal/paypal-listing.ts";
import { CURRENCY_OF, eachPage, isoDate } from "~/edge/payments/provider.ts";
import {
  type ComparedCharge,
  chargesIn,
  compareReported,
  compareReturned,
  findAbsent,
} from "./compare-charges.ts";
import { type Comparison, comparedDays, periodOf, recordFinding } from "./comparison.ts";
import type { Basis, StepResult } from "./reconciliation-store.ts";

/** Returns the steps of a comparison with PayPal. The basis "charges" finds no unrecorded charge. */
export function paypalSteps(
  comparison: Comparison,
  client: PayPalClient,
  basis: Basis,
): (() => Promise<StepResult>)[] {
  const compareDay = basis === "list" ? compareList : compareRecorded;
  return [
    ...comparedDays(comparison.day).map((day) => () => compareDay(comparison, client, day)),
    ...(basis === "list" ? [() => compareReversals(comparison, client)] : []),
  ];
}

async function compareList(comparison: Comparison, client: PayPalClient, day: Day): Promise<StepResult> {
  const period = periodOf(day);
  const listed = new Set<string>();
  let [compared, feesMinor, payoutsMinor] = [0, 0, 0];
  for await (const rows of eachPage((page) => client.listMovements(period, page))) {
    const charges = rows.filter(({ kind }) => kind === "charged");
    for (const charge of await compareReported(comparison, charges)) {
      await recordCharge(comparison, client, charge);
    }
    for (const { id } of charges) listed.add(id);
    for (const movement of rows) {
      const { kind, currency } = movement;
      if (kind === "payout") {
        if (currency === CURRENCY_OF.paypal) payoutsMinor += movement.amountMinor ?? 0;
        continue;
      }
      const reference = await referenceOf(comparison, movement);
      if (!reference) continue;
      compared += 1;
      if (kind === "charged") feesMinor += movement.feeMinor;
      if (kind === "refunded") await compareRefund(comparison, movement, reference);
    }
  }
  await findAbsent(comparison, period, listed, async ({ id }) => (await client.getCapture(id)) !== null);
  return { compared, ...(day === comparison.day && { feesMinor, payoutsMinor }) };
}

/** Returns our reference for a movement: that of its charge, or the one that it names. */
async function referenceOf(
  { context, provider }: Comparison,
  { reference, chargeId }: ListedMovement,
): Promise<string | null> {
  const storedReference = chargeId && (await referenceOfEvent(context.db, provider, `charged:${chargeId}`));
  return storedReference || reference;
}

async function recordCharge(
  { context }: Comparison,
  client: PayPalClient,
  {
    id,
    reference: namedReference,
    amountMinor,
    currency,
    initiatedAt,
  }: ListedMovement & { readonly reference: string },
): Promise<void> {
  const capture = await client.getCapture(id);
  // Anyone can send money to PayPal's account outside checkouts, and name any reference.
  const reference =
    (capture && (await referenceOfCapture(context.db, client, capture))) ??
    (await apartFrom(context.db, namedReference, `charge ${id}`));
  const charged: PaymentReport = {
    provider: "paypal",
    reference,
    eventId: `charged:${id}`,
    kind: "charged",
    amountMinor,
    currency,
    source: "verification",
    occurredAt: isoDate(initiatedAt, context.now),
  };
  await recordPayment(context, reference, { reports: [charged], enrolment: UNKNOWN_ENROLMENT });
}

async function compareRefund(
  comparison: Comparison,
  { id, amountMinor, currency }: ListedMovement,
  reference: string,
): Promise<void> {
  const eventId = `refunded:${id}`;
  if (amountMinor === null || (await referenceOfEvent(comparison.context.db, "paypal", eventId))) return;
  await comparison.note({ kind: "return-not-recorded", reference, currency, theirsMinor: amountMinor });
  await recordFinding(comparison, { kind: "refunded", eventId, reference, amountMinor, currency });
}

/** The days after which a second chargeback may come. PayPal lists at most 31 days at once. */
const REVERSALS_OF_DAYS = 30;

/** Compares sums of the money that went back and came again, because the records may have other numbers. */
async function compareReversals(comparison: Comparison, client: PayPalClient): Promise<StepResult> {
  const { from } = periodOf(addDays(comparison.day, 1 - REVERSALS_OF_DAYS));
  const period = { from, to: periodOf(comparison.day).to };
  const returns: ListedMovement[] = [];
  for await (const rows of eachPage((page) => client.listMovements(period, page))) {
    returns.push(...rows.filter(({ kind }) => kind !== "charged" && kind !== "payout"));
  }
  let compared = 0;
  for (const [chargeId, rows] of Map.groupBy(returns, (row) => row.chargeId ?? row.id)) {
    const [first] = rows;
    const reference = first && (await referenceOf(comparison, first));
    if (!reference || rows.every(({ kind }) => kind === "refunded")) continue;
    const about = { reference, chargeId, currency: first.currency };
    await compareReturned(comparison, about, amountOf(rows, ["refunded", "reversed"]));
    await compareReinstated(comparison, about, amountOf(rows, ["reinstated"]));
    compared += 1;
  }
  return { compared };
}

function amountOf(rows: readonly ListedMovement[], kinds: readonly ListedMovement["kind"][]): number {
  return rows.reduce((sum, row) => (kinds.includes(row.kind) ? sum + (row.amountMinor ?? 0) : sum), 0);
}

/** Records money that was returned to the academy. @param inAllMinor the whole sum, by PayPal's list */
async function compareReinstated(
  comparison: Comparison,
  { reference, chargeId, currency }: ComparedCharge,
  inAllMinor: number,
): Promise<void> {
  const { reinstated } = moneyMoved(await historyOf(comparison.context.db, reference), currency);
  if (inAllMinor <= reinstated) return;
  const difference = { reference, currency, oursMinor: reinstated || null, theirsMinor: inAllMinor };
  await comparison.note({ kind: "dispute-not-recorded", ...difference });
  const eventId = `reinstated:${chargeId}:${inAllMinor}`;
  await recordFinding(comparison, {
    kind: "reinstated",
    eventId,
    reference,
    amountMinor: inAllMinor,
    currency,
  });
}

/** Compares each recorded charge by its number, if the list cannot be read. */
async function compareRecorded(comparison: Comparison, client: PayPalClient, day: Day): Promise<StepResult> {
  const { context, provider } = comparison;
  const period = periodOf(day);
  const knownCharges = new Set<string>();
  for (const { id, reference } of await chargesIn(context.db, provider, period)) {
    const capture = await client.getCapture(id);
    if (!capture) continue;
    knownCharges.add(id);
    const currency = capture.amount.currency_code;
    const amountMinor = minorOf(capture.amount.value);
    await compareReported(comparison, [{ id, reference, amountMinor, currency }]);
    if (capture.status === "REFUNDED" && amountMinor !== null) {
      await compareReturned(comparison, { reference, chargeId: id, currency }, amountMinor);
    }
  }
  await findAbsent(comparison, period, knownCharges, async () => false);
  return { compared: knownCharges.size };
}
