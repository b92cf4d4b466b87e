import { z } from "astro/zod";
import ky from "ky";
import { PROVIDER_TIMEOUT_MS, toProviderError } from "../provider-error.ts";
import { type PaystackTransaction, paystackTransaction } from "./paystack-transaction.ts";

const verification = z.object({ status: z.literal(true), data: paystackTransaction });

export interface PaystackClient {
  /** Whether the account takes real money. */
  readonly isLive: boolean;
  /**
   * The transaction that bears our reference; null when Paystack knows none.
   * @throws ProviderError
   */
  verify(reference: string): Promise<PaystackTransaction | null>;
}

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
  };
}
