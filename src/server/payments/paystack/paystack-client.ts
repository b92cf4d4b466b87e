import { z } from "astro/zod";
import ky from "ky";
import { PROVIDER_TIMEOUT_MS, toProviderError } from "../provider-error.ts";
import { type PaystackTransaction, paystackTransaction } from "./paystack-transaction.ts";

const listing = z.object({ status: z.literal(true), data: z.array(z.unknown()) });
const verification = z.object({ status: z.literal(true), data: paystackTransaction });

/** Paystack's REST API, as far as it is used here. */
export interface PaystackClient {
  /** Whether the account takes real money. */
  readonly isLive: boolean;
  /**
   * The transaction that bears our reference; null when Paystack knows none.
   * @throws ProviderError
   */
  verify(reference: string): Promise<PaystackTransaction | null>;
  /**
   * The transactions since then that were paid, newest first, so many a page; those without their shape are left out.
   * @param page counted from 1
   * @throws ProviderError
   */
  listPaid(since: Date, page: number): Promise<PaystackTransaction[]>;
}

/** How many transactions Paystack tells in one answer. */
export const TRANSACTIONS_A_PAGE = 100;

/** @param settings apiUrl without a slash at its end; a secretKey that begins with "sk_test_" moves no money */
export function createPaystackClient(settings: { apiUrl: string; secretKey: string }): PaystackClient {
  const api = ky.create({
    headers: { authorization: `Bearer ${settings.secretKey}` },
    timeout: PROVIDER_TIMEOUT_MS,
    retry: { limit: 1 },
  });
  return {
    isLive: !settings.secretKey.startsWith("sk_test_"),
    verify: async (reference) => {
      try {
        const url = `${settings.apiUrl}/transaction/verify/${encodeURIComponent(reference)}`;
        const { data } = await api.get(url).json(verification);
        return data.reference === reference ? data : null;
      } catch (error) {
        const told = toProviderError("Paystack, verify", error);
        // Older answers say 400 where newer ones say 404.
        if (told.status === 404 || told.issue === "transaction_not_found") return null;
        throw told;
      }
    },
    listPaid: async (since, page) => {
      const searchParams = {
        status: "success",
        from: since.toISOString(),
        perPage: TRANSACTIONS_A_PAGE,
        page,
      };
      try {
        const { data } = await api.get(`${settings.apiUrl}/transaction`, { searchParams }).json(listing);
        return data.flatMap((each) => paystackTransaction.safeParse(each).data ?? []);
      } catch (error) {
        throw toProviderError("Paystack, list", error);
      }
    },
  };
}
