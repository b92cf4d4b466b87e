import { z } from "astro/zod";
import type { Options } from "ky";
import ky from "ky";
import type { PaystackCheckout } from "~/domain/payments/checkout.ts";
import {
  type Page,
  type Period,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  toProviderError,
} from "~/edge/payments/provider.ts";
import { kobo, type PaystackTransaction, paystackTransaction } from "./paystack-reports.ts";

/** A page's number, which Paystack sometimes sends as text. */
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
    /** The address to which Paystack's page returns if the payer leaves it. */
    readonly cancel_action: string;
  };
}

/** The part of Paystack's REST API that the edge uses. Every call rejects with a ProviderError. */
export type PaystackClient = ReturnType<typeof createPaystackClient>;

/** Returns the client of a Paystack account. Keys "sk_test_…" move no money. */
export function createPaystackClient(settings: {
  apiUrl: string;
  secretKey: string;
  fetch?: Options["fetch"];
}) {
  const api = ky.create({
    fetch: settings.fetch,
    headers: { authorization: `Bearer ${settings.secretKey}` },
    totalTimeout: PROVIDER_TIMEOUT_MS,
    // Paystack's 429 may ask for a pause of a minute, but a visitor is waiting.
    retry: { limit: 1, maxRetryAfter: MAX_RETRY_AFTER_MS },
  });

  async function request<T>(action: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw toProviderError(`Paystack, ${action}`, error);
    }
  }

  function list<Row>(
    path: string,
    row: z.ZodType<Row>,
    params: Readonly<Record<string, string>>,
    page: number,
  ): Promise<Page<Row>> {
    const size = path === "transaction" ? "per_page" : "perPage";
    const searchParams = { ...params, [size]: ROWS_A_PAGE, page };
    return request(`list ${path}`, async () => {
      const { data, meta } = await api.get(`${settings.apiUrl}/${path}`, { searchParams }).json(listing);
      return {
        rows: data.flatMap((item) => row.safeParse(item).data ?? []),
        isLast: !meta || meta.page >= meta.pageCount,
      };
    });
  }

  return {
    isLive: !settings.secretKey.startsWith("sk_test_"),
    /** Starts a transaction; `null` if its reference was used before, whatever the outcome was. */
    initialize: async (purchase: PaystackPurchase): Promise<PaystackCheckout | null> => {
      const url = `${settings.apiUrl}/transaction/initialize`;
      try {
        const { data } = await request("initialize", () =>
          api.post(url, { json: purchase }).json(startedTransaction),
        );
        return { accessCode: data.access_code, url: data.authorization_url };
      } catch (error) {
        if (error instanceof ProviderError && error.issue === "duplicate_reference") return null;
        throw error;
      }
    },
    /** Returns the transaction with our reference; `null` if Paystack has none. */
    verify: async (reference: string): Promise<PaystackTransaction | null> => {
      const url = `${settings.apiUrl}/transaction/verify/${encodeURIComponent(reference)}`;
      try {
        const { data } = await request("verify", () => api.get(url).json(verification));
        return data.reference === reference ? data : null;
      } catch (error) {
        if (error instanceof ProviderError && isUnknownReference(error)) return null;
        throw error;
      }
    },
    /** Refunds all or a part of a charge. A repeated request refunds again. `note` finds it in Paystack's list. */
    refund: async (chargeId: string, amount: number, note: string) => {
      const json = { transaction: chargeId, amount, currency: "NGN", merchant_note: note };
      const { data } = await request("refund", () =>
        api.post(`${settings.apiUrl}/refund`, { json }).json(madeRefund),
      );
      return data;
    },
    /** Lists the paid, or fully refunded, transactions that were started in a period. */
    listTransactions: (status: "success" | "reversed", period: Period, page: number) =>
      list("transaction", paystackTransaction, { status, ...daysOf(period) }, page),
    listRefunds: (period: Period, page: number) => list("refund", listedRefund, daysOf(period), page),
    /** Lists the disputes that were opened in a period, each in the shape of its webhook's data. */
    listDisputes: (period: Period, page: number) => list("dispute", z.unknown(), daysOf(period), page),
    /** Lists payouts, failed ones too. The last page is the first that has only payouts from before `since`. */
    listSettlements: async (since: Date, page: number): Promise<Page<ListedSettlement>> => {
      const { rows, isLast } = await list("settlement", listedSettlement, {}, page);
      const isOlder = rows.every(({ settlement_date }) => new Date(settlement_date) < since);
      return { rows, isLast: isLast || isOlder };
    },
  };
}

/** Whether Paystack has no such transaction. Older responses have status 400 and a code, not 404. */
function isUnknownReference({ status, issue }: ProviderError): boolean {
  return status === 404 || issue === "transaction_not_found";
}

function daysOf({ from, to }: Period): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** The number of rows to ask for. A page may have fewer. */
const ROWS_A_PAGE = 100;
const MAX_RETRY_AFTER_MS = 1000;

/** A refund in Paystack's list. It has neither our reference nor the number in its webhook. */
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
