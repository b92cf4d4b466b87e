import type { Database, Statement } from "~/edge/database.ts";
import { currentProcess } from "./virtual-time.ts";
import type { World } from "./world.ts";

/** The note that a mail was delivered: one that is lost between the mail server's yes and this lets the mail go again. */
const DELIVERY_NOTE = /SET status = 'delivered'/;

/** A statement of this database. */
interface Asked extends Statement {
  readonly sql: string;
  /** It in the database below. */
  readonly real: Statement;
}

/**
 * A database some milliseconds away that refuses now and then, or does what it is asked and cannot say so, as a broken edge
 * uses it.
 * @param onNoteLost called when a mail's delivery could not be noted
 */
export function campaignDatabase(world: World, onNoteLost: () => void): Database {
  const { time, random, plan, database } = world;
  const { sql: [written, instead] = ["", ""], slow, apart } = world.broken ?? {};

  /** @param sql empty for a batch */
  async function ask<T>(sql: string, act: () => Promise<T>): Promise<T> {
    const worker = currentProcess();
    await time.wait(random.between(1, 15));
    const isNote = DELIVERY_NOTE.test(sql);
    if (worker && world.drawFault(plan.workers)) {
      world.strike("worker ends in the middle");
      if (isNote) onNoteLost();
      worker.end();
      // The process that waits for this has ended: it gets no answer.
      return new Promise<never>(() => undefined);
    }
    const fault = plan.database.map((trouble) => world.drawFault(trouble)).find((kind) => kind !== null);
    if (fault === "refuses") {
      world.strike("D1 refuses");
      if (isNote) onNoteLost();
      throw new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
    }
    const result = await act();
    // The mail was withdrawn while it was on its way: nothing is left to note it on.
    if (isNote && (result as { meta?: { changes: number } }).meta?.changes === 0) onNoteLost();
    if (fault === "loses the answer") {
      world.strike("D1 loses the answer");
      throw new Error("D1_ERROR: Network connection lost.");
    }
    return result;
  }

  async function dawdle(sqls: readonly string[]): Promise<void> {
    const isSlow = slow && sqls.some((sql) => sql.includes(slow[0]));
    // Where everything is as slow, what comes last has read last.
    if (isSlow && random.chance(0.5)) await time.wait(random.between(0, slow[1]));
  }

  function statement(sql: string, real: Statement): Asked {
    const run = <T>(act: () => Promise<T>) =>
      slow ? dawdle([sql]).then(() => ask(sql, act)) : ask(sql, act);
    return {
      sql,
      real,
      bind: (...values) => statement(sql, real.bind(...values)),
      run: () => run(() => real.run()),
      all: <Row>() => run(() => real.all<Row>()),
      first: <Row>() => run(() => real.first<Row>()),
    };
  }

  return {
    prepare: (sql) => statement(sql, database.prepare(sql.replace(written, instead))),
    batch: async (statements) => {
      const asked = statements as Asked[];
      if (slow) await dawdle(asked.map(({ sql }) => sql));
      const isApart = apart !== undefined && asked[0]?.sql.includes(apart);
      if (isApart) await asked[0]?.run();
      return ask("", () => database.batch(asked.slice(isApart ? 1 : 0).map(({ real }) => real)));
    },
  };
}
