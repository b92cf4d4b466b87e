/**
 * The stand-ins as npm start has them: the edge's own clients ask them, and what they know is stored in a table of the
 * sandbox's own, since it outlives the process. Every function here rejects when the database fails.
 */

import type { Database } from "~/edge/database.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { createPayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { createPaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { type ProviderServer, providerServer } from "./answer.ts";
import { paypalApi } from "./paypal-api.ts";
import { type PayPalBook, paypalBook } from "./paypal-book.ts";
import { paystackApi } from "./paystack-api.ts";
import { type PaystackBook, paystackBook } from "./paystack-book.ts";

/** What the stand-in for Paystack signs with. It guards nothing: no money moves there. */
export const SANDBOX_SECRET_KEY = "sk_test_sandbox";
const PAYPAL_ACCOUNT = { clientId: "sandbox", clientSecret: "sandbox" };

/** Nobody is asked there: the clients' requests are answered in this process. */
const PAYSTACK_ORIGIN = "https://api.paystack.co";
const PAYPAL_ORIGIN = "https://api-m.sandbox.paypal.com";

const TABLE = `CREATE TABLE IF NOT EXISTS sandbox_payments (
  provider TEXT NOT NULL,
  reference TEXT NOT NULL,
  id TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (provider, id)
)`;

export interface SandboxProviders {
  readonly paystack: NonNullable<PaymentProviders["paystack"]> & { readonly book: PaystackBook };
  readonly paypal: NonNullable<PaymentProviders["paypal"]> & { readonly book: PayPalBook };
  /** Stores what has changed. */
  save(): Promise<void>;
}

/** The stand-ins over a database, which know what is stored there; asked by a client, they look again first. */
export async function openProviders(db: Database, now: () => Date): Promise<SandboxProviders> {
  const onEvent = () => undefined;
  // A database that a test has filled knows charges by the numbers after the usual first one.
  const paystack = paystackBook({ now, onEvent, firstId: 4_000_000_000 });
  const paypal = paypalBook({
    now,
    onEvent,
    newId: () => crypto.randomUUID(),
    pageOf: (id, { application_context: { return_url } }) =>
      return_url ? checkoutAddress(id, return_url) : "",
  });
  const records = { paystack: paystack.charges, paypal: paypal.orders };
  const stored = new Map<string, string>();

  /** The worker opens them once, and each page of a checkout again: what one of them has changed, the others read here. */
  async function load(): Promise<void> {
    const { results } = await db
      .prepare("SELECT provider, id, record FROM sandbox_payments ORDER BY rowid")
      .all<{ provider: keyof typeof records; id: string; record: string }>();
    for (const { provider, id, record } of results) {
      records[provider].set(id, JSON.parse(record));
      stored.set(id, record);
    }
  }

  async function save(): Promise<void> {
    const changed = Object.entries(records).flatMap(([provider, own]) =>
      [...own].flatMap(([id, record]) => {
        const reference =
          "request" in record ? record.request.purchase_units[0].invoice_id : record.reference;
        const text = JSON.stringify(record);
        return stored.get(id) === text ? [] : [{ provider, reference, id, text }];
      }),
    );
    for (const { provider, reference, id, text } of changed) {
      stored.set(id, text);
      await db
        .prepare(
          `INSERT INTO sandbox_payments (provider, reference, id, record) VALUES (?, ?, ?, ?)
           ON CONFLICT (provider, id) DO UPDATE SET record = excluded.record`,
        )
        .bind(provider, reference, id, text)
        .run();
    }
  }

  /** What a client does in the place of fetch. */
  const asking =
    (server: ProviderServer) =>
    async (...parameters: ConstructorParameters<typeof Request>): Promise<Response> => {
      await load();
      const answer = await server(new Request(...parameters));
      await save();
      return answer;
    };
  await db.prepare(TABLE).run();
  await load();
  const secretKey = SANDBOX_SECRET_KEY;
  const paystackClient = createPaystackClient({
    secretKey,
    apiUrl: PAYSTACK_ORIGIN,
    fetch: asking(providerServer(paystackApi(paystack, secretKey))),
  });
  const paypalClient = createPayPalClient({
    ...PAYPAL_ACCOUNT,
    apiUrl: PAYPAL_ORIGIN,
    now,
    fetch: asking(providerServer(paypalApi(paypal, { ...PAYPAL_ACCOUNT, now }))),
  });
  return {
    paystack: {
      secretKey,
      book: paystack,
      client: {
        ...paystackClient,
        // Its own page is on this site.
        initialize: async (purchase) => {
          const started = await paystackClient.initialize(purchase);
          return started && { ...started, url: checkoutAddress(started.accessCode, purchase.callback_url) };
        },
      },
    },
    // Captures are made and looked up by the edge: no webhook is needed.
    paypal: {
      client: paypalClient,
      secretKey: PAYPAL_ACCOUNT.clientSecret,
      webhookId: null,
      isLive: false,
      book: paypal,
    },
    save,
  };
}

/**
 * The page of a stand-in's checkout, on the site that it leads back to.
 * @param code Paystack's access code, or PayPal's order id
 */
function checkoutAddress(code: string, returnTo: string): string {
  return new URL(`/sandbox/checkout/${code}`, returnTo).href;
}
