import { MailError, type MailRequest, sendMail } from "./mail-client.ts";
import { findEntry, type OutboxEntry, readOutbox, removeEntry, saveEntry } from "./outbox.ts";
import { registrationMail } from "./registration-mail.ts";

type Send = (mail: MailRequest) => Promise<void>;

/**
 * Tells each recipient that has not been told yet, one after another; one that fails does not stop the others.
 * The entry leaves the outbox with the last accepted mail. Tabs take turns, so nobody is told twice.
 * @returns whether everybody has been told.
 */
export function deliverEntry(reference: string, send: Send = sendMail): Promise<boolean> {
  return inTurn(async () => {
    const recipients = findEntry(reference)?.recipients ?? [];
    for (const [index, recipient] of recipients.entries()) {
      const entry = findEntry(reference);
      if (!entry || entry.delivered.includes(recipient)) continue;
      try {
        await send(registrationMail(entry, recipient));
        markDelivered(entry, recipient);
      } catch (error) {
        logRefusal(index, error);
      }
    }
    const left = findEntry(reference);
    const isTold = !left || left.recipients.every((recipient) => left.delivered.includes(recipient));
    if (isTold) removeEntry(reference);
    return isTold;
  });
}

/** Sends what an earlier visit could not deliver. A payment whose end nobody saw waits for the visitor's word. */
export async function deliverOutbox(send: Send = sendMail): Promise<void> {
  for (const { order, payment } of readOutbox()) {
    if (payment.status !== "opened") await deliverEntry(order.reference, send);
  }
}

/** Reads the entry again: the payment may have been confirmed while the mail was on its way. */
function markDelivered(entry: OutboxEntry, recipient: string): void {
  const latest = findEntry(entry.order.reference) ?? entry;
  saveEntry({ ...latest, delivered: [...latest.delivered, recipient] });
}

/** Says which recipient and why, and nothing about the person who registered. */
function logRefusal(index: number, error: unknown): void {
  const status = error instanceof MailError ? error.status : null;
  console.error(`Registration mail ${index + 1} was not accepted (${status ?? "no answer"}).`);
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request("outbox", work) : work();
}
