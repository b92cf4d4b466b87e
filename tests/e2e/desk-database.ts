import { DatabaseSync } from "node:sqlite";

/** Payments in dispute that belong to no enrolment, by their references. */
export const LONE_PAYMENTS = ["REG-20260102-LONE000001", "REG-20260102-LONE000002"] as const;
/** The learner whose mails are there: /sandbox draws each that is. */
export const MAILED = "learner-45@example.com";
/** Mails that could not be delivered, by their subjects. */
export const FAILED_MAILS = [
  "Receipt for a mistyped address",
  "Receipt for an address that has gone",
] as const;

/**
 * Fills an empty database with the cohort that was played, and with what waits for staff and belongs to no enrolment. Nothing
 * may have it open meanwhile.
 * @param played the cohort's database, a file
 */
export function fillDatabase(file: string, played: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA foreign_keys = OFF");
    database.prepare("ATTACH ? AS played").run(played);
    database.exec("BEGIN");
    const tables = database
      .prepare("SELECT name FROM played.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all() as { name: string }[];
    // Without those that are worked out of others.
    const columns = database.prepare(
      "SELECT group_concat(name) AS names FROM pragma_table_info(?, 'played')",
    );
    for (const { name } of tables) {
      const { names } = columns.get(name) as { names: string };
      database.exec(
        `DELETE FROM main."${name}"; INSERT INTO main."${name}" (${names}) SELECT ${names} FROM played."${name}"`,
      );
    }
    database.prepare("DELETE FROM main.mails WHERE to_address <> ?").run(MAILED);
    for (const reference of LONE_PAYMENTS) addLonePayment(database, reference);
    for (const subject of FAILED_MAILS) addFailedMail(database, subject);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

const COPIED = `provider, purpose, course_id, course_name, plan_id, plan_name, currency, expected_minor, paid_minor, status, details,
  customer_email, customer_name, customer_phone, started_at, created_at, updated_at, charges`;

function addLonePayment(database: DatabaseSync, reference: string): void {
  database
    .prepare(
      `INSERT INTO payments (reference, flag, flagged_state, ${COPIED})
       SELECT ?, 'disputed', 'disputed', ${COPIED} FROM payments WHERE status = 'paid' LIMIT 1`,
    )
    .run(reference);
}

function addFailedMail(database: DatabaseSync, subject: string): void {
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO mails (created_at, from_address, to_address, subject, message, idempotency_key, status, attempts,
         next_attempt_at, give_up_at)
       VALUES ('2026-01-04T09:00:00.000Z', 'site', 'ada@exmaple.com', ?, '<p>Receipt</p>', ?, 'failed', 12,
         '2026-01-05T09:00:00.000Z', '2026-01-05T09:00:00.000Z')`,
    )
    .run(subject, `learner:failed-${subject}`);
  database
    .prepare("INSERT INTO failed_mails VALUES (?, '2026-01-05T09:00:00.000Z', 12, 'No such host')")
    .run(lastInsertRowid);
}
