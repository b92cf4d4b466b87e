import { fullName, readLearner, UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { escapeHtml } from "~/domain/text.ts";
import { type Query, sqlText } from "~/edge/database.ts";
import { reduceHtml } from "~/edge/mail/reduce-html.ts";

export interface PersonPayment {
  readonly reference: string;
  /** Someone else registered, and this person paid for them through PayPal. */
  readonly isPayerOnly: boolean;
}

export interface PersonEnrolment {
  readonly id: string;
  /** Of its learner; empty where it is not known. A family may share an address, and anyone may type another's. */
  readonly name: string;
}

export interface PersonalData {
  readonly mails: readonly number[];
  readonly payments: readonly PersonPayment[];
  readonly enrolments: readonly PersonEnrolment[];
  readonly subscriptions: readonly number[];
  /** References of others' payments whose details name the address, e.g. as a learner's guardian. */
  readonly mentions: readonly string[];
}

/** A mail to a learner or payer, by its key: staff's own addresses are in every other one. */
const TO_LEARNER = "substr(idempotency_key, 1, 8) = 'learner:'";

export interface Person {
  /** In lower case; empty where it is not known. */
  readonly email: string;
  /** An enrolment that is theirs, whatever its address; null where none is known. */
  readonly enrolmentId: string | null;
}

export async function personalData(query: Query, { email, enrolmentId }: Person): Promise<PersonalData> {
  const enrolments = await enrolmentsOf(query, { email, enrolmentId });
  const ids = enrolments.map(({ id }) => id);
  const payments = await paymentsOf(query, email, ids);
  const ownReferences = payments.filter(({ isPayerOnly }) => !isPayerOnly).map(({ reference }) => reference);
  return {
    payments,
    enrolments,
    subscriptions: email ? await subscriptionsOf(query, email) : [],
    mentions: email ? await mentionsOf(query, email) : [],
    mails: await mailsAbout(query, email, { references: ownReferences, ids }),
  };
}

async function paymentsOf(query: Query, email: string, ids: readonly string[]): Promise<PersonPayment[]> {
  const isOfThem = `coalesce(enrolment_id IN (${listed(ids)}), 0)`;
  const isNamed = email
    ? `lower(customer_email) = ${sqlText(email)} OR lower(payer_email) = ${sqlText(email)}`
    : "FALSE";
  const [rows = []] = await query([
    `SELECT /* reads whole tables */ reference,
       NOT ${isOfThem} AND coalesce((SELECT email_key FROM enrolments WHERE id = enrolment_id), lower(customer_email)) <> ${sqlText(email)} AS isPayerOnly
     FROM payments
     WHERE ${isOfThem} OR ${isNamed}
     ORDER BY created_at, reference`,
  ]);
  return rows.map(({ reference, isPayerOnly }) => ({
    reference: String(reference),
    isPayerOnly: isPayerOnly === 1,
  }));
}

/** The texts as a table with the column `value`: D1 takes no condition of a hundred terms. */
const listOf = (texts: readonly string[]) => `json_each(${sqlText(JSON.stringify(texts))})`;
const listed = (texts: readonly string[]) => `SELECT value FROM ${listOf(texts)}`;

async function enrolmentsOf(query: Query, { email, enrolmentId }: Person): Promise<PersonEnrolment[]> {
  const [rows = []] = await query([
    `SELECT id, learner FROM enrolments
     WHERE email_key = ${sqlText(email)} OR id = ${sqlText(enrolmentId ?? "")} ORDER BY id`,
  ]);
  return rows.map(({ id, learner }) => ({
    id: String(id),
    name: fullName(readLearner(String(learner))),
  }));
}

async function subscriptionsOf(query: Query, email: string): Promise<number[]> {
  const [rows = []] = await query([
    `SELECT id FROM subscriptions WHERE lower(email) = ${sqlText(email)} ORDER BY id`,
  ]);
  return rows.map(({ id }) => Number(id));
}

async function mentionsOf(query: Query, email: string): Promise<string[]> {
  const [rows = []] = await query([
    `SELECT /* reads whole tables */ reference, details FROM payments
     WHERE lower(customer_email) <> ${sqlText(email)} AND instr(lower(details), ${sqlText(email)}) > 0
     ORDER BY reference`,
  ]);
  return rows
    .filter(({ details }) => namesAddress(String(details), email))
    .map(({ reference }) => String(reference));
}

async function mailsAbout(
  query: Query,
  email: string,
  { references, ids }: { readonly references: readonly string[]; readonly ids: readonly string[] },
): Promise<number[]> {
  // A mail's text is HTML: an address with a & in it reads otherwise there.
  const written = email && reduceHtml(escapeHtml(email));
  const names = [...references, ...ids];
  const parts = [written, ...names.map((name) => name.toLowerCase())].filter(Boolean);
  if (parts.length === 0) return [];
  const [rows = []] = await query([
    `SELECT /* reads whole tables */ id, message, ${TO_LEARNER} AND (lower(to_address) = ${sqlText(email)} OR ${writtenFor(names)}
       OR ${hasLinksFor(ids)}) AS isOwn
     FROM mails
     WHERE isOwn OR EXISTS (SELECT 1 FROM ${listOf(parts)} WHERE instr(lower(message), value) > 0)
     ORDER BY id`,
  ]);
  return rows.flatMap((row) => {
    const message = String(row.message);
    const isAbout =
      row.isOwn === 1 ||
      names.some((name) => message.includes(name)) ||
      (email !== "" && namesAddress(message, written));
    return isAbout ? [Number(row.id)] : [];
  });
}

/** A condition on a mail's key: it was written for one of these payments or enrolments. */
function writtenFor(names: readonly string[]): string {
  return `EXISTS (SELECT 1 FROM ${listOf(names)} WHERE instr(idempotency_key, 'learner:' || value || ':') = 1)`;
}

/**
 * A condition for mails with links, whose keys name no enrolment: they are the learner's by an address to which a mail about
 * one of the enrolments went, unless that is another learner's now.
 */
function hasLinksFor(ids: readonly string[]): string {
  return `(instr(idempotency_key, 'learner:links:') = 1
    AND lower(to_address) IN (SELECT lower(to_address) FROM mails WHERE ${writtenFor(ids)})
    AND lower(to_address) NOT IN (SELECT email_key FROM enrolments
      WHERE email_key IS NOT NULL AND id NOT IN (${listed(ids)})))`;
}

/** Whether a text has the address as a whole: nada@example.com is not ada@example.com. */
export function namesAddress(text: string, address: string): boolean {
  const literal = address.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}._%+&=!#$*/?^{|}~\-]|[\p{L}\p{N}]')${literal}(?![\p{L}\p{N}\-]|\.[\p{L}\p{N}])`,
    "iu",
  ).test(text);
}

