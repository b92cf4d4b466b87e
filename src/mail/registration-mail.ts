import { escapeHtml } from "~/domain/contact/escape-html.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { MailRequest } from "./mail-client.ts";
import type { OutboxEntry } from "./outbox.ts";

const TITLES = { registration: "New registration", tuition: "Tuition payment" } as const;

/**
 * The mail that tells a member of staff who registered and what was paid. The same entry always gives the same
 * text, so that a gateway can tell a repeated mail from a new one.
 */
export function registrationMail(entry: OutboxEntry, to: string): MailRequest {
  const { order } = entry;
  const rows: [string, string][] = [
    ["Payment", paymentText(entry)],
    ["Amount", `${formatExact(order.charge)} ${order.charge.currency}`],
    ["Reference", order.reference],
    ...providerRows(entry),
    ["Started", order.createdAt],
    ...order.details.map(({ label, value }): [string, string] => [label, value]),
  ];
  const lines = rows.map(
    ([label, value]) => `<tr><th>${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return {
    config: { fromEmailAddress: entry.sender, toEmailAddress: to },
    body: {
      subject: "Registration",
      message: `<h1>${TITLES[order.purpose]}: ${escapeHtml(order.courseName)}</h1><table><tbody>${lines.join("")}</tbody></table>`,
    },
  };
}

function paymentText({ payment }: OutboxEntry): string {
  return payment.status === "paid"
    ? "Received; compare the amount with the payment provider's record before enrolling."
    : "Not confirmed: look the reference up at the payment provider before enrolling.";
}

function providerRows({ payment }: OutboxEntry): [string, string][] {
  if (payment.status !== "paid") return [];
  const { id, payer } = payment.payment;
  const rows: [string, string][] = [["Provider's number", id]];
  if (payer) rows.push(["Paid by", [payer.name, payer.email].filter(Boolean).join(", ")]);
  return rows;
}
