import { escapeHtml } from "~/domain/text.ts";
import { type Query, sqlText } from "~/edge/database.ts";
import { reduceHtml } from "~/edge/mail/reduce-html.ts";

export interface PersonPayment {
  readonly reference: string;
  /** Whether money moved, or staff must look at it: then the accounts need it. */
  readonly isAccounted: boolean;
  /** Someone else registered, and this person paid for them through PayPal. */
  readonly isPayerOnly: boolean;
}

export interface PersonEnrolment {
  readonly id: string;
  /** Nothing was ever paid for it. */
  readonly isBegunOnly: boolean;
}

/** Everything that the database stores of a person who is known by an e-mail address. */
export interface PersonalData {
  /** Ids of the mails about the person. */
  readonly mails: readonly number[];
  readonly payments: readonly PersonPayment[];
  readonly enrolments: readonly PersonEnrolment[];
  /** Ids of the person's subscriptions. */
  readonly subscriptions: readonly number[];
  /** References of others' payments whose details name the address, e.g. as a learner's guardian. */
  readonly mentions: readonly string[];
}

/** A mail to a learner or payer, by its key: staff's own addresses are in every other one. */
const TO_LEARNER = "substr(idempotency_key, 1, 8) = 'learner:'";

/** @param email in lower case */
export async function personalData(query: Query, email: string): Promise<PersonalData> {
  const payments = await paymentsOf(query, email);
  const enrolments = await enrolmentsOf(query, email);
  const own = payments.filter(({ isPayerOnly }) => !isPayerOnly).map(({ reference }) => reference);
  return {
    payments,
    enrolments,
    subscriptions: await subscriptionsOf(query, email),
    mentions: await mentionsOf(query, email),
    mails: await mailsAbout(query, email, { references: own, ids: enrolments.map(({ id }) => id) }),
  };
}

async function paymentsOf(query: Query, email: string): Promise<PersonPayment[]> {
  const [rows = []] = await query([
    `SELECT reference, flag IS NOT NULL OR status <> 'unpaid' OR paid_minor > 0 OR EXISTS (
         SELECT 1 FROM payment_events
         WHERE payment_events.reference = payments.reference AND kind IN ('charged', 'refunded')
       ) AS isAccounted,
       coalesce((SELECT email_key FROM enrolments WHERE id = enrolment_id), lower(customer_email)) <> ${sqlText(email)} AS isPayerOnly
     FROM payments
     WHERE lower(customer_email) = ${sqlText(email)} OR lower(payer_email) = ${sqlText(email)}
       OR enrolment_id IN (SELECT id FROM enrolments WHERE email_key = ${sqlText(email)})
     ORDER BY created_at, reference`,
  ]);
  return rows.map(({ reference, isAccounted, isPayerOnly }) => ({
    reference: String(reference),
    isAccounted: isAccounted === 1,
    isPayerOnly: isPayerOnly === 1,
  }));
}

async function enrolmentsOf(query: Query, email: string): Promise<PersonEnrolment[]> {
  const [rows = []] = await query([
    `SELECT id, state = 'begun' AS isBegunOnly FROM enrolments WHERE email_key = ${sqlText(email)} ORDER BY id`,
  ]);
  return rows.map(({ id, isBegunOnly }) => ({ id: String(id), isBegunOnly: isBegunOnly === 1 }));
}

async function subscriptionsOf(query: Query, email: string): Promise<number[]> {
  const [rows = []] = await query([
    `SELECT id FROM subscriptions WHERE lower(email) = ${sqlText(email)} ORDER BY id`,
  ]);
  return rows.map(({ id }) => Number(id));
}

async function mentionsOf(query: Query, email: string): Promise<string[]> {
  const [rows = []] = await query([
    `SELECT reference, details FROM payments
     WHERE lower(customer_email) <> ${sqlText(email)} AND instr(lower(details), ${sqlText(email)}) > 0
     ORDER BY reference`,
  ]);
  return rows
    .filter(({ details }) => namesAddress(String(details), email))
    .map(({ reference }) => String(reference));
}

/**
 * The mails that name the address, or a payment or an enrolment of that person, and those that were written to them as a
 * learner, also under an address that they had before.
 */
async function mailsAbout(
  query: Query,
  email: string,
  { references, ids }: { readonly references: readonly string[]; readonly ids: readonly string[] },
): Promise<number[]> {
  // A mail's text is HTML: an address with a & in it reads otherwise there.
  const written = reduceHtml(escapeHtml(email));
  const names = [...references, ...ids];
  const parts = [written, ...names.map((name) => name.toLowerCase())];
  const [rows = []] = await query([
    `SELECT id, message, ${TO_LEARNER} AND (lower(to_address) = ${sqlText(email)}${writtenFor(references, ids)}) AS isOwn
     FROM mails
     WHERE isOwn OR ${parts.map((part) => `instr(lower(message), ${sqlText(part)}) > 0`).join(" OR ")}
     ORDER BY id`,
  ]);
  return rows.flatMap((row) => {
    const message = String(row.message);
    const isAbout =
      row.isOwn === 1 || names.some((name) => message.includes(name)) || namesAddress(message, written);
    return isAbout ? [Number(row.id)] : [];
  });
}

/** What else makes a mail to a learner theirs: the keys under which it was written for their payments and enrolments. */
function writtenFor(references: readonly string[], ids: readonly string[]): string {
  const receipts = references.map(
    (reference) => ` OR idempotency_key = ${sqlText(`learner:${reference}:receipt`)}`,
  );
  const others = ids.map((id) => ` OR instr(idempotency_key, ${sqlText(`learner:${id}:`)}) = 1`);
  return [...receipts, ...others].join("");
}

/** Whether a text has the address as a whole: nada@example.com is not ada@example.com. */
export function namesAddress(text: string, address: string): boolean {
  const literal = address.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}._%+&=!#$*/?^{|}~\-]|[\p{L}\p{N}]')${literal}(?![\p{L}\p{N}\-]|\.[\p{L}\p{N}])`,
    "iu",
  ).test(text);
}
