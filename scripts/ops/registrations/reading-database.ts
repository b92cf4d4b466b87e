import type { Database, Statement } from "~/edge/database.ts";
import type { Query } from "~/edge/query.ts";
import { sqlText } from "~/edge/sql-text.ts";

/**
 * The database of a command as the site's own questions ask it: what they bind is written into the statement, which wrangler
 * takes as a whole. It only reads.
 */
export function readingDatabase(query: Query): Pick<Database, "prepare"> {
  const statement = (sql: string): Statement => {
    const rows = async <Row>() => ((await query([sql]))[0] ?? []) as Row[];
    return {
      bind: (...values) => statement(withValues(sql, values)),
      all: async <Row>() => ({ results: await rows<Row>() }),
      first: async <Row>() => (await rows<Row>())[0] ?? null,
      run: () => Promise.reject(new Error("A command that lists changes nothing.")),
    };
  };
  return { prepare: statement };
}

/** @throws RangeError where the statement has room for more values, or fewer */
function withValues(sql: string, values: readonly (string | number | null)[]): string {
  const parts = sql.split("?");
  if (parts.length !== values.length + 1) throw new RangeError("A statement has another number of values.");
  return parts
    .map((part, index) => part + (index < values.length ? literal(values[index] ?? null) : ""))
    .join("");
}

function literal(value: string | number | null): string {
  return typeof value === "string" ? sqlText(value) : String(value ?? "NULL");
}
