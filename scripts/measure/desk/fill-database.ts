import type { Database } from "~/edge/database.ts";

export const ENROLMENTS = 100_000;

const ID = "printf('ENR-%010d', n)";
const REFERENCE = "printf('REG-20260101-%010d', n)";
/** One in ten is called Ada; of a year, four in a minute. */
const FIRST_NAME = "CASE WHEN n % 10 = 0 THEN 'Ada' ELSE 'Name' || (n % 500) END";
const LAST_NAME = "'Family' || (n % 997)";
const TIME = "strftime('%Y-%m-%dT%H:%M:%fZ', '2025-11-23', '+' || (n * 5) || ' minutes')";
const COURSE =
  "CASE n % 4 WHEN 0 THEN 'devops-full' WHEN 1 THEN 'ai-advanced' WHEN 2 THEN 'aws-combined' ELSE 'devops-advanced' END";

/** Fills a database with the enrolments of years: three in four go on, one in fifty is late, one in two thousand flagged, and every payment to come has its reminder. */
export async function fillDatabase(db: Database, count = ENROLMENTS): Promise<void> {
  /** Numbers from 1 on: one for each enrolment. */
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
  for (const sql of [
    `${numbers} INSERT INTO enrolments (id, source, course_id, course_name, plan_id, plan_name, currency, first_class, learner,
       email_key, phone_key, state, flags, stop_token, created_at, updated_at)
     SELECT ${ID}, 'signup', ${COURSE}, ${COURSE}, 'five-installments', 'Five Installments', 'NGN', '2026-12-05',
       json_object('firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'email', 'learner' || n || '@example.com', 'phone',
         printf('+234801%07d', n), 'whatsapp', '', 'country', 'Nigeria', 'state', 'Lagos', 'age', '25-29', 'gender', 'Female',
         'education', 'Graduate', 'cohort', 'cohort ' || (n % 120), 'consent', json('true'), 'marketing', json('false'),
         'guardian', NULL),
       'learner' || n || '@example.com', printf('801%06d', n % 1000000),
       CASE WHEN n % 4 < 3 THEN 'active' WHEN n % 400 = 3 THEN 'refunded' ELSE 'complete' END,
       CASE WHEN n % 2000 = 0 THEN 'duplicate' ELSE '' END, 'token-' || n, ${TIME}, ${TIME} FROM numbers`,
    `${numbers} INSERT INTO enrolment_names (word, enrolment_id) SELECT lower(${FIRST_NAME}), ${ID} FROM numbers
     UNION SELECT lower(${LAST_NAME}), ${ID} FROM numbers`,
    `INSERT INTO charges (enrolment_id, currency, number, amount_minor, due_on, paid_minor)
     SELECT enrolments.id, 'NGN', value, 7000000, CASE WHEN value < 2 THEN '2026-01-01' ELSE date('2026-11-01', '+' || value || ' months') END,
       CASE WHEN value < 2 AND NOT (value = 1 AND enrolments.rowid % 50 = 0) OR state <> 'active' THEN 7000000 ELSE 0 END
     FROM enrolments, json_each('[0, 1, 2, 3, 4, 5, 6]')`,
    `UPDATE enrolments SET next_due_on = (SELECT MIN(due_on) FROM charges
       WHERE enrolment_id = id AND paid_minor < amount_minor) WHERE state = 'active'`,
    `${numbers} INSERT INTO enrolment_keys (digest, enrolment_id, kind, created_at)
     SELECT 'digest-' || n, ${ID}, 'learner', ${TIME} FROM numbers`,
    // What is due in a month and later, is reminded of a week before.
    `UPDATE charges SET remind_at = date(due_on, '-7 days') || 'T08:00:00.000Z' WHERE paid_minor < amount_minor AND due_on > '2026-11-30'`,
    `${numbers} INSERT INTO registrations (reference, provider, purpose, course_id, course_name, plan_id, plan_name, currency,
       expected_minor, paid_minor, status, flag, details, customer_email, customer_name, customer_phone, started_at, created_at,
       updated_at, enrolment_id, charges)
     SELECT ${REFERENCE}, 'paystack', 'registration', ${COURSE}, ${COURSE}, '', '', 'NGN', 14000000, 14000000, 'paid',
       CASE WHEN n % 5000 = 0 THEN 'disputed' END, 'null', '', '', '', ${TIME}, ${TIME}, ${TIME}, ${ID}, '[0,1]' FROM numbers`,
    `INSERT INTO payment_events (reference, provider, event_id, kind, amount_minor, currency, source, occurred_at, recorded_at)
     SELECT reference, 'paystack', 'charged:' || reference, 'charged', 14000000, 'NGN', 'webhook', created_at, created_at
     FROM registrations`,
    `INSERT INTO mails (created_at, from_address, to_address, subject, message, idempotency_key, status, next_attempt_at, give_up_at)
     SELECT created_at, 'a@example.com', 'b@example.com', 'Receipt', '', 'learner:' || reference || ':receipt', 'delivered',
       created_at, created_at FROM registrations`,
  ]) {
    await db.prepare(sql).bind().run();
  }
}
