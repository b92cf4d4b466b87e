/** When each provider's webhook was last received, and from where. Every function here rejects when the database fails. */
import { sha256 } from "~/domain/text.ts";
import { type Database, statement } from "~/edge/database.ts";
import type { Provider } from "./provider.ts";

/** Notes that a provider's webhook came and was accepted. */
export async function noteWebhook(db: Database, provider: Provider, now: Date): Promise<void> {
  await statement(db)`INSERT INTO received_webhooks (provider, received_at) VALUES (${provider}, ${now})
    ON CONFLICT (provider) DO UPDATE SET received_at = excluded.received_at`.run();
}

/** Whether a provider's webhook was received since then. */
export async function wasWebhookReceived(db: Database, provider: Provider, since: Date): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM received_webhooks
    WHERE provider = ${provider} AND received_at >= ${since}`.first();
  return row !== null;
}

/** Notes that a provider's own webhook came from an address. */
export async function noteSender(
  db: Database,
  provider: Provider,
  address: string,
  now: Date,
): Promise<void> {
  await statement(db)`INSERT INTO webhook_senders (sender, received_at)
    VALUES (${await sha256(`${provider} ${address}`)}, ${now})
    ON CONFLICT (sender) DO UPDATE SET received_at = excluded.received_at`.run();
}

/** Deletes the senders from which nothing has come since then. */
export async function deleteSenders(db: Database, before: Date): Promise<void> {
  await statement(db)`DELETE FROM webhook_senders WHERE received_at < ${before}`.run();
}

/** Whether a provider's own webhook came from an address before. */
export async function isKnownSender(db: Database, provider: Provider, address: string): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM webhook_senders
    WHERE sender = ${await sha256(`${provider} ${address}`)}`.first();
  return row !== null;
}
