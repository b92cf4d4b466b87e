import { sha256 } from "~/domain/digest.ts";
import { type Database, statement } from "~/edge/database.ts";
import type { Provider } from "./provider.ts";

export async function noteWebhook(db: Database, provider: Provider, now: Date): Promise<void> {
  await statement(db)`INSERT INTO received_webhooks (provider, received_at) VALUES (${provider}, ${now})
    ON CONFLICT (provider) DO UPDATE SET received_at = excluded.received_at`.run();
}

export async function wasWebhookReceived(db: Database, provider: Provider, since: Date): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM received_webhooks
    WHERE provider = ${provider} AND received_at >= ${since}`.first();
  return row !== null;
}

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

export async function deleteSenders(db: Database, before: Date): Promise<void> {
  await statement(db)`DELETE FROM webhook_senders WHERE received_at < ${before}`.run();
}

export async function isKnownSender(db: Database, provider: Provider, address: string): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM webhook_senders
    WHERE sender = ${await sha256(`${provider} ${address}`)}`.first();
  return row !== null;
}