/**
 * The statements that delete what is stored of a person. Of a payment the reference, the course, the amounts, the times and
 * the history stay, which have no personal data. Where nothing was paid they stay as well: a checkout that is still open
 * would restore the person.
 */
export function erasure({ mails, payments, enrolments, subscriptions }: PersonalData, now: Date): string[] {
  const learnerPayments = payments.filter(({ isPayerOnly }) => !isPayerOnly);
  const paidForOthers = payments.filter(({ isPayerOnly }) => isPayerOnly);
  const references = (list: PersonalData["payments"]) => listed(list.map(({ reference }) => reference));
  return [
    // A failed mail is deleted from failed_mails with it.
    ...(mails.length > 0 ? [`DELETE FROM mails WHERE id IN (${mails.join(", ")})`] : []),
    ...(subscriptions.length > 0
      ? [`DELETE FROM subscriptions WHERE id IN (${subscriptions.join(", ")})`]
      : []),
    ...(learnerPayments.length > 0
      ? [
          // A course that is not known would be filled in again, and the person with it, by a repeated webhook.
          `UPDATE payments SET customer_email = '', customer_name = '', customer_phone = '', payer_name = '',
             payer_email = '', learner_email_key = NULL, learner_phone_key = NULL, access_code = NULL, checkout_url = NULL, details = 'null',
             erased_at = ${sqlText(now.toISOString())}, course_id = CASE course_id WHEN '' THEN 'unknown' ELSE course_id END
           WHERE reference IN (${references(learnerPayments)})`,
        ]
      : []),
    ...enrolments.flatMap((enrolment) => erasureOfEnrolment(enrolment, now)),
    ...(paidForOthers.length > 0
      ? [
          `UPDATE payments SET payer_name = '', payer_email = '', erased_at = ${sqlText(now.toISOString())},
             customer_email = CASE WHEN lower(customer_email) = lower(payer_email) THEN '' ELSE customer_email END
           WHERE reference IN (${references(paidForOthers)})`,
        ]
      : []),
  ];
}

/**
 * What is owed and paid stays for the accounts; the personal data, and every key to it, is deleted. The id stays where nothing
 * was paid, too: a checkout that is still open names it, and would restore the person.
 */
function erasureOfEnrolment({ id }: PersonEnrolment, now: Date): string[] {
  return [
    // What staff did stays; what they wrote about the person is deleted.
    `UPDATE desk_actions SET detail = '' WHERE enrolment_id = ${sqlText(id)}`,
    `DELETE FROM enrolment_names WHERE enrolment_id = ${sqlText(id)}`,
    `DELETE FROM enrolment_keys WHERE enrolment_id = ${sqlText(id)}`,
    `UPDATE charges SET remind_at = NULL WHERE enrolment_id = ${sqlText(id)}`,
    `UPDATE enrolments SET learner = ${sqlText(JSON.stringify(UNKNOWN_LEARNER))}, attribution = '',
       new_email = NULL, new_email_digest = NULL, new_email_key = NULL, new_email_at = NULL, email_key = NULL, phone_key = NULL, erased_at = ${sqlText(now.toISOString())}, version = version + 1
     WHERE id = ${sqlText(id)}`,
  ];
}
