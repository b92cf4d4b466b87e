import type { Database, Statement } from "~/edge/database.ts";
import { currentProcess } from "./virtual-time.ts";
import { drawFault, strike, type World } from "./world.ts";

type Bound = Parameters<Statement["bind"]>;

/** The note that a mail was delivered: one that is lost between the mail server's yes and this lets the mail go again. */
const DELIVERY_NOTE = /SET status = 'delivered'/;

/**
 * A database some milliseconds away that refuses now and then, or does what it is asked and cannot say so.
 * @param onNoteLost called when a mail's delivery could not be noted
 */
export function faultyDatabase(world: World, database: Database, onNoteLost: () => void): Database {
  const inner = new WeakMap<Statement, Statement>();

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

  function wrap(sql: string, statement: Statement): Statement {
    const wrapped: Statement = {
      bind: (...values: Bound) => wrap(sql, statement.bind(...values)),
      run: () => ask(sql, () => statement.run()),
      all: <Row>() => ask(sql, () => statement.all<Row>()),
      first: <Row>() => ask(sql, () => statement.first<Row>()),
    };
    inner.set(wrapped, statement);
    return wrapped;
  }

  return {
    prepare: (sql) => wrap(sql, database.prepare(sql)),
    batch: (statements) => {
      const plain = statements.map((statement) => {
        const found = inner.get(statement);
        if (!found) throw new Error("A statement of another database.");
        return found;
      });
      return ask("", () => database.batch(plain));
    },
  };
}
