/**
 * The part of Cloudflare's D1 that is used here. Its callers reject when it fails, unless they say that they
 * never do.
 */
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

/** sql`state = ${state}`: other pieces of SQL are put in, every value is bound. */
export function sql(...[texts, ...parts]: Template): Sql {
  const pieces = parts.map((part) => (part instanceof Sql ? part : new Sql("?", [boundValue(part)])));
  const text = String.raw({ raw: texts }, ...pieces.map((piece) => piece.text));
  return new Sql(
    text,
    pieces.flatMap(({ values }) => values),
  );
}

function boundValue(value: SqlValue): Value {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  const texts = pieces.map(({ text }) => text);
  return new Sql(
    texts.join(separator),
    pieces.flatMap(({ values }) => values),
  );
}

/** statement(db)`DELETE FROM mails WHERE id = ${id}` */
export function statement(db: Database): (...template: Template) => Statement {
  return (...template) => {
    const { text, values } = sql(...template);
    return db.prepare(text).bind(...values);
  };
}

/** The rows of rowsOf<Row>(db)`SELECT …`. */
export function rowsOf<Row>(db: Database): (...template: Template) => Promise<Row[]> {
  return async (...template) => (await statement(db)(...template).all<Row>()).results;
}

type NewRow = Readonly<Record<string, SqlValue>>;

/** The statement that inserts a row. @param after such as ON CONFLICT or RETURNING */
export function insertInto(db: Database, table: string, row: NewRow, after = sql``): Statement {
  const { columns, values } = partsOf(row);
  return statement(db)`INSERT INTO ${new Sql(table)} (${columns}) VALUES (${values}) ${after}`;
}

/** The statement that inserts a row once for each row of a query. @param from what the query reads from */
export function insertWhere(db: Database, table: string, row: NewRow, from: Sql, after = sql``): Statement {
  const { columns, values } = partsOf(row);
  return statement(db)`INSERT INTO ${new Sql(table)} (${columns}) SELECT ${values} FROM ${from} ${after}`;
}

function partsOf(row: NewRow) {
  return {
    columns: new Sql(Object.keys(row).join(", ")),
    values: joinSql(
      Object.values(row).map((value) => sql`${value}`),
      ", ",
    ),
  };
}

/** An upsert's part that gives columns the values of the row that could not be inserted. */
export function setExcluded(columns: readonly string[]): Sql {
  return new Sql(columns.map((column) => `${column} = excluded.${column}`).join(", "));
}

/**
 * Optimistic locking: a value that aborts a write unless a condition holds, such as that a row still has the version that was
 * read. It is for a column that is NOT NULL: where the condition does not hold the value is null, which the database refuses,
 * and everything else in the statement's batch is undone with it. D1 has no transaction in which code could look first, and
 * SQLite raises errors of one's own in triggers only.
 */
export function abortUnless(condition: Sql, value: Sql): Sql {
  return sql`CASE WHEN ${condition} THEN ${value} END`;
}
