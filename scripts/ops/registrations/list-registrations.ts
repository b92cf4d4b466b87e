import type { RegistrationRecord } from "~/edge/payments/registration-record.ts";
import { COLUMNS, IS_FLAGGED, type Row, toRecord } from "~/edge/payments/registration-row.ts";
import type { Query } from "~/edge/query.ts";
import { sqlText } from "~/edge/sql-text.ts";
import type { Options } from "./options.ts";

/** The oldest first. Flagged are those whose flag staff have not looked at, as on the desk. */
export async function listRegistrations(
  query: Query,
  { period, status, flagged }: Pick<Options, "period" | "status" | "flagged">,
): Promise<RegistrationRecord[]> {
  const conditions = [
    ...within("created_at", period),
    ...(status ? [`status = ${sqlText(status)}`] : []),
    ...(flagged ? [IS_FLAGGED] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const [rows = []] = await query([
    `SELECT ${COLUMNS} FROM registrations ${where} ORDER BY created_at, reference`,
  ]);
  return (rows as unknown as Row[]).map(toRecord);
}

/** The conditions that keep a time of the database within a period. */
function within(column: string, { since, until }: Options["period"]): string[] {
  return [
    ...(since ? [`${column} >= ${sqlText(since)}`] : []),
    // Times begin with their day, and "T" sorts below "~".
    ...(until ? [`${column} < ${sqlText(`${until}~`)}`] : []),
  ];
}
