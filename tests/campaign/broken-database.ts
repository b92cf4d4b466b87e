import type { Database, Statement } from "~/edge/database.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import type { World } from "./world.ts";

/** The database, as a broken edge uses it. */
export function brokenDatabase(
  { time, random }: World,
  edge: BrokenEdge | null,
  database: Database,
): Database {
  if (!edge?.sql && !edge?.slow && !edge?.apart) return database;
  const { sql: [written, instead] = ["", ""], slow, apart } = edge;
  const sqlOf = new WeakMap<Statement, string>();
  const has = (statement: Statement | undefined, words: string) =>
    statement !== undefined && sqlOf.get(statement)?.includes(words) === true;
  const inner = new WeakMap<Statement, Statement>();
  const dawdle = async (statements: readonly Statement[]) => {
    const isSlow = slow && statements.some((each) => has(each, slow[0]));
    // Where everything is as slow, what comes last has read last.
    if (isSlow && random.chance(0.5)) await time.wait(random.between(0, slow[1]));
  };

  function wrap(sql: string, statement: Statement): Statement {
    const wrapped: Statement = {
      bind: (...values) => wrap(sql, statement.bind(...values)),
      run: () => dawdle([wrapped]).then(() => statement.run()),
      all: <Row>() => dawdle([wrapped]).then(() => statement.all<Row>()),
      first: <Row>() => dawdle([wrapped]).then(() => statement.first<Row>()),
    };
    sqlOf.set(wrapped, sql);
    inner.set(wrapped, statement);
    return wrapped;
  }

  return {
    prepare: (sql) => wrap(sql, database.prepare(sql.replace(written, instead))),
    batch: async (statements) => {
      await dawdle(statements);
      const plain = statements.flatMap((each) => inner.get(each) ?? []);
      const [first, ...others] = plain;
      if (!apart || !first || !has(statements[0], apart)) return database.batch(plain);
      await first.run();
      return database.batch(others);
    },
  };
}
