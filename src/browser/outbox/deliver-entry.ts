import { MailError, type MailRequest, mailOf, sendMail } from "~/browser/edge-client/mails.ts";
import { staffRole } from "~/domain/contact/contact-message.ts";
import { orderLines } from "~/domain/payments/order-lines.ts";
import { registrationMailKey } from "~/domain/payments/reference.ts";
import { registrationMessage, reportedPayment } from "~/domain/payments/registration-message.ts";
import {
  findEntry,
  isDelivered,
  type OutboxEntry,
  readOutbox,
  removeEntry,
  removeExpiredEntries,
  saveEntry,
} from "./outbox.ts";

/**
 * Sends an entry's mails that were not accepted yet, one after another; a failure does not stop the others.
 * The edge delivers mails with the same key once, even if two tabs send them. After the last accepted mail
 * the entry is removed, if it was acknowledged or its receipt was shown.
 * @returns whether every mail was accepted
 */
export async function deliverEntry(reference: string): Promise<boolean> {
  const recipients = findEntry(reference)?.recipients ?? [];
  for (const [index, recipient] of recipients.entries()) {
    const entry = findEntry(reference);
    if (!entry || entry.delivered.includes(recipient)) continue;
    try {
      await sendMail(registrationMail(entry, recipient), { idempotencyKey: keyFor(entry, index) });
      markDelivered(entry, recipient);
    } catch (error) {
      logRefusal(index, error);
    }
  }
  const left = findEntry(reference);
  const isComplete = !left || isDelivered(left);
  if (isComplete && (left?.isAcknowledged || left?.isReceiptShown)) removeEntry(reference);
  return isComplete;
}

/** Delivers every entry except "opened" ones, whose result only the visitor knows. */
export async function flushOutbox(): Promise<void> {
  removeExpiredEntries(new Date());
  for (const { order, payment } of readOutbox()) {
    if (payment.status !== "opened") await deliverEntry(order.reference);
  }
}

/** Returns the browser's mail to one member of staff: the registration, and the result of its payment. */
export function registrationMail({ order, payment, sender }: OutboxEntry, to: string): MailRequest {
  const proof = payment.status === "paid" ? payment.payment : null;
  const message = registrationMessage(order, orderLines(order), reportedPayment(order.charge, proof));
  return mailOf({ from: sender, to }, "Registration", message);
}

/** Returns a mail's idempotency key, with a role: a gateway's recipients are addresses. */
function keyFor({ order, payment }: OutboxEntry, index: number): string {
  return registrationMailKey(
    order.reference,
    staffRole(index),
    payment.status === "paid" ? "paid" : "unconfirmed",
  );
}

/**
 * Marks a recipient as delivered, unless the payment was confirmed while the mail was being sent. Then they
 * got the mail about an unconfirmed payment, and the other must follow. A removed entry stays removed: its
 * payment has failed.
 */
function markDelivered(entry: OutboxEntry, recipient: string): void {
  const latest = findEntry(entry.order.reference);
  if (latest?.payment.status !== entry.payment.status) return;
  saveEntry({ ...latest, delivered: [...latest.delivered, recipient] });
}

/** Logs no personal data: only the recipient's number and the status. */
function logRefusal(index: number, error: unknown): void {
  const status = error instanceof MailError ? error.status : null;
  console.error(`Registration mail ${index + 1} was not accepted (${status ?? "no answer"}).`);
}
