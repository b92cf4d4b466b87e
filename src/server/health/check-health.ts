import type { Database } from "../database.ts";
import { logError, reasonOf } from "../log.ts";
import { type SmtpEnv, smtpSettings } from "../mail/smtp-settings.ts";
import type { PaymentProviders } from "../payments/payment-providers.ts";
import { appliedMigrations, type DatabaseCounts, measureDatabase } from "./measure-database.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Without these nothing that a visitor does is kept. */
export type Failure = "database-unreachable" | "schema-outdated" | "queue-not-bound";

/** Somebody should look, though nothing is lost yet. */
export type Attention =
  | "mail-not-set"
  | "mail-settings-unusable"
  | "mails-parked"
  | "mails-overdue"
  | "payment-checks-overdue";

/** How the server's side is. It names nobody and holds no secret: anybody may read it. */
export interface Health {
  /** `failing`: visitors are turned away; `attention`: see that list. */
  readonly status: "ok" | "attention" | "failing";
  readonly failures: readonly Failure[];
  readonly attention: readonly Attention[];
  /** The last migration that this code needs, and the last that was applied; null when that is not known. */
  readonly schema: { readonly expected: string | null; readonly applied: string | null };
  /** `not-set`: mails stay in the database. */
  readonly mail: "smtp" | "not-set" | "unusable";
  /** What the edge can ask and whom it believes, as far as secrets are set. */
  readonly payments: {
    readonly paystack: boolean;
    readonly paypal: boolean;
    readonly paypalWebhook: boolean;
  };
  /** Null when the database cannot tell. */
  readonly counts: DatabaseCounts | null;
}

export interface HealthTools {
  readonly db: Database;
  readonly hasQueue: boolean;
  readonly smtp: SmtpEnv;
  readonly providers: PaymentProviders;
  readonly now: Date;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;

/** Looks at the database, the queue and the settings. Never rejects: what does not answer in time is a failure. */
export async function checkHealth(tools: HealthTools): Promise<Health> {
  const { providers, hasQueue } = tools;
  const database = await checkDatabase(tools);
  const mail = mailState(tools.smtp);
  const failures: Failure[] = [...database.failures, ...(hasQueue ? [] : ["queue-not-bound" as const])];
  const attention = attentionOf(mail, database.counts);
  return {
    status: failures.length > 0 ? "failing" : attention.length > 0 ? "attention" : "ok",
    failures,
    attention,
    schema: { expected: MIGRATIONS.at(-1) ?? null, applied: database.applied },
    mail,
    payments: {
      paystack: providers.paystack !== null,
      paypal: providers.paypal !== null,
      paypalWebhook: Boolean(providers.paypal?.webhookId),
    },
    counts: database.counts,
  };
}

interface DatabaseState {
  readonly failures: readonly Failure[];
  readonly applied: string | null;
  readonly counts: DatabaseCounts | null;
}

async function checkDatabase(tools: HealthTools): Promise<DatabaseState> {
  try {
    return await within(tools.timeoutMs ?? TIMEOUT_MS, lookAtDatabase(tools));
  } catch (error) {
    logError("health-database-failed", { reason: reasonOf(error) });
    return { failures: ["database-unreachable"], applied: null, counts: null };
  }
}

async function lookAtDatabase({ db, now }: HealthTools): Promise<DatabaseState> {
  const names = (await appliedMigrations(db)) ?? [];
  const applied = [...names].sort().at(-1) ?? null;
  // A database may be ahead: it is migrated before the code that needs it is deployed.
  if (!MIGRATIONS.every((name) => names.includes(name))) {
    return { failures: ["schema-outdated"], applied, counts: null };
  }
  return { failures: [], applied, counts: await measureDatabase(db, now) };
}

function mailState(smtp: SmtpEnv): Health["mail"] {
  try {
    return smtpSettings(smtp) ? "smtp" : "not-set";
  } catch {
    return "unusable";
  }
}

function attentionOf(mail: Health["mail"], counts: DatabaseCounts | null): Attention[] {
  const reasons: Record<Attention, boolean> = {
    "mail-not-set": mail === "not-set",
    "mail-settings-unusable": mail === "unusable",
    "mails-parked": (counts?.mails.parked ?? 0) > 0,
    "mails-overdue": (counts?.mails.overdue ?? 0) > 0,
    "payment-checks-overdue": (counts?.registrations.overdue ?? 0) > 0,
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
