import type { Database } from "~/edge/database.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { MailServer } from "~/edge/mail/deliver-mail.ts";
import { type AccountKind, accountKinds, type PaymentProviders } from "~/edge/payments/payment-providers.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import { lastCompared } from "~/edge/reconciliation/reconciliation-store.ts";
import { appliedMigrations, type DatabaseCounts, MIGRATIONS, measureDatabase } from "./measure-database.ts";

/** While one of these lasts, nothing that a visitor does is stored. */
export type Failure = "database-unreachable" | "schema-outdated" | "queue-not-bound";

/** Staff should look, though nothing is lost yet. */
export type Attention =
  | "mail-not-set"
  | "mail-settings-unusable"
  | "mails-failed"
  | "mails-overdue"
  | "payment-checks-overdue";

/** The state of the edge. Public: it has neither personal data nor secrets. */
export interface Health {
  /** `failing`: visitors are turned away; `attention`: see that list. */
  readonly status: "ok" | "attention" | "failing";
  readonly failures: readonly Failure[];
  readonly attention: readonly Attention[];
  /** The last migration that this code needs, and the last that was applied; null when that is not known. */
  readonly schema: { readonly expected: string | null; readonly applied: string | null };
  /** `not-set`: mails stay in the database. */
  readonly mail: MailServer["state"];
  /** The providers' accounts, and whether PayPal's webhooks are accepted. */
  readonly payments: Readonly<Record<Provider, AccountKind>> & { readonly paypalWebhook: boolean };
  /** Null when the database cannot be read. */
  readonly counts: DatabaseCounts | null;
  /** When each provider's books were last compared completely, ISO 8601; null where they never were. */
  readonly booksCompared: { readonly paystack: string | null; readonly paypal: string | null } | null;
}

export interface HealthTools {
  readonly db: Database;
  readonly hasQueue: boolean;
  readonly mail: MailServer["state"];
  readonly providers: PaymentProviders;
  readonly now: Date;
}

const TIMEOUT_MS = 5_000;

/** Looks at the database, the queue and the settings. Never rejects: what does not answer in time is a failure. */
export async function checkHealth(tools: HealthTools): Promise<Health> {
  const { providers, hasQueue, mail } = tools;
  const database = await checkDatabase(tools);
  const failures: Failure[] = [...database.failures, ...(hasQueue ? [] : ["queue-not-bound" as const])];
  const attention = attentionOf(mail, database.counts);
  const unfailing = attention.length > 0 ? "attention" : "ok";
  return {
    status: failures.length > 0 ? "failing" : unfailing,
    failures,
    attention,
    schema: { expected: MIGRATIONS.at(-1) ?? null, applied: database.applied },
    mail,
    payments: {
      ...accountKinds(providers),
      paypalWebhook: Boolean(providers.paypal?.webhookId),
    },
    counts: database.counts,
    booksCompared: database.booksCompared,
  };
}

interface DatabaseState {
  readonly failures: readonly Failure[];
  readonly applied: string | null;
  readonly counts: Health["counts"];
  readonly booksCompared: Health["booksCompared"];
}

async function checkDatabase(tools: HealthTools): Promise<DatabaseState> {
  try {
    return await within(TIMEOUT_MS, readDatabaseState(tools));
  } catch (error) {
    logError("health-database-failed", { reason: reasonOf(error) });
    return { failures: ["database-unreachable"], applied: null, counts: null, booksCompared: null };
  }
}

async function readDatabaseState({ db, now }: HealthTools): Promise<DatabaseState> {
  const names = (await appliedMigrations(db)) ?? [];
  const applied = [...names].sort().at(-1) ?? null;
  // A database may be ahead: it is migrated before the code that needs it is deployed.
  if (!MIGRATIONS.every((name) => names.includes(name))) {
    return { failures: ["schema-outdated"], applied, counts: null, booksCompared: null };
  }
  const booksCompared = {
    paystack: await lastCompared(db, "paystack"),
    paypal: await lastCompared(db, "paypal"),
  };
  return { failures: [], applied, counts: await measureDatabase(db, now), booksCompared };
}

function attentionOf(mail: Health["mail"], counts: DatabaseCounts | null): Attention[] {
  const reasons: Record<Attention, boolean> = {
    "mail-not-set": mail === "not-set",
    "mail-settings-unusable": mail === "unusable",
    "mails-failed": (counts?.mails.failed ?? 0) > 0,
    "mails-overdue": (counts?.mails.overdue ?? 0) > 0,
    "payment-checks-overdue": (counts?.payments.overdue ?? 0) > 0,
  };
  return (Object.keys(reasons) as Attention[]).filter((reason) => reasons[reason]);
}

/** @throws Error when the work takes longer than so many ms */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The database did not answer in time.")), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
