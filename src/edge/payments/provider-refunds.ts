/** Finds or makes the refund of a refund request at its provider. */
import { DAY_MS } from "~/domain/dates/day.ts";
import { moneyMoved } from "~/domain/payments/money-back.ts";
import type { AppContext } from "~/edge/app-context.ts";
import {
  ownReport,
  type PaymentReport,
  providerChargeId,
  type RecordedEvent,
} from "~/edge/payments/payment-events.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { type PayPalRefund, reportOfRefund } from "~/edge/payments/paypal/paypal-order.ts";
import type { ListedRefund, PaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { CURRENCY_OF, eachPage } from "~/edge/payments/provider.ts";
import type { RefundRequest, RefundState } from "./refund-requests.ts";

export interface ProviderRefund {
  /** The provider's number of the refund. */
  readonly id: string;
  readonly state: RefundState;
  /** The events that follow from the provider's books. */
  readonly reports: readonly PaymentReport[];
}

/** The provider's account at which a refund is made. Each function rejects with a ProviderError. */
export interface RefundAccount {
  /** Whether the account lists all refunds, so that a refund that is not found was not made. */
  readonly listsAllRefunds: boolean;
  /** Finds the refund of the request; `null` if there is none. */
  readonly findRefund: () => Promise<ProviderRefund | null>;
  readonly makeRefund: () => Promise<ProviderRefund>;
}

/** Returns the account that was paid; `null` if it is not set up or nothing was charged. */
export function accountOf(
  { providers: { paystack, paypal }, now }: AppContext,
  request: RefundRequest,
  history: readonly RecordedEvent[],
): RefundAccount | null {
  const chargeId = providerChargeId(history);
  if (!chargeId) return null;
  if (request.amount.currency === CURRENCY_OF.paypal) {
    return paypal && paypalAccount(paypal.client, { request, chargeId, now });
  }
  return paystack && paystackAccount(paystack.client, { request, chargeId, history, now });
}

interface Charged {
  readonly request: RefundRequest;
  readonly chargeId: string;
  readonly now: Date;
}

const PAYSTACK_STATES: Readonly<Record<string, RefundState>> = {
  processed: "done",
  failed: "failed",
  "needs-attention": "needs-attention",
};

/** Returns Paystack's account, in whose list a refund's note is the id of its request. */
function paystackAccount(
  client: PaystackClient,
  { request, chargeId, history, now }: Charged & { readonly history: readonly RecordedEvent[] },
): RefundAccount {
  const { id, reference, amount } = request;
  const origin = { provider: "paystack", reference, source: "verification", now } as const;
  return {
    listsAllRefunds: true,
    findRefund: async () => {
      const rows = await refundsOfCharge(client, chargeId, { history, now });
      const row = rows.find(({ merchant_note }) => merchant_note === id);
      if (!row) return null;
      const state = PAYSTACK_STATES[row.status] ?? "sent";
      const needsAttention = ownReport("refund-needs-attention", { ...origin, about: row.id, amount });
      const stateReports = state === "needs-attention" ? [needsAttention] : [];
      return { id: row.id, state, reports: [...totalReports(rows), ...stateReports] };
    },
    // The response says less than the list, so the outcome is read from the list later.
    makeRefund: async () => ({
      id: (await client.refund(chargeId, amount.minor, id)).id,
      state: "sent",
      reports: [],
    }),
  };

  /**
   * Returns a report of the sum that went back, unless it is recorded. Webhooks give refunds other numbers than
   * the list, so only sums can be compared.
   */
  function totalReports(rows: readonly ListedRefund[]): PaymentReport[] {
    const processed = rows.filter(({ status }) => status === "processed");
    const minor = processed.reduce((total, row) => total + row.amount, 0);
    if (minor <= moneyMoved(history, amount.currency).returnedByProvider) return [];
    const total = { ...amount, minor };
    return [ownReport("returned-in-all", { ...origin, about: `${chargeId}:${minor}`, amount: total })];
  }
}

async function refundsOfCharge(
  client: PaystackClient,
  chargeId: string,
  { history, now }: { readonly history: readonly RecordedEvent[]; readonly now: Date },
): Promise<ListedRefund[]> {
  const chargedAt = history.find(({ kind }) => kind === "charged")?.occurredAt;
  const from = new Date(Date.parse(chargedAt ?? now.toISOString()) - DAY_MS);
  const period = { from, to: new Date(now.getTime() + DAY_MS) };
  const refunds: ListedRefund[] = [];
  for await (const rows of eachPage((page) => client.listRefunds(period, page))) {
    refunds.push(...rows.filter(({ transaction }) => transaction === chargeId));
  }
  return refunds;
}

const PAYPAL_STATES: Readonly<Record<string, RefundState>> = {
  COMPLETED: "done",
  FAILED: "failed",
  CANCELLED: "failed",
};

/** Returns PayPal's account. It answers a repeated request id with the same refund. */
function paypalAccount(client: PayPalClient, { request, chargeId, now }: Charged): RefundAccount {
  const { id, reference, amount, refundId } = request;
  const read = (refund: PayPalRefund): ProviderRefund => {
    const report = reportOfRefund(refund, { reference, source: "verification", now });
    const state = PAYPAL_STATES[refund.status ?? "COMPLETED"] ?? "sent";
    return { id: refund.id, state, reports: report ? [report] : [] };
  };
  return {
    listsAllRefunds: false,
    findRefund: async () => (refundId === null ? null : read(await client.getRefund(refundId))),
    makeRefund: async () => read(await client.refund(chargeId, amount, `refund-${id}`)),
  };
}

/** The reasons of failed refunds for which the provider gave none. */
export const NO_ANSWER = "no answer";
export const NOT_MADE = "not made";
export const MORE_THAN_HELD = "more than is held";

const BY_TRANSFER = "Pay it back by bank transfer, then use Record a refund.";

/** The explanations for staff, by the providers' codes. "@" stands for the provider's name. */
const FAILURES: readonly (readonly [codes: readonly string[], sentence: string])[] = [
  [[""], `the payer’s bank didn’t take the money, so the academy holds it again. ${BY_TRANSFER}`],
  [[NOT_MADE], "@ never made this refund, so no money has moved. Ask for it again."],
  [[MORE_THAN_HELD], "the academy held less than this by then, so @ was not asked. Refund what is left."],
  [
    ["transaction_not_found", "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID", "404"],
    "@ doesn’t know this payment in the account that the site uses. Find its reference at @ and refund it there.",
  ],
  [
    ["CAPTURE_FULLY_REFUNDED", "REFUND_AMOUNT_EXCEEDED"],
    "@ has already given back too much of this payment for it. Compare the day at Reconcile first.",
  ],
  [
    ["TRANSACTION_DISPUTED", "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK"],
    "the payer has disputed this payment. Answer the dispute at @: the money can go back there.",
  ],
  [
    [
      "REFUND_TIME_LIMIT_EXCEEDED",
      "REFUND_NOT_ALLOWED",
      "MAX_NUMBER_OF_REFUNDS_EXCEEDED",
      "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
      "REFUND_AMOUNT_TOO_LOW",
    ],
    `@ can’t refund this payment any more. ${BY_TRANSFER}`,
  ],
  [
    ["PARTIAL_REFUND_NOT_ALLOWED"],
    `@ refunds this payment only as a whole. Refund all of it. Or a part: ${BY_TRANSFER}`,
  ],
  [
    ["REFUND_FAILED_INSUFFICIENT_FUNDS"],
    "there isn’t enough money in the @ account. Add money to it, then ask again.",
  ],
  [["PENDING_CAPTURE"], "@ still holds the payment back. Ask again once it’s confirmed."],
  [
    [
      "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
      "PAYEE_ACCOUNT_RESTRICTED",
      "REFUND_IS_RESTRICTED",
      "PERMISSION_DENIED",
      "NOT_AUTHORIZED",
      "403",
    ],
    "the academy’s @ account isn’t allowed to refund. Sign in at @, mend that, then ask again.",
  ],
];

/** Returns why a refund failed and what staff can do, as the rest of a sentence. */
export function failureInWords(reason: string, provider: string): string {
  const [, sentence = "@ refused it, and no money has moved. Refund it at @, from the payment."] =
    FAILURES.find(([codes]) => codes.includes(reason)) ?? [];
  return sentence.replaceAll("@", provider);
}
