import { MailError, type MailRequest, sendMail } from "./mail-client.ts";
import {
  findEntry,
  forgetOldEntries,
  isEverybodyTold,
  type OutboxEntry,
  readOutbox,
  removeEntry,
  saveEntry,
  unsettledEntries,
} from "./outbox.ts";
import { registrationMail } from "./registration-mail.ts";

type Send = (mail: MailRequest) => Promise<void>;

/**
 * Tells each recipient that has not been told yet, one after another; one that fails does not stop the others.
 * A paid entry leaves the outbox with the last accepted mail. Tabs take turns, so nobody is told twice.
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
    const isTold = !left || isEverybodyTold(left);
    if (left && isTold && (left.payment.status === "paid" || left.isAcknowledged)) removeEntry(reference);
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

export function hasUnsettledPayment(): boolean {
  return unsettledEntries().length > 0;
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

/** How long a tab waits for its turn: four mails that each get no answer. Another tab may have been put to sleep. */
const TURN_TIMEOUT_MS = 60_000;

/** Where storage is blocked, a browser refuses turns as well; going without one is better than telling nobody. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  let isMyTurn = false;
  try {
    return await navigator.locks.request("outbox", { signal: AbortSignal.timeout(TURN_TIMEOUT_MS) }, () => {
      isMyTurn = true;
      return work();
    });
  } catch (error) {
    if (isMyTurn) throw error;
    return work();
  }
}
