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
