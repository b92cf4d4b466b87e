import { HTTPError, SchemaValidationError } from "ky";
import type { Currency, Money } from "~/domain/money/money.ts";
import { logError } from "~/edge/log.ts";

/** The two providers: Paystack takes naira, PayPal dollars. */
export type Provider = "paystack" | "paypal";

/** The way of a payment: a provider, staff who recorded it, or a voucher that left nothing to pay. */
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

/** Whether a payment went through no provider: staff recorded it, or a voucher left nothing to pay. */
export function isWithoutProvider(channel: Channel): channel is StaffChannel | "voucher" {
  return channel !== "paystack" && channel !== "paypal";
}

export const CURRENCY_OF: Record<Provider, Currency> = { paystack: "NGN", paypal: "USD" };
export const PROVIDER_OF: Record<Currency, Provider> = { NGN: "paystack", USD: "paypal" };

/** Returns the channel of an order: the currency's provider, or "voucher" if nothing is left to pay. */
export function channelOf({ currency, minor }: Money): Provider | "voucher" {
  return minor === 0 ? "voucher" : PROVIDER_OF[currency];
}

/** A period that includes its beginning but not its end. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

export const PROVIDER_TIMEOUT_MS = 10_000;

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    message: string,
    /** The HTTP status of the response; `null` if none came in time or it was incomplete. */
    readonly status: number | null,
    /** The provider's own error code, such as "ORDER_NOT_APPROVED"; `null` if it gave none. */
    readonly issue: string | null = null,
  ) {
    super(message);
  }

  /** Whether the same request may succeed later, because the provider did not respond or is in trouble. */
  get isTransient(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

/** Converts any error of a request. @param request the request in words for the log, without personal data */
export function toProviderError(request: string, error: unknown): ProviderError {
  if (error instanceof SchemaValidationError) {
    logError("provider-answer-unreadable", { what: request, at: pathOf(error) });
    return new ProviderError(`${request}: unknown shape`, 200);
  }
  if (error instanceof SyntaxError) {
    logError("provider-answer-unreadable", { what: request, at: null });
    return new ProviderError(`${request}: no JSON`, null);
  }
  if (!(error instanceof HTTPError)) return new ProviderError(`${request}: no answer`, null);
  const { status } = error.response;
  const issue = issueIn(error.data);
  return new ProviderError(`${request}: ${status}${issue ? ` ${issue}` : ""}`, status, issue);
}

/** Returns the path of the field whose shape is wrong. It is logged, because it is not personal data. */
function pathOf({ issues: [issue] }: SchemaValidationError): string {
  return (issue?.path ?? []).map((key) => String(typeof key === "object" ? key.key : key)).join(".");
}

/** Returns a response's error code: PayPal's `{ name, details: [{ issue }] }` or Paystack's `{ code }`. */
function issueIn(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const { details, name, code } = data as { details?: unknown; name?: unknown; code?: unknown };
  const issue: unknown = Array.isArray(details) ? details[0]?.issue : undefined;
  return [issue, name, code].find((text) => typeof text === "string") ?? null;
}

/** Returns a provider's date as ISO 8601 in UTC, or `now` if the date is missing or unreadable. */
export function isoDate(text: string | null | undefined, now: Date): string {
  const date = new Date(text ?? "");
  return (Number.isNaN(date.getTime()) ? now : date).toISOString();
}

/** The most pages of a provider's list. A longer list is a fault. */
const MAX_PAGES = 100;

/** A page of a provider's list. Rows of another shape than expected are left out. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/** Reads a provider's list page by page, and yields the rows of each. `read` gets a number from 1 on. */
export async function* eachPage<Row>(
  read: (page: number) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { rows, isLast } = await read(page);
    yield rows;
    if (isLast) return;
  }
  throw new Error("A provider's list has more pages than are read.");
}
