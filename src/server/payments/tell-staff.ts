import { staffRole } from "~/domain/contact/mail-roles.ts";
import { registrationMailKey } from "~/domain/enrolment/mail-key.ts";
import type { Payment } from "~/domain/enrolment/payment-flow.ts";
import { registrationMessage, reportedPayment } from "~/domain/enrolment/registration-message.ts";
import { handOver } from "../mail/hand-over.ts";
import { findMailByKey, rewriteMail, storeMail } from "../mail/mail-store.ts";
import { plainText } from "../mail/plain-text.ts";
import { reduceHtml } from "../mail/reduce-html.ts";
import type { PaymentContext } from "./payment-context.ts";
import type { RecordedEvent } from "./payment-events.ts";
import { expectedOf, type RegistrationRecord } from "./registration-record.ts";
import { type StaffNotice, staffNotice } from "./staff-notice.ts";

/**
 * Writes the mails that tell each member of staff how a registration stands, each once for the same news.
 *
 * "Paid" may have been told by the visitor's browser already, under the same key. A mail that has not left yet is
 * written anew with what the provider says. One that has left stays the only one if it told the truth; a browser is
 * not believed, so one that told something else is followed by the provider's word.
 * @throws when the database fails
 */
export async function tellStaff(
  context: PaymentContext,
  registration: RegistrationRecord,
  history: readonly RecordedEvent[],
): Promise<void> {
  const payment = paymentOf(registration, history);
  const notice = staffNotice(registration, history, payment);
  if (!notice) return;
  for (const [index, to] of context.staff.recipients.entries()) {
    const { reference } = registration;
    const role = staffRole(index);
    if (notice.news === "paid") {
      const key = registrationMailKey(reference, role, "paid");
      if (await tellPaid(context, notice, to, key, truthOf(registration, payment))) continue;
    }
    await send(context, notice, to, `provider:${reference}:${role}:${notice.news}`);
  }
}

/** What an honest browser says of the payment; null when it could not know. */
function truthOf(registration: RegistrationRecord, payment: Payment | null): string | null {
  const expected = expectedOf(registration);
  if (!expected) return null;
  const order = { ...registration, createdAt: registration.startedAt };
  return reduceHtml(registrationMessage(order, reportedPayment(expected, payment)));
}

/** @returns whether the mail under this key tells the truth, or does so now */
async function tellPaid(
  context: PaymentContext,
  notice: StaffNotice,
  to: string,
  key: string,
  truth: string | null,
): Promise<boolean> {
  if (await send(context, notice, to, key)) return true;
  const rewritten = await rewriteMail(context.db, mailOf(context, notice, to, key), context.now);
  if (rewritten) {
    if (rewritten.status === "queued") await handOver(context.jobs, rewritten.id);
    return true;
  }
  const earlier = await findMailByKey(context.db, key);
  if (earlier?.to !== to) return false;
  return (
    earlier.subject === notice.subject || (truth !== null && wordsOf(earlier.message) === wordsOf(truth))
  );
}

/** When it began, by the visitor's clock: another try at the same payment begins again. */
const STARTED = /^Started: \d{4}-\d\d-\d\dT[\d:.]+Z$/m;

/** What a mail says of a payment. Spaces are typed in one way and kept in another. */
function wordsOf(message: string): string {
  return plainText(message).replace(STARTED, "").replace(/ +/g, " ");
}

/** @returns whether the mail was new */
async function send(context: PaymentContext, notice: StaffNotice, to: string, key: string): Promise<boolean> {
  const stored = await storeMail(context.db, mailOf(context, notice, to, key), context.now);
  if (stored.isNew) await handOver(context.jobs, stored.id);
  return stored.isNew;
}

function mailOf({ staff }: PaymentContext, { subject, message }: StaffNotice, to: string, key: string) {
  return { from: staff.sender, to, subject, message, idempotencyKey: key };
}

function paymentOf({ payer }: RegistrationRecord, history: readonly RecordedEvent[]): Payment | null {
  const charge = history.find(({ kind }) => kind === "charged");
  return charge ? { id: charge.eventId.slice("charged:".length), payer } : null;
}
