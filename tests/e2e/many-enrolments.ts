import type { DatabaseSync } from "node:sqlite";

/** Of 200: one in four owes what is late, one in four has paid all, one in four paid nothing; the others go on. */
const COUNT = 199;

const COPIED = {
  enrolments: `source, course_id, course_name, plan_id, plan_name, currency, first_class`,
  registrations: `provider, purpose, course_id, course_name, plan_id, plan_name, currency, expected_minor, paid_minor, status,
    details, customer_email, customer_name, customer_phone, started_at, created_at, updated_at, charges`,
};

/**
 * Makes 199 more of an enrolment that the site has, in the same cohort, which began before it. Their states are as they come
 * from the site: begun and never paid, going on, late, complete.
 * @param id of the enrolment, in five installments, of which the fee and the first are paid
 */
export function addEnrolmentsLike(database: DatabaseSync, id: string): void {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${COUNT})`;
  const own = `'${id.slice(0, 11)}' || printf('%03d', n)`;
  const state = "CASE n % 4 WHEN 1 THEN 'complete' WHEN 2 THEN 'begun' ELSE 'active' END";
  for (const sql of [
    `${numbers} INSERT INTO enrolments (id, stop_token, state, next_due_on, learner, email_key, phone_key, created_at, updated_at,
       ${COPIED.enrolments})
     SELECT ${own}, ${own}, ${state}, CASE n % 4 WHEN 3 THEN '2026-01-05' WHEN 0 THEN next_due_on END,
       json_set(learner, '$.firstName', 'Learner ' || n, '$.email', 'learner-' || n || '@example.com'),
       'learner-' || n || '@example.com', phone_key, strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-' || n || ' hours'), updated_at,
       ${COPIED.enrolments} FROM numbers, enrolments WHERE enrolments.id = ?`,
    `${numbers} INSERT INTO enrolment_names (word, enrolment_id) SELECT 'learner', ${own} FROM numbers WHERE ? <> ''`,
    `${numbers} INSERT INTO charges (enrolment_id, currency, number, amount_minor, due_on, paid_minor)
     SELECT ${own}, currency, number, amount_minor, CASE WHEN n % 4 = 3 AND number = 2 THEN '2026-01-05' ELSE due_on END,
       CASE n % 4 WHEN 1 THEN amount_minor WHEN 2 THEN 0 ELSE paid_minor END
     FROM numbers, charges WHERE enrolment_id = ?`,
    `${numbers} INSERT INTO registrations (reference, enrolment_id, ${COPIED.registrations})
     SELECT 'REG-20260101-' || substr(${own}, 5), ${own}, ${COPIED.registrations} FROM numbers, registrations
     WHERE enrolment_id = ? AND status = 'paid' AND n % 4 <> 2`,
  ]) {
    database.prepare(sql).run(id);
  }
}

/** A payment in dispute that belongs to no enrolment. @returns its reference */
export function addLonePayment(database: DatabaseSync, like: string): string {
  const reference = `REG-20260102-${like.slice(4)}`;
  database
    .prepare(
      `INSERT INTO registrations (reference, flag, ${COPIED.registrations})
       SELECT ?, 'disputed', ${COPIED.registrations} FROM registrations WHERE enrolment_id = ? AND status = 'paid'`,
    )
    .run(reference, like);
  return reference;
}

/** A mail that could not be delivered. @returns its subject */
export function addParkedMail(database: DatabaseSync, like: string): string {
  const subject = `Receipt for ${like}`;
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO mails (created_at, from_address, to_address, subject, message, idempotency_key, status, attempts,
         next_attempt_at, give_up_at)
       VALUES ('2026-01-04T09:00:00.000Z', 'site', 'ada@exmaple.com', ?, '<p>Receipt</p>', ?, 'parked', 12,
         '2026-01-05T09:00:00.000Z', '2026-01-05T09:00:00.000Z')`,
    )
    .run(subject, `learner:parked-${like}`);
  database
    .prepare("INSERT INTO dead_letters VALUES (?, '2026-01-05T09:00:00.000Z', 12, 'No such host')")
    .run(lastInsertRowid);
  return subject;
}
