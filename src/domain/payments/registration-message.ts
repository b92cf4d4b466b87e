import { lagosTimeLabel } from "~/domain/dates/day.ts";
import { formatExact, type Money } from "~/domain/money/money.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { Order } from "./order.ts";
import { NOT_GIVEN, type OrderLine } from "./order-lines.ts";
import type { Payer, Payment } from "./payment-flow.ts";

const TITLES = { registration: "New registration", tuition: "Tuition payment" } as const;

/** A line of a mail. Both texts may have been typed. */
export type MessageRow = readonly [label: string, value: string];

/** The part of a mail to staff that is about an order's payment. */
export interface PaymentNote {
  /** The advice to staff, in a sentence. */
  readonly text: string;
  readonly amounts: readonly MessageRow[];
  /** The provider's own number and the payer, as far as they are known. */
  readonly proof: readonly MessageRow[];
}

/**
 * Returns the text of a mail to staff about who registered and what was paid, as escaped HTML. The same
 * order and payment always give the same text, so that a repeated mail is recognised.
 */
export function registrationMessage(
  order: Pick<Order, "reference" | "purpose" | "course" | "startedAt">,
  lines: readonly OrderLine[],
  payment: PaymentNote,
): string {
  const rows: readonly MessageRow[] = [
    ["Payment", payment.text],
    ...payment.amounts,
    ["Reference", order.reference],
    ...payment.proof,
    ["Started", `${lagosTimeLabel(new Date(order.startedAt))} in Lagos`],
    ...lines.filter(isForPeople).map(({ label, value }): MessageRow => [label, value || NOT_GIVEN]),
  ];
  const html = rows.map(
    ([label, value]) => `<tr><th>${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<h1>${TITLES[order.purpose]}: ${escapeHtml(order.course.name)}</h1><table><tbody>${html.join("")}</tbody></table>`;
}

/** Whether a line is for staff. Ids are only for readers of a provider's record. */
function isForPeople({ name }: OrderLine): boolean {
  return !name.endsWith("_id");
}

/**
 * Describes a payment as the visitor's browser reported it, on which staff may not rely.
 * @param payment null if the browser saw no outcome
 */
export function reportedPayment(charge: Money, payment: Payment | null): PaymentNote {
  return {
    text: payment
      ? "Received; compare the amount with the payment provider's record before enrolling."
      : "Not confirmed: look the reference up at the payment provider before enrolling.",
    amounts: [["Amount", formatExact(charge)]],
    proof: payment ? proofOf(payment) : [],
  };
}

export function proofOf({ id, payer }: Payment): MessageRow[] {
  const rows: MessageRow[] = [["Provider's number", id]];
  if (payer) rows.push(["Paid by", nameAndEmail(payer)]);
  return rows;
}

/** Returns a payer in one line, as far as they are known. */
export function nameAndEmail({ name, email }: Payer): string {
  return [name, email].filter(Boolean).join(", ");
}
