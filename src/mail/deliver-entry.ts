import { staffRole } from "~/domain/contact/mail-roles.ts";
import { registrationMailKey } from "~/domain/enrolment/mail-key.ts";
import { inTurn } from "./in-turn.ts";
import { MailError, type MailFacts, type MailRequest, sendMail } from "./mail-client.ts";
import {
  findEntry,
  forgetOldEntries,
  isEverybodyTold,
  type OutboxEntry,
  readOutbox,
  removeEntry,
  saveEntry,
} from "./outbox.ts";
import { registrationMail } from "./registration-mail.ts";

type Send = (mail: MailRequest, facts: MailFacts) => Promise<void>;

/**
 * Tells each recipient that has not been told yet, one after another; one that fails does not stop the others.
 * An entry that the visitor has acknowledged, or has had the receipt of, leaves the outbox with the last accepted mail.
 * Tabs take turns, so nobody is told twice.
 * @returns whether everybody has been told.
 */
export function deliverEntry(reference: string, send: Send = sendMail): Promise<boolean> {
  return inTurn("outbox", async () => {
    const recipients = findEntry(reference)?.recipients ?? [];
    for (const [index, recipient] of recipients.entries()) {
      const entry = findEntry(reference);
      if (!entry || entry.delivered.includes(recipient)) continue;
      try {
        await send(registrationMail(entry, recipient), { idempotencyKey: keyFor(entry, index) });
        markDelivered(entry, recipient);
      } catch (error) {
        logRefusal(index, error);
      }
    }
    const left = findEntry(reference);
    const isTold = !left || isEverybodyTold(left);
    if (isTold && (left?.isAcknowledged || left?.isReceiptShown)) removeEntry(reference);
    return isTold;
  });
}

/** Sends what an earlier visit could not deliver. A payment whose end nobody saw waits for the visitor's word. */
export async function deliverOutbox(send: Send = sendMail): Promise<void> {
  forgetOldEntries(new Date());
  for (const { order, payment } of readOutbox()) {
    if (payment.status !== "opened") await deliverEntry(order.reference, send);
  }
}

/** An entry of an earlier version names addresses; they stand in the same order as the roles. */
function keyFor({ order, payment }: OutboxEntry, index: number): string {
  return registrationMailKey(
    order.reference,
    staffRole(index),
    payment.status === "paid" ? "paid" : "unconfirmed",
  );
}

/**
 * Reads the entry again: the payment may have been confirmed while the mail was on its way. Who was told that it was
 * not confirmed has yet to be told that it is.
 */
function markDelivered(entry: OutboxEntry, recipient: string): void {
  const latest = findEntry(entry.order.reference) ?? entry;
  if (latest.payment.status !== entry.payment.status) return;
  saveEntry({ ...latest, delivered: [...latest.delivered, recipient] });
}

/** Says which recipient and why, and nothing about the person who registered. */
function logRefusal(index: number, error: unknown): void {
  const status = error instanceof MailError ? error.status : null;
  console.error(`Registration mail ${index + 1} was not accepted (${status ?? "no answer"}).`);
}
