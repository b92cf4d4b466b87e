import { z } from "astro/zod";
import ky, { type KyInstance, type Options } from "ky";
import { type Money, toDecimalString } from "~/domain/money/money.ts";
import type { PayPalPurchase } from "~/domain/payments/checkout.ts";
import { type Page, type Period, PROVIDER_TIMEOUT_MS, ProviderError, toProviderError } from "../provider.ts";
import { type ListedMovement, movementsPage } from "./paypal-listing.ts";
import {
  type PayPalCapture,
  type PayPalRefund,
  paypalCapture,
  paypalOrder,
  paypalRefund,
} from "./paypal-order.ts";
import type { PayPalSignature } from "./paypal-webhook.ts";

/** The part of PayPal's REST API that the edge uses. Every call rejects with a ProviderError. */
export type PayPalClient = ReturnType<typeof createPayPalClient>;

export interface PayPalSettings {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly now: () => Date;
  /** The fetch function of tests. Real requests leave it out. */
  readonly fetch?: Options["fetch"];
}

const accessToken = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const createdOrder = z.object({ id: z.string().regex(/^[A-Z0-9]{1,36}$/) });
const verification = z.object({ verification_status: z.string() });

/** The rows of a page. PayPal allows 500, but one statement looks up a whole page. */
const MOVEMENTS_A_PAGE = 100;

/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_S = 60;

/** Returns the client of a PayPal account. The client keeps its access token, which is valid for hours. */
export function createPayPalClient(settings: PayPalSettings) {
  const api = ky.create({ fetch: settings.fetch, timeout: PROVIDER_TIMEOUT_MS, retry: 0 });

  let accessGrant: { readonly token: string; readonly until: number } | null = null;

  async function token(): Promise<string> {
    if (accessGrant && accessGrant.until > settings.now().getTime()) return accessGrant.token;
    const { access_token, expires_in } = await api
      .post(`${settings.apiUrl}/v1/oauth2/token`, {
        headers: { authorization: `Basic ${btoa(`${settings.clientId}:${settings.clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: "client_credentials" }),
      })
      .json(accessToken);
    const until = settings.now().getTime() + (expires_in - TOKEN_MARGIN_S) * 1000;
    accessGrant = { token: access_token, until };
    return access_token;
  }

  /** Sends a request with the account's token. A token that PayPal no longer accepts is replaced once. */
  async function send<T>(action: string, request: (authorized: KyInstance) => Promise<T>): Promise<T> {
    const attempt = async () =>
      request(api.extend({ headers: { authorization: `Bearer ${await token()}` } }));
    try {
      return await attempt();
    } catch (error) {
      const failure = toProviderError(`PayPal, ${action}`, error);
      if (failure.status !== 401 || !accessGrant) throw failure;
      accessGrant = null;
    }
    try {
      return await attempt();
    } catch (error) {
      throw toProviderError(`PayPal, ${action}`, error);
    }
  }

  const read = <T>(action: string, url: string, schema: z.ZodType<T>, options: Options = {}) =>
    send(action, (authorized) => authorized.get(url, options).json(schema));
  /** Posts a request for money. PayPal answers a repeated request id with the same result. */
  const post = <T>(action: string, url: string, schema: z.ZodType<T>, json: object, requestId: string) =>
    send(action, (authorized) =>
      authorized
        .post(url, { json, headers: { "paypal-request-id": requestId, prefer: "return=representation" } })
        .json(schema),
    );

  const orders = `${settings.apiUrl}/v2/checkout/orders`;
  const captures = `${settings.apiUrl}/v2/payments/captures`;
  return {
    /** Creates an order and returns its id. */
    createOrder: async (purchase: PayPalPurchase, requestId: string): Promise<string> =>
      (await post("create order", orders, createdOrder, purchase, requestId)).id,
    getOrder: (id: string) => read("get order", `${orders}/${encodeURIComponent(id)}`, paypalOrder),
    /** Captures an approved order. */
    captureOrder: (id: string, requestId: string) =>
      post("capture", `${orders}/${encodeURIComponent(id)}/capture`, paypalOrder, {}, requestId),
    /** Returns a capture; `null` if PayPal has none with this id. */
    getCapture: async (id: string): Promise<PayPalCapture | null> => {
      try {
        return await read("get capture", `${captures}/${encodeURIComponent(id)}`, paypalCapture);
      } catch (error) {
        if (error instanceof ProviderError && error.status === 404) return null;
        throw error;
      }
    },
    /** Refunds all or a part of a capture. */
    refund: (captureId: string, amount: Money, requestId: string): Promise<PayPalRefund> => {
      const json = { amount: { currency_code: amount.currency, value: toDecimalString(amount) } };
      return post(
        "refund",
        `${captures}/${encodeURIComponent(captureId)}/refund`,
        paypalRefund,
        json,
        requestId,
      );
    },
    getRefund: (id: string): Promise<PayPalRefund> =>
      read("get refund", `${settings.apiUrl}/v2/payments/refunds/${encodeURIComponent(id)}`, paypalRefund),
    /**
     * Lists the movements of a period of at most 31 days. New ones are missing for up to three hours. PayPal
     * answers 403 to an app without Transaction Search. @param page counted from 1
     */
    listMovements: ({ from, to }: Period, page: number): Promise<Page<ListedMovement>> =>
      read("list transactions", `${settings.apiUrl}/v1/reporting/transactions`, movementsPage, {
        searchParams: {
          start_date: from.toISOString(),
          end_date: to.toISOString(),
          fields: "transaction_info",
          page_size: MOVEMENTS_A_PAGE,
          page,
        },
      }),
    /** Asks PayPal whether it sent a webhook's raw body. */
    isOwnWebhook: async (
      rawBody: string,
      signature: PayPalSignature,
      webhookId: string,
    ): Promise<boolean> => {
      const fields = JSON.stringify({ ...signature, webhook_id: webhookId }).slice(0, -1);
      // The signature covers the received bytes, which parsing and serialising would change.
      const body = `${fields},"webhook_event":${rawBody}}`;
      try {
        const { verification_status } = await send("verify webhook", (authorized) =>
          authorized
            .post(`${settings.apiUrl}/v1/notifications/verify-webhook-signature`, {
              body,
              headers: { "content-type": "application/json" },
            })
            .json(verification),
        );
        return verification_status === "SUCCESS";
      } catch (error) {
        // PayPal refuses a malformed signature.
        if (error instanceof ProviderError && (error.status === 400 || error.status === 422)) return false;
        throw error;
      }
    },
  };
}
