/** The edge's database, which fails now and then, and which a broken edge uses otherwise than it should. */
import type { Database, Statement } from "~/edge/database.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { currentProcess } from "./virtual-time.ts";
import { drawFault, strike, type World } from "./world.ts";

/** The note that a mail was delivered: one that is lost between the mail server's yes and this lets the mail go again. */
const DELIVERY_NOTE = /SET status = 'delivered'/;

/**
 * A database some milliseconds away that refuses now and then, or does what it is asked and cannot say so.
 * @param onNoteLost called when a mail's delivery could not be noted
 */
export function faultyDatabase(world: World, database: Database, onNoteLost: () => void): Database {
  async function ask<T>(sql: string, act: () => Promise<T>): Promise<T> {
    const worker = currentProcess();
    await world.time.wait(world.random.between(1, 15));
    const isNote = DELIVERY_NOTE.test(sql);
    if (worker && drawFault(world, world.plan.workers)) {
      strike(world, "worker ends in the middle");
      if (isNote) onNoteLost();
      worker.end();
      // The process that waits for this has ended: it gets no answer.
      return new Promise<never>(() => undefined);
    }
    const fault = world.plan.database
      .map((trouble) => drawFault(world, trouble))
      .find((kind) => kind !== null);
    if (fault === "refuses") {
      strike(world, "D1 refuses");
      if (isNote) onNoteLost();
      throw new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
    }
    const result = await act();
    // The mail was withdrawn while it was on its way: nothing is left to note it on.
    if (isNote && (result as { meta?: { changes: number } }).meta?.changes === 0) onNoteLost();
    if (fault === "loses the answer") {
      strike(world, "D1 loses the answer");
      throw new Error("D1_ERROR: Network connection lost.");
    }
    return result;
  }

  return throughHands(database, {
    run: ask,
    batch: (parts) => ask("", () => database.batch(parts.map(({ statement }) => statement))),
  });
}

/** The database, as a broken edge uses it. */
export function brokenDatabase(
  { time, random }: World,
  edge: BrokenEdge | null,
  database: Database,
): Database {
  if (!edge?.sql && !edge?.slow && !edge?.apart) return database;
  const { sql: [written, instead] = ["", ""], slow, apart } = edge;
  const dawdle = async (...sqls: string[]) => {
    const isSlow = slow && sqls.some((sql) => sql.includes(slow[0]));
    // Where everything is as slow, what comes last has read last.
    if (isSlow && random.chance(0.5)) await time.wait(random.between(0, slow[1]));
  };
  const rewritten: Database = {
    ...database,
    prepare: (sql) => database.prepare(sql.replace(written, instead)),
  };
  return throughHands(rewritten, {
    run: (sql, act) => dawdle(sql).then(act),
    batch: async (parts) => {
      await dawdle(...parts.map(({ sql }) => sql));
      const statements = parts.map(({ statement }) => statement);
      const [first, ...others] = statements;
      if (!apart || !first || !parts[0]?.sql.includes(apart)) return database.batch(statements);
      await first.run();
      return database.batch(others);
    },
  });
}

/** A statement, and the SQL that it was asked for with. */
interface Part {
  readonly sql: string;
  readonly statement: Statement;
}

/** A database whose statements pass through somebody's hands before they run. */
function throughHands(
  database: Database,
  hands: {
    run<T>(sql: string, act: () => Promise<T>): Promise<T>;
    batch(parts: readonly Part[]): Promise<unknown>;
  },
): Database {
  const known = new WeakMap<Statement, Part>();
  function wrap(sql: string, statement: Statement): Statement {
    const wrapped: Statement = {
      bind: (...values) => wrap(sql, statement.bind(...values)),
      run: () => hands.run(sql, () => statement.run()),
      all: <Row>() => hands.run(sql, () => statement.all<Row>()),
      first: <Row>() => hands.run(sql, () => statement.first<Row>()),
    };
    known.set(wrapped, { sql, statement });
    return wrapped;
  }
  return {
    prepare: (sql) => wrap(sql, database.prepare(sql)),
    batch: (statements) =>
      hands.batch(
        statements.map((each) => {
          const part = known.get(each);
          if (!part) throw new Error("A statement of another database.");
          return part;
        }),
      ),
  };
}
