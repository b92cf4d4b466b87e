import { fullName, readLearner, UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { escapeHtml } from "~/domain/text.ts";
import { type Database, rowsOf, type Sql, type Statement, sql, statement } from "~/edge/database.ts";

interface PersonPayment {
  readonly reference: string;
  /** Whether this person only paid, through PayPal, for a learner whom somebody else registered. */
  readonly isPayerOnly: boolean;
}

interface PersonEnrolment {
  readonly id: string;
  /** The learner's name; empty if unknown. A family, or a stranger who typed it, may share the address. */
  readonly name: string;
}

export interface PersonalData {
  readonly mails: readonly number[];
  readonly payments: readonly PersonPayment[];
  readonly enrolments: readonly PersonEnrolment[];
  readonly subscriptions: readonly number[];
  /** Messages and requests to staff. */
  readonly requests: readonly number[];
  /** References of others' payments whose details name the address, e.g. as a learner's guardian. */
  readonly mentions: readonly string[];
}

/** A condition on a mail: it went to a learner or payer, not to staff. */
const TO_LEARNER = sql`substr(idempotency_key, 1, 8) = 'learner:'`;

export interface Person {
  /** In lower case; empty if unknown. */
  readonly email: string;
  /** An enrolment of this person, whatever its address; `null` if none is known. */
  readonly enrolmentId: string | null;
}

export async function personalData(db: Database, { email, enrolmentId }: Person): Promise<PersonalData> {
  const enrolments = await enrolmentsOf(db, { email, enrolmentId });
  const ids = enrolments.map(({ id }) => id);
  const payments = await paymentsOf(db, email, ids);
  const learnerReferences = payments
    .filter(({ isPayerOnly }) => !isPayerOnly)
    .map(({ reference }) => reference);
  return {
    payments,
    enrolments,
    subscriptions: email ? await subscriptionsOf(db, email) : [],
    requests: await requestsAbout(db, email, ids),
    mentions: email ? await mentionsOf(db, email) : [],
    mails: await mailsAbout(db, email, { references: learnerReferences, ids }),
  };
}

async function paymentsOf(db: Database, email: string, ids: readonly string[]): Promise<PersonPayment[]> {
  const isOfEnrolments = sql`coalesce(enrolment_id IN (${listed(ids)}), 0)`;
  const rows = await rowsOf<{ reference: string; isPayerOnly: number }>(db)`
    SELECT /* full scan allowed */ reference, NOT ${isOfEnrolments} AND
      coalesce((SELECT email_key FROM enrolments WHERE id = enrolment_id), lower(customer_email)) <> ${email} AS isPayerOnly
    FROM payments
    WHERE ${isOfEnrolments} OR (${email} <> '' AND ${email} IN (lower(customer_email), lower(payer_email)))
    ORDER BY created_at, reference`;
  return rows.map(({ reference, isPayerOnly }) => ({ reference, isPayerOnly: isPayerOnly === 1 }));
}

/** Returns the values as a table with the column `value`, because D1 binds at most a hundred values. */
const listOf = (values: readonly (string | number)[]) => sql`json_each(${JSON.stringify(values)})`;
const listed = (values: readonly (string | number)[]) => sql`SELECT value FROM ${listOf(values)}`;

async function enrolmentsOf(db: Database, { email, enrolmentId }: Person): Promise<PersonEnrolment[]> {
  const rows = await rowsOf<{ id: string; learner: string }>(db)`
    SELECT id, learner FROM enrolments WHERE email_key = ${email} OR id = ${enrolmentId} ORDER BY id`;
  return rows.map(({ id, learner }) => ({ id, name: fullName(readLearner(learner)) }));
}

async function subscriptionsOf(db: Database, email: string): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(db)`
    SELECT id FROM subscriptions WHERE lower(email) = ${email} ORDER BY id`;
  return rows.map(({ id }) => id);
}

async function requestsAbout(db: Database, email: string, ids: readonly string[]): Promise<number[]> {
  const rows = await rowsOf<{ id: number; text: string; isOwn: number }>(db)`
    SELECT /* full scan allowed */ id, text,
      coalesce(enrolment_id IN (${listed(ids)}), 0) OR coalesce(email_key = ${email}, 0) AS isOwn
    FROM requests WHERE isOwn OR (${email} <> '' AND instr(lower(text), ${email}) > 0) ORDER BY id`;
  return rows.filter(({ isOwn, text }) => isOwn === 1 || namesAddress(text, email)).map(({ id }) => id);
}

async function mentionsOf(db: Database, email: string): Promise<string[]> {
  const rows = await rowsOf<{ reference: string; details: string }>(db)`
    SELECT /* full scan allowed */ reference, details FROM payments
    WHERE lower(customer_email) <> ${email} AND instr(lower(details), ${email}) > 0 ORDER BY reference`;
  return rows.filter(({ details }) => namesAddress(details, email)).map(({ reference }) => reference);
}

