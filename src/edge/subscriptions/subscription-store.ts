import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { learnerKeys } from "~/domain/enrolment/learner.ts";
import { type Database, insertInto, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";

export type SubscriptionList =
  | { readonly name: "newsletter" }
  /** `courseId` is `null` for any course. */
  | { readonly name: "opening"; readonly courseId: string | null };

export interface Subscription {
  readonly id: number;
  readonly email: string;
  readonly list: SubscriptionList;
  /** The secret part of the addresses that confirm and unsubscribe. */
  readonly token: string;
  /** ISO 8601, UTC. */
  readonly requestedAt: string;
  readonly confirmedAt: string | null;
}

type Row = Omit<Subscription, "list"> & {
  readonly name: SubscriptionList["name"];
  /** Empty for any course. */
  readonly courseId: string;
};

const COLUMNS = sql`id, email, list AS name, course_id AS courseId, token, requested_at AS requestedAt,
  confirmed_at AS confirmedAt`;

const CONFIRMED_READERS = sql`FROM subscriptions WHERE list = 'newsletter' AND confirmed_at IS NOT NULL`;

function toSubscription({ name, courseId, ...row }: Row): Subscription {
  return { ...row, list: name === "newsletter" ? { name } : { name, courseId: courseId || null } };
}

export function emailKeyOf(email: string): string {
  return learnerKeys({ email, phone: "" }).email ?? "";
}

/** Stores a request, or renews the stored one. @returns its id; `null` if none was stored */
export async function addSubscription(
  db: Database,
  email: string,
  list: SubscriptionList,
  now: Date,
): Promise<number | null> {
  const row = {
    email,
    email_key: emailKeyOf(email),
    list: list.name,
    course_id: list.name === "opening" ? (list.courseId ?? "") : "",
    token: newKey(),
    requested_at: now,
  };
  const stored = await insertInto(
    db,
    "subscriptions",
    row,
    sql`ON CONFLICT DO UPDATE SET requested_at = excluded.requested_at, answered_at = NULL RETURNING id`,
  ).first<{ id: number }>();
  return stored?.id ?? null;
}

export async function findUnanswered(db: Database, id: number): Promise<Subscription | null> {
  const row = await statement(db)`SELECT ${COLUMNS} FROM subscriptions
    WHERE id = ${id} AND answered_at IS NULL`.first<Row>();
  return row && toSubscription(row);
}

/** Notes that a request is answered, unless a newer one has come. */
export async function noteAnswered(
  db: Database,
  { id, requestedAt }: Pick<Subscription, "id" | "requestedAt">,
  now: Date,
): Promise<void> {
  await statement(db)`UPDATE subscriptions SET answered_at = ${now}
    WHERE id = ${id} AND requested_at = ${requestedAt}`.run();
}

export async function unansweredBefore(db: Database, before: Date, limit: number): Promise<number[]> {
  const results = await rowsOf<{ id: number }>(db)`SELECT id FROM subscriptions
    WHERE answered_at IS NULL AND requested_at <= ${before} ORDER BY requested_at LIMIT ${limit}`;
  return results.map(({ id }) => id);
}

export async function findByToken(db: Database, token: string): Promise<number | null> {
  const row = await statement(db)`SELECT id FROM subscriptions
    WHERE token = ${token}`.first<{ id: number }>();
  return row?.id ?? null;
}

export async function noteConfirmed(db: Database, id: number, now: Date): Promise<void> {
  await statement(db)`UPDATE subscriptions SET confirmed_at = coalesce(confirmed_at, ${now})
    WHERE id = ${id}`.run();
}

export function deletingSubscription(db: Database, id: number): Statement {
  return statement(db)`DELETE FROM subscriptions WHERE id = ${id}`;
}

export async function deleteUnconfirmed(db: Database, before: Date): Promise<void> {
  await statement(db)`DELETE FROM subscriptions
    WHERE confirmed_at IS NULL AND requested_at < ${before}`.run();
}

export async function confirmedForOpening(db: Database, limit: number): Promise<Subscription[]> {
  const results = await rowsOf<Row>(db)`SELECT ${COLUMNS} FROM subscriptions
    WHERE list = 'opening' AND confirmed_at IS NOT NULL ORDER BY id LIMIT ${limit}`;
  return results.map(toSubscription);
}

export async function countReaders(db: Database): Promise<number> {
  const row = await statement(db)`SELECT COUNT(*) AS count ${CONFIRMED_READERS}`.first<{ count: number }>();
  return row?.count ?? 0;
}

export async function confirmedReaders(db: Database): Promise<Subscription[]> {
  const results = await rowsOf<Row>(db)`SELECT ${COLUMNS} ${CONFIRMED_READERS} ORDER BY confirmed_at`;
  return results.map(toSubscription);
}
