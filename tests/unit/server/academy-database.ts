import { readdirSync, readFileSync } from "node:fs";
import { getPlatformProxy } from "wrangler";
import type { Database } from "~/server/database.ts";

const MIGRATIONS = new URL("../../../src/server/migrations/", import.meta.url);

export interface AcademyDatabase {
  db: Database;
  /** Forgets every mail, so that each test begins with an empty table. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Cloudflare's own D1 in memory, empty, bound as wrangler.jsonc says. `migrated: false` leaves out the table. */
export async function startAcademyDatabase({ migrated = true } = {}): Promise<AcademyDatabase> {
  const { env, dispose } = await getPlatformProxy<{ DB: Database }>({
    persist: false,
    remoteBindings: false,
    envFiles: [],
  });
  if (migrated) await migrate(env.DB);
  return {
    db: env.DB,
    clear: async () => {
      // What belongs to a mail goes with it.
      await env.DB.prepare("DELETE FROM mails").run();
    },
    stop: dispose,
  };
}

async function migrate(db: Database): Promise<void> {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  for (const file of files) {
    for (const statement of statementsOf(readFileSync(new URL(file, MIGRATIONS), "utf8"))) {
      await db.prepare(statement).run();
    }
  }
}

/** D1 prepares one statement at a time; the migrations hold no semicolon inside of one. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