async function mailsAbout(
  db: Database,
  email: string,
  { references, ids }: { readonly references: readonly string[]; readonly ids: readonly string[] },
): Promise<number[]> {
  // A mail's text is HTML, in which an address with a & is escaped.
  const written = escapeHtml(email);
  const names = [...references, ...ids];
  const parts = [written, ...names.map((name) => name.toLowerCase())].filter(Boolean);
  if (parts.length === 0) return [];
  const rows = await rowsOf<{ id: number; message: string; isOwn: number }>(db)`
    SELECT /* full scan allowed */ id, message, ${TO_LEARNER} AND (lower(to_address) = ${email} OR ${writtenFor(names)}
      OR ${hasLinksFor(ids)}) AS isOwn
    FROM mails
    WHERE isOwn OR EXISTS (SELECT 1 FROM ${listOf(parts)} WHERE instr(lower(message), value) > 0)
    ORDER BY id`;
  const isAbout = (message: string) =>
    names.some((name) => message.includes(name)) || (email !== "" && namesAddress(message, written));
  return rows.filter(({ isOwn, message }) => isOwn === 1 || isAbout(message)).map(({ id }) => id);
}

/** A condition on a mail: its key names one of these payments or enrolments. */
function writtenFor(names: readonly string[]): Sql {
  return sql`EXISTS (SELECT 1 FROM ${listOf(names)} WHERE instr(idempotency_key, 'learner:' || value || ':') = 1)`;
}

/**
 * A condition on mails with links, whose keys name no enrolment. They are the learner's if a mail about one
 * of the enrolments went to their address, unless another learner has that address now.
 */
function hasLinksFor(ids: readonly string[]): Sql {
  return sql`(instr(idempotency_key, 'learner:links:') = 1
    AND lower(to_address) IN (SELECT lower(to_address) FROM mails WHERE ${writtenFor(ids)})
    AND lower(to_address) NOT IN (SELECT email_key FROM enrolments
      WHERE email_key IS NOT NULL AND id NOT IN (${listed(ids)})))`;
}

/**
 * Whether a text contains the address itself, not as the end of a longer one: nada@example.com is not
 * ada@example.com.
 */
export function namesAddress(text: string, address: string): boolean {
  const literal = address.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}._%+&=!#$*/?^{|}~\-]|[\p{L}\p{N}]')${literal}(?![\p{L}\p{N}\-]|\.[\p{L}\p{N}])`,
    "iu",
  ).test(text);
}

/**
 * Returns the statements that delete a person's data. A payment keeps its reference, course, amounts, times
 * and history, which are not personal. Unpaid ones stay too, because a checkout that is still open would
 * restore the person.
 */
export function erasure(db: Database, person: PersonalData, now: Date): Statement[] {
  const references = (isPayerOnly: boolean) =>
    listed(
      person.payments
        .filter((payment) => payment.isPayerOnly === isPayerOnly)
        .map(({ reference }) => reference),
    );
  return [
    // A trigger deletes the mails from failed_mails.
    statement(db)`DELETE FROM mails WHERE id IN (${listed(person.mails)})`,
    statement(db)`DELETE FROM subscriptions WHERE id IN (${listed(person.subscriptions)})`,
    statement(db)`DELETE FROM requests WHERE id IN (${listed(person.requests)})`,
    // A repeated webhook would fill in a missing course again, and the person with it.
    statement(db)`UPDATE payments
      SET customer_email = '', customer_name = '', customer_phone = '', buyer_name = '', payer_name = '',
        payer_email = '', learner_email_key = NULL, learner_phone_key = NULL, access_code = NULL, checkout_url = NULL,
        details = 'null', erased_at = ${now}, course_id = CASE course_id WHEN '' THEN 'unknown' ELSE course_id END
      WHERE reference IN (${references(false)})`,
    ...erasureOfEnrolments(db, listed(person.enrolments.map(({ id }) => id)), now),
    statement(db)`UPDATE payments SET buyer_name = '', payer_name = '', payer_email = '', erased_at = ${now},
        customer_email = CASE WHEN lower(customer_email) = lower(payer_email) THEN '' ELSE customer_email END
      WHERE reference IN (${references(true)})`,
  ];
}

/**
 * Returns the statements that delete the personal data of enrolments and every key to it. Charges and
 * payments stay for the accounts. The id stays even without a payment, because a checkout that is still open
 * names it and would restore the person.
 */
function erasureOfEnrolments(db: Database, ids: Sql, now: Date): Statement[] {
  return [
    // The record of what staff did stays, without what they wrote about the person.
    statement(db)`UPDATE desk_actions SET detail = '' WHERE enrolment_id IN (${ids})`,
    statement(db)`DELETE FROM consents WHERE enrolment_id IN (${ids})`,
    statement(db)`DELETE FROM enrolment_keys WHERE enrolment_id IN (${ids})`,
    statement(db)`UPDATE charges SET remind_at = NULL WHERE enrolment_id IN (${ids})`,
    // The next comparison tells the portal of the erasure.
    statement(db)`UPDATE portal_messages SET content = json_remove(content, '$.learner')
      WHERE enrolment_id IN (${ids})`,
    statement(db)`UPDATE enrolments
      SET learner = ${JSON.stringify(UNKNOWN_LEARNER)}, attribution = '', new_email = NULL,
        new_email_digest = NULL, new_email_key = NULL, new_email_at = NULL, email_key = NULL, phone_key = NULL,
        search_text = '', erased_at = ${now}, version = version + 1
      WHERE id IN (${ids})`,
  ];
}
