import { HTTPError, SchemaValidationError } from "ky";
import type { Currency, Money } from "~/domain/money/money.ts";
import { logError } from "~/edge/log.ts";

/** The two providers: Paystack takes naira, PayPal dollars. */
export type Provider = "paystack" | "paypal";

/** How money came: through a provider, or as staff recorded it; or there was nothing to pay, by a voucher. */
export type Channel = Provider | StaffChannel | "voucher";
export const STAFF_CHANNELS = ["transfer", "cash"] as const;
export type StaffChannel = (typeof STAFF_CHANNELS)[number];

export const CHANNELS: readonly Channel[] = ["paystack", "paypal", ...STAFF_CHANNELS, "voucher"];

export const CHANNEL_NAMES: Record<Channel, string> = {
  paystack: "Paystack",
  paypal: "PayPal",
  transfer: "bank transfer",
  cash: "cash",
  voucher: "voucher",
};

/** Whether no provider knows of it: staff have recorded it, or a voucher left nothing to pay. */
export function isOfStaff(channel: Channel): channel is StaffChannel | "voucher" {
  return channel !== "paystack" && channel !== "paypal";
}

export const CURRENCY_OF: Record<Provider, Currency> = { paystack: "NGN", paypal: "USD" };
export const PROVIDER_OF: Record<Currency, Provider> = { NGN: "paystack", USD: "paypal" };

/** Returns how an order is paid: through the currency's provider, unless a voucher leaves nothing to pay. */
export function channelOf({ currency, minor }: Money): Provider | "voucher" {
  return minor === 0 ? "voucher" : PROVIDER_OF[currency];
}

/** A stretch of time that a provider is asked about: from its beginning up to, and without, its end. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** How long a provider's server may take for one answer. */
export const PROVIDER_TIMEOUT_MS = 10_000;

/** A provider that gave no answer that can be used. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    message: string,
    /** HTTP status of the answer; null when there was none in time, or none that is whole. */
    readonly status: number | null,
    /** The provider's own error code, e.g. "ORDER_NOT_APPROVED"; null when it gave none. */
    readonly issue: string | null = null,
  ) {
    super(message);
  }

  /** Whether the same request may work later: no answer, or the provider is in trouble. */
  get isTransient(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

/** @param what the request in words, for the log: no personal data */
export function toProviderError(what: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof SchemaValidationError) {
    logError("provider-answer-unreadable", { what, at: pathOf(error) });
    return new ProviderError(`${what}: unknown shape`, 200);
  }
  if (error instanceof SyntaxError) {
    logError("provider-answer-unreadable", { what, at: null });
    return new ProviderError(`${what}: no JSON`, null);
  }
  if (!(error instanceof HTTPError)) return new ProviderError(`${what}: no answer`, null);
  const { status } = error.response;
  const issue = issueIn(error.data);
  return new ProviderError(`${what}: ${status}${issue ? ` ${issue}` : ""}`, status, issue);
}

/** Which field of an answer has another shape; its name is not personal data. */
function pathOf({ issues: [issue] }: SchemaValidationError): string {
  return (issue?.path ?? []).map((key) => String(typeof key === "object" ? key.key : key)).join(".");
}

/** PayPal: `{ name, details: [{ issue }] }`; Paystack: `{ code }`. */
function issueIn(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const { details, name, code } = data as { details?: unknown; name?: unknown; code?: unknown };
  const first: unknown = Array.isArray(details) ? details[0]?.issue : undefined;
  return [first, name, code].find((text) => typeof text === "string") ?? null;
}

/** A provider's date as ISO 8601 in UTC; `now` where there is none that can be read. */
export function isoDate(text: string | null | undefined, now: Date): string {
  const date = new Date(text ?? "");
  return (Number.isNaN(date.getTime()) ? now : date).toISOString();
}

/** A longer list is a fault. */
const MOST_PAGES = 100;

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/** @param read asks for a page, counted from 1 @throws Error after a hundred pages */
export async function eachPage<Row>(
  read: (page: number) => Promise<Page<Row>>,
  use: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows, isLast } = await read(page);
    await use(rows);
    if (isLast) return;
  }
  throw new Error("A provider's list has more pages than are read.");
}
