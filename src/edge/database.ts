/** As much of Cloudflare's D1 as is used here. Values are bound, never written into the SQL. */
export interface Database {
  prepare(sql: string): Statement;
  /** Runs all statements in one transaction. */
  batch(statements: Statement[]): Promise<unknown>;
}

/** A value as it is bound. */
export type Value = string | number | null;

export interface Statement {
  bind(...values: Value[]): Statement;
  run(): Promise<{ meta: { changes: number } }>;
  all<Row>(): Promise<{ results: Row[] }>;
  /** The first row; null when there is none. */
  first<Row>(): Promise<Row | null>;
}

/** A row to insert: its columns by name. */
export type NewRow = Readonly<Record<string, Value>>;

/**
 * The statement that inserts a row, with each value beside the name of its column.
 * @param after SQL, such as ON CONFLICT or RETURNING
 */
export function insertInto(db: Database, table: string, row: NewRow, after = ""): Statement {
  const { columns, values, marks } = partsOf(row);
  return db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${marks}) ${after}`).bind(...values);
}

/**
 * The statement that inserts a row once for each row of a query: for none, nothing is inserted.
 * @param query SQL from FROM on, and the values bound in it
 * @param after SQL, such as ON CONFLICT
 */
export function insertWhere(
  db: Database,
  table: string,
  row: NewRow,
  query: { readonly from: string; readonly values: readonly Value[] },
  after = "",
): Statement {
  const { columns, values, marks } = partsOf(row);
  return db
    .prepare(`INSERT INTO ${table} (${columns}) SELECT ${marks} FROM ${query.from} ${after}`)
    .bind(...values, ...query.values);
}

function partsOf(row: NewRow) {
  const columns = Object.keys(row);
  return {
    columns: columns.join(", "),
    values: Object.values(row),
    marks: columns.map(() => "?").join(", "),
  };
}

/** The SQL of an upsert that gives columns the values of the row that could not be inserted. */
export function setExcluded(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(", ");
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

/** Runs statements on the database of a command, and returns the rows of each. */
export type Query = (statements: readonly string[]) => Promise<Record<string, unknown>[][]>;

/**
 * A text as SQLite reads it between quotes: wrangler takes whole statements, without values bound to them.
 * @throws RangeError for a text with a NUL, at which SQLite would stop reading
 */
export function sqlText(text: string): string {
  if (text.includes("\0")) throw new RangeError("A text with a NUL character cannot be looked for.");
  return `'${text.replaceAll("'", "''")}'`;
}
