/** As much of Cloudflare's D1 as is used here. Values are bound, never written into the SQL. */
export interface Database {
  prepare(sql: string): Statement;
  /** Runs all statements in one transaction. */
  batch(statements: Statement[]): Promise<unknown>;
}

export interface Statement {
  bind(...values: (string | number | null)[]): Statement;
  run(): Promise<{ meta: { changes: number } }>;
  all<Row>(): Promise<{ results: Row[] }>;
  /** The first row; null when there is none. */
  first<Row>(): Promise<Row | null>;
}

/**
 * Optimistic locking: the SQL of a value that aborts a write unless a condition holds, such as that a row still has the
 * version that was read. It is for a column that is NOT NULL: where the condition does not hold the value is null, which the
 * database refuses, and everything else in the statement's batch is undone with it. D1 has no transaction in which code could
 * look first, and SQLite raises errors of one's own in triggers only.
 * @param condition SQL
 * @param value SQL
 */
export function abortUnless(condition: string, value: string): string {
  return `CASE WHEN ${condition} THEN ${value} END`;
}
