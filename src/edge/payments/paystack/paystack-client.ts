import { z } from "astro/zod";
import type { Options } from "ky";
import ky from "ky";
import type { PaystackCheckout } from "~/domain/payments/checkout.ts";
import { type Period, PROVIDER_TIMEOUT_MS, toProviderError } from "~/edge/payments/provider.ts";
import { kobo, type PaystackTransaction, paystackTransaction } from "./paystack-transaction.ts";

/** Paystack writes a page's number as text at times. */
const pageNumber = z.coerce.number().int();
const listing = z.object({
  status: z.literal(true),
  data: z.array(z.unknown()),
  meta: z.object({ page: pageNumber, pageCount: pageNumber }).nullish(),
});
const verification = z.object({ status: z.literal(true), data: paystackTransaction });
const idText = z.union([z.int(), z.string()]).transform(String);
const madeRefund = z.object({
  status: z.literal(true),
  data: z.object({ id: idText, status: z.string() }),
});
const startedTransaction = z.object({
  status: z.literal(true),
  data: z.object({ access_code: z.string().min(1), authorization_url: z.url({ protocol: /^https$/ }) }),
});

export interface PaystackPurchase {
  readonly email: string;
  /** Kobo. */
  readonly amount: number;
  readonly currency: "NGN";
  readonly reference: string;
  /** The address to which Paystack's page returns. */
  readonly callback_url: string;
  readonly metadata: {
    readonly custom_fields: readonly {
      readonly display_name: string;
      readonly variable_name: string;
      readonly value: string;
    }[];
    /** The address to which Paystack's page returns when it is left. */
    readonly cancel_action: string;
  };
}

/** Paystack's REST API, as far as it is used here. Every call rejects with a ProviderError. */
export type PaystackClient = ReturnType<typeof createPaystackClient>;

/** @param settings apiUrl without a slash at its end; a secretKey that begins with "sk_test_" moves no money */
export function createPaystackClient(settings: {
  apiUrl: string;
  secretKey: string;
  fetch?: Options["fetch"];
}) {
  const api = ky.create({
    fetch: settings.fetch,
    headers: { authorization: `Bearer ${settings.secretKey}` },
    totalTimeout: PROVIDER_TIMEOUT_MS,
    // With 429 Paystack asks to wait for up to a minute, and a visitor waits for the answer.
    retry: { limit: 1, maxRetryAfter: MOST_RETRY_AFTER_MS },
  });

  async function list<Row>(
    path: string,
    row: z.ZodType<Row>,
    params: Readonly<Record<string, string>>,
    page: number,
  ): Promise<ListedPage<Row>> {
    const size = path === "transaction" ? "per_page" : "perPage";
    const searchParams = { ...params, [size]: ROWS_A_PAGE, page };
    try {
      const { data, meta } = await api.get(`${settings.apiUrl}/${path}`, { searchParams }).json(listing);
      return {
        rows: data.flatMap((item) => row.safeParse(item).data ?? []),
        isLast: !meta || meta.page >= meta.pageCount,
      };
    } catch (error) {
      throw toProviderError(`Paystack, list ${path}`, error);
    }
  }

  return {
    isLive: !settings.secretKey.startsWith("sk_test_"),
    /** Starts a transaction; null when its reference was used before, whatever the outcome was. */
    initialize: async (purchase: PaystackPurchase): Promise<PaystackCheckout | null> => {
      try {
        const url = `${settings.apiUrl}/transaction/initialize`;
        const { data } = await api.post(url, { json: purchase }).json(startedTransaction);
        return { accessCode: data.access_code, url: data.authorization_url };
      } catch (error) {
        const failure = toProviderError("Paystack, initialize", error);
        if (failure.issue === "duplicate_reference") return null;
        throw failure;
      }
    },
    /** The transaction that bears our reference; null when Paystack knows none. */
    verify: async (reference: string): Promise<PaystackTransaction | null> => {
      try {
        const url = `${settings.apiUrl}/transaction/verify/${encodeURIComponent(reference)}`;
        const { data } = await api.get(url).json(verification);
        return data.reference === reference ? data : null;
      } catch (error) {
        const failure = toProviderError("Paystack, verify", error);
        // Older answers have status 400 where newer ones have 404.
        if (failure.status === 404 || failure.issue === "transaction_not_found") return null;
        throw failure;
      }
    },
    /**
     * Gives a part of a charge back, or all of it. Paystack does it each time that it is asked.
     * @param note by which the refund is found in the list
     */
    refund: async (chargeId: string, amount: number, note: string): Promise<ProviderRefund> => {
      const json = { transaction: chargeId, amount, currency: "NGN", merchant_note: note };
      try {
        const { data } = await api.post(`${settings.apiUrl}/refund`, { json }).json(madeRefund);
        return data;
      } catch (error) {
        throw toProviderError("Paystack, refund", error);
      }
    },
    /**
     * Lists what was started in a period and paid, or paid and given back in full. Each list's pages are
     * counted from 1.
     */
    listTransactions: (status: "success" | "reversed", period: Period, page: number) =>
      list("transaction", paystackTransaction, { status, ...daysOf(period) }, page),
    listRefunds: (period: Period, page: number) => list("refund", listedRefund, daysOf(period), page),
    /** The disputes that were opened in a period, each in the shape of its webhook's data. */
    listDisputes: (period: Period, page: number) => list("dispute", z.unknown(), daysOf(period), page),
    /** The payouts since a moment, those that failed too. Paystack lists all, and takes no dates. */
    listSettlements: async (since: Date, page: number): Promise<ListedPage<ListedSettlement>> => {
      const { rows, isLast } = await list("settlement", listedSettlement, {}, page);
      const isOlder = rows.every(({ settlement_date }) => new Date(settlement_date) < since);
      return { rows, isLast: isLast || isOlder };
    },
  };
}

function daysOf({ from, to }: Period): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** The number of rows to ask for; a page may have fewer. */
const ROWS_A_PAGE = 100;
const MOST_RETRY_AFTER_MS = 1000;

/** A page of one of Paystack's lists, newest first. */
export interface ListedPage<Row> {
  /** Those that have the row's shape; any other is left out. */
  readonly rows: Row[];
  readonly isLast: boolean;
}

/** A refund as Paystack answers with it. */
interface ProviderRefund {
  readonly id: string;
  readonly status: string;
}

/** A refund as Paystack lists it. It names neither our reference nor the number that its webhook bears. */
export const listedRefund = z.object({
  id: idText,
  /** The academy's note, written when the refund was made. */
  merchant_note: z.string().nullish(),
  /** Paystack's number of the charge. */
  transaction: z.union([z.int(), z.string()]).transform(String),
  amount: kobo,
  currency: z.string(),
  /** "processed" once the money has gone back. */
  status: z.string(),
});

export const listedSettlement = z.object({
  id: idText,
  status: z.string(),
  currency: z.string(),
  /** The amount that the bank account gets. */
  total_amount: kobo,
  settlement_date: z.string(),
});

export type ListedRefund = z.infer<typeof listedRefund>;
export type ListedSettlement = z.infer<typeof listedSettlement>;
