/** The part of Cloudflare's D1 that the edge uses. Functions that call it reject if it fails. */
export interface Database {
  prepare(sql: string): Statement;
  /** Runs all statements in one transaction. */
  batch(statements: Statement[]): Promise<readonly { results: unknown[] }[]>;
}

export type Value = string | number | null;

export interface Statement {
  bind(...values: Value[]): Statement;
  run(): Promise<{ meta: { changes: number } }>;
  all<Row>(): Promise<{ results: Row[] }>;
  first<Row>(): Promise<Row | null>;
}

/** A value in SQL: a time is stored as ISO 8601 in UTC, true and false as 1 and 0. */
type SqlValue = Value | Date | boolean;

/** A piece of SQL, with the values that are bound in it. */
export class Sql {
  constructor(
    readonly text: string,
    readonly values: readonly Value[] = [],
  ) {}
}

type Template = [texts: TemplateStringsArray, ...parts: (SqlValue | Sql)[]];

/** Returns SQL from a template, sql`state = ${state}`. Pieces of SQL are inserted, other values are bound. */
export function sql(...[texts, ...parts]: Template): Sql {
  const pieces = parts.map((part) => (part instanceof Sql ? part : new Sql("?", [boundValue(part)])));
  const text = String.raw({ raw: texts }, ...pieces.map((piece) => piece.text));
  return new Sql(text, valuesOf(pieces));
}

function valuesOf(pieces: readonly Sql[]): Value[] {
  return pieces.flatMap(({ values }) => values);
}

function boundValue(value: SqlValue): Value {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  return new Sql(pieces.map(({ text }) => text).join(separator), valuesOf(pieces));
}

/** Returns a tag for one statement: statement(db)`DELETE FROM mails WHERE id = ${id}`. */
export function statement(db: Database): (...template: Template) => Statement {
  return (...template) => {
    const { text, values } = sql(...template);
    return db.prepare(text).bind(...values);
  };
}

/** Returns a tag that reads rows: rowsOf<Row>(db)`SELECT …`. */
export function rowsOf<Row>(db: Database): (...template: Template) => Promise<Row[]> {
  return async (...template) => (await statement(db)(...template).all<Row>()).results;
}

type NewRow = Readonly<Record<string, SqlValue>>;

/** Returns the statement that inserts a row. @param after a clause such as ON CONFLICT or RETURNING */
export function insertInto(db: Database, table: string, row: NewRow, after = sql``): Statement {
  const { columns, values } = partsOf(row);
  return statement(db)`INSERT INTO ${new Sql(table)} (${columns}) VALUES (${values}) ${after}`;
}

/** Returns the statement that inserts a row once for each row of a query. @param from the query's source */
export function insertWhere(db: Database, table: string, row: NewRow, from: Sql, after = sql``): Statement {
  const { columns, values } = partsOf(row);
  return statement(db)`INSERT INTO ${new Sql(table)} (${columns}) SELECT ${values} FROM ${from} ${after}`;
}

function partsOf(row: NewRow) {
  const values = Object.values(row).map((value) => sql`${value}`);
  return { columns: new Sql(Object.keys(row).join(", ")), values: joinSql(values, ", ") };
}

/** Returns the part of an upsert that sets columns to the values of the row that was not inserted. */
export function setExcluded(columns: readonly string[]): Sql {
  return new Sql(columns.map((column) => `${column} = excluded.${column}`).join(", "));
}

/**
 * Returns a value that aborts a write unless a condition holds, such as that a row has the version that was
 * read (optimistic locking). Otherwise the value is null, which a NOT NULL column refuses, and the whole
 * batch is undone. D1 has no transaction in which code could read first.
 */
export function abortUnless(condition: Sql, value: Sql): Sql {
  return sql`CASE WHEN ${condition} THEN ${value} END`;
}
