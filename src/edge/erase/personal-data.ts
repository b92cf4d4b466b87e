import { fullName, readLearner, UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { escapeHtml } from "~/domain/text.ts";
import { type Database, rowsOf, type Sql, type Statement, sql, statement } from "~/edge/database.ts";

export interface PersonPayment {
  readonly reference: string;
  /** Someone else registered, and this person paid for them through PayPal. */
  readonly isPayerOnly: boolean;
}

export interface PersonEnrolment {
  readonly id: string;
  /**
   * The learner's name; empty where it is not known. A family may share an address, and anyone may type
   * another's.
   */
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

/** A mail to a learner or payer, by its key: staff's own addresses are in every other one. */
const TO_LEARNER = sql`substr(idempotency_key, 1, 8) = 'learner:'`;

export interface Person {
  /** In lower case; empty where it is not known. */
  readonly email: string;
  /** An enrolment that is theirs, whatever its address; null where none is known. */
  readonly enrolmentId: string | null;
}

export async function personalData(db: Database, { email, enrolmentId }: Person): Promise<PersonalData> {
  const enrolments = await enrolmentsOf(db, { email, enrolmentId });
  const ids = enrolments.map(({ id }) => id);
  const payments = await paymentsOf(db, email, ids);
  const ownReferences = payments.filter(({ isPayerOnly }) => !isPayerOnly).map(({ reference }) => reference);
  return {
    payments,
    enrolments,
    subscriptions: email ? await subscriptionsOf(db, email) : [],
    requests: await requestsAbout(db, email, ids),
    mentions: email ? await mentionsOf(db, email) : [],
    mails: await mailsAbout(db, email, { references: ownReferences, ids }),
  };
}

async function paymentsOf(db: Database, email: string, ids: readonly string[]): Promise<PersonPayment[]> {
  const isOfThem = sql`coalesce(enrolment_id IN (${listed(ids)}), 0)`;
  const rows = await rowsOf<{ reference: string; isPayerOnly: number }>(db)`
    SELECT /* reads whole tables */ reference, NOT ${isOfThem} AND
      coalesce((SELECT email_key FROM enrolments WHERE id = enrolment_id), lower(customer_email)) <> ${email} AS isPayerOnly
    FROM payments
    WHERE ${isOfThem} OR (${email} <> '' AND ${email} IN (lower(customer_email), lower(payer_email)))
    ORDER BY created_at, reference`;
  return rows.map(({ reference, isPayerOnly }) => ({ reference, isPayerOnly: isPayerOnly === 1 }));
}

/** The values as a table with the column `value`: D1 binds at most a hundred values. */
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
    SELECT /* reads whole tables */ id, text,
      coalesce(enrolment_id IN (${listed(ids)}), 0) OR coalesce(email_key = ${email}, 0) AS isOwn
    FROM requests WHERE isOwn OR (${email} <> '' AND instr(lower(text), ${email}) > 0) ORDER BY id`;
  return rows.filter(({ isOwn, text }) => isOwn === 1 || namesAddress(text, email)).map(({ id }) => id);
}

async function mentionsOf(db: Database, email: string): Promise<string[]> {
  const rows = await rowsOf<{ reference: string; details: string }>(db)`
    SELECT /* reads whole tables */ reference, details FROM payments
    WHERE lower(customer_email) <> ${email} AND instr(lower(details), ${email}) > 0 ORDER BY reference`;
  return rows.filter(({ details }) => namesAddress(details, email)).map(({ reference }) => reference);
}

async function mailsAbout(
  db: Database,
  email: string,
  { references, ids }: { readonly references: readonly string[]; readonly ids: readonly string[] },
): Promise<number[]> {
  // A mail's text is HTML: an address with a & in it reads otherwise there.
  const written = escapeHtml(email);
  const names = [...references, ...ids];
  const parts = [written, ...names.map((name) => name.toLowerCase())].filter(Boolean);
  if (parts.length === 0) return [];
  const rows = await rowsOf<{ id: number; message: string; isOwn: number }>(db)`
    SELECT /* reads whole tables */ id, message, ${TO_LEARNER} AND (lower(to_address) = ${email} OR ${writtenFor(names)}
      OR ${hasLinksFor(ids)}) AS isOwn
    FROM mails
    WHERE isOwn OR EXISTS (SELECT 1 FROM ${listOf(parts)} WHERE instr(lower(message), value) > 0)
    ORDER BY id`;
  const isAbout = (message: string) =>
    names.some((name) => message.includes(name)) || (email !== "" && namesAddress(message, written));
  return rows.filter(({ isOwn, message }) => isOwn === 1 || isAbout(message)).map(({ id }) => id);
}

/** A condition on a mail's key: it was written for one of these payments or enrolments. */
function writtenFor(names: readonly string[]): Sql {
  return sql`EXISTS (SELECT 1 FROM ${listOf(names)} WHERE instr(idempotency_key, 'learner:' || value || ':') = 1)`;
}

/**
 * A condition for mails with links, whose keys name no enrolment: they are the learner's by an address to which a mail about
 * one of the enrolments went, unless that is another learner's now.
 */
function hasLinksFor(ids: readonly string[]): Sql {
  return sql`(instr(idempotency_key, 'learner:links:') = 1
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
export function erasure(db: Database, person: PersonalData, now: Date): Statement[] {
  const references = (isPayerOnly: boolean) =>
    listed(
      person.payments
        .filter((payment) => payment.isPayerOnly === isPayerOnly)
        .map(({ reference }) => reference),
    );
  return [
    // A failed mail is deleted from failed_mails with it.
    statement(db)`DELETE FROM mails WHERE id IN (${listed(person.mails)})`,
    statement(db)`DELETE FROM subscriptions WHERE id IN (${listed(person.subscriptions)})`,
    statement(db)`DELETE FROM requests WHERE id IN (${listed(person.requests)})`,
    // A course that is not known would be filled in again, and the person with it, by a repeated webhook.
    statement(
      db,
    )`UPDATE payments SET customer_email = '', customer_name = '', customer_phone = '', buyer_name = '',
        payer_name = '', payer_email = '', learner_email_key = NULL, learner_phone_key = NULL, access_code = NULL, checkout_url = NULL,
        details = 'null', erased_at = ${now}, course_id = CASE course_id WHEN '' THEN 'unknown' ELSE course_id END
      WHERE reference IN (${references(false)})`,
    ...erasureOfEnrolments(db, listed(person.enrolments.map(({ id }) => id)), now),
    statement(db)`UPDATE payments SET buyer_name = '', payer_name = '', payer_email = '', erased_at = ${now},
        customer_email = CASE WHEN lower(customer_email) = lower(payer_email) THEN '' ELSE customer_email END
      WHERE reference IN (${references(true)})`,
  ];
}

/**
 * The statements that delete the personal data of enrolments and every key to it. Charges and payments stay
 * for the accounts. The id stays even where nothing was paid: a checkout that is still open names it, and
 * would restore the person.
 */
function erasureOfEnrolments(db: Database, ids: Sql, now: Date): Statement[] {
  return [
    // What staff did stays; what they wrote about the person is deleted.
    statement(db)`UPDATE desk_actions SET detail = '' WHERE enrolment_id IN (${ids})`,
    statement(db)`DELETE FROM consents WHERE enrolment_id IN (${ids})`,
    statement(db)`DELETE FROM enrolment_keys WHERE enrolment_id IN (${ids})`,
    statement(db)`UPDATE charges SET remind_at = NULL WHERE enrolment_id IN (${ids})`,
    // The next comparison tells the portal of the erasure.
    statement(db)`UPDATE portal_messages SET content = json_remove(content, '$.learner')
      WHERE enrolment_id IN (${ids})`,
    statement(
      db,
    )`UPDATE enrolments SET learner = ${JSON.stringify(UNKNOWN_LEARNER)}, attribution = '', new_email = NULL,
        new_email_digest = NULL, new_email_key = NULL, new_email_at = NULL, email_key = NULL, phone_key = NULL,
        search_text = '', erased_at = ${now}, version = version + 1
      WHERE id IN (${ids})`,
  ];
}
