import { readdirSync, readFileSync } from "node:fs";
import { getPlatformProxy } from "wrangler";
import type { MailDatabase } from "~/server/mail/mail-store.ts";

const MIGRATIONS = new URL("../../../src/server/migrations/", import.meta.url);

export interface AcademyDatabase {
  db: MailDatabase;
  /** Forgets every mail, so that each test begins with an empty table. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Cloudflare's own D1 in memory, empty, bound as wrangler.jsonc says. `migrated: false` leaves out the table. */
export async function startAcademyDatabase({ migrated = true } = {}): Promise<AcademyDatabase> {
  const { env, dispose } = await getPlatformProxy<{ DB: MailDatabase }>({
    persist: false,
    remoteBindings: false,
    envFiles: [],
  });
  if (migrated) await migrate(env.DB);
  return {
    db: env.DB,
    clear: async () => {
      await env.DB.prepare("DELETE FROM mails").run();
    },
    stop: dispose,
  };
}

async function migrate(db: MailDatabase): Promise<void> {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  for (const file of files) await db.prepare(readFileSync(new URL(file, MIGRATIONS), "utf8")).run();
}
