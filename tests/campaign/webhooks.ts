/** The providers' webhooks. Each event is sent until the edge accepts it. */
import { carry, SITE } from "./browser.ts";
import { HOUR, MINUTE, SECOND } from "./plan.ts";
import type { World } from "./world.ts";

/** Paystack's pauses between attempts: three short ones, then hourly for three days. PayPal tries as long. */
const RETRY_PAUSES_MS = [3 * MINUTE, 3 * MINUTE, 3 * MINUTE, ...Array<number>(72).fill(HOUR)];
const TIMEOUT_MS = 30 * SECOND;

/** An event that a provider reports. */
export interface ProviderEvent {
  readonly provider: "Paystack" | "PayPal";
  readonly name: string;
  readonly reference: string;
  /** The id of a capture or an order at PayPal. */
  readonly id: string;
  readonly isCharge: boolean;
  /** The webhook's body. */
  readonly body: string;
}

export function readEvent(sent: unknown): ProviderEvent {
  const { event, event_type, data, resource } = sent as {
    readonly event?: string;
    readonly event_type?: string;
    readonly data?: { readonly reference?: string };
    readonly resource?: { readonly id: string; readonly invoice_id?: string };
  };
  const name = event ?? event_type ?? "";
  return {
    provider: event === undefined ? "PayPal" : "Paystack",
    name,
    reference: data?.reference ?? resource?.invoice_id ?? "",
    id: resource?.id ?? "",
    isCharge: name === "charge.success" || name === "PAYMENT.CAPTURE.COMPLETED",
    body: JSON.stringify(sent),
  };
}

/** @param sign returns the headers with which each provider sends a body */
export function startWebhooks(
  world: World,
  sign: Readonly<Record<ProviderEvent["provider"], (body: string) => Record<string, string>>>,
) {
  const { time, random, plan } = world;
  /**
   * The time at which the edge first accepted a webhook: with a charge, by its reference; with an approval, by
   * the order's id.
   */
  const reportedAt = new Map<string, number>();
  /** Webhooks that the edge rejected as malformed or forged. */
  const rejected: string[] = [];

  async function send(event: ProviderEvent, attempt: number): Promise<void> {
    const { provider, name, reference, id, isCharge, body } = event;
    const url = `${SITE}/prod/webhooks/${provider.toLowerCase()}`;
    const request = new Request(url, { method: "POST", headers: sign[provider](body), body });
    const isAccepted = await Promise.race([
      carry(world, "webhook", request, world.drawFault("webhook", plan.line)).then(
        ({ ok, status }) => {
          if (status === 400 || status === 403) rejected.push(`${name} ${reference}: ${status}`);
          return ok;
        },
        () => false,
      ),
      time.wait(TIMEOUT_MS).then(() => false),
    ]);
    const subject = isCharge ? reference : id;
    if (isAccepted && (isCharge || name === "CHECKOUT.ORDER.APPROVED") && !reportedAt.has(subject)) {
      reportedAt.set(subject, time.now);
    }
    const pause = RETRY_PAUSES_MS[attempt];
    if (!isAccepted && pause !== undefined) time.after(pause, () => void send(event, attempt + 1));
  }

  /** Schedules an event's webhooks. */
  function schedule(event: ProviderEvent): void {
    for (const latest of plan.webhooks) {
      time.after(random.spread(1, latest), () => void send(event, 0));
    }
  }

  return { reportedAt, rejected, schedule };
}
