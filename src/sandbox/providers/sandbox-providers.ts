/**
 * The providers of npm start. The edge's own clients talk to stand-ins, whose records are stored in the
 * sandbox's own table because they outlive the process. Functions reject if the database fails.
 */

import { hmacOf } from "~/domain/digest.ts";
import type { Database } from "~/edge/database.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { createPayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { createPaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { type ProviderServer, providerServer } from "./answer.ts";
import { paypalApi } from "./paypal-api.ts";
import { type PayPalBook, paypalBook } from "./paypal-book.ts";
import { paystackApi } from "./paystack-api.ts";
import { type PaystackBook, paystackBook } from "./paystack-book.ts";
import { refundOutcome } from "./refund-outcome.ts";

/** The key with which the stand-in for Paystack signs. It is not secret, because no money moves. */
const SANDBOX_SECRET_KEY = "sk_test_sandbox";
const PAYPAL_ACCOUNT = { clientId: "sandbox", clientSecret: "sandbox" };

/** The origins that the clients use. This process answers their requests itself, so none leaves it. */
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
  save(): Promise<void>;
}

/**
 * Opens the stand-ins, whose records are in the database. Each request of a client reads them again first.
 * @param sendWebhook delivers the webhook of a refund; `null` sends none
 */
export async function openProviders(
  db: Database,
  now: () => Date,
  sendWebhook: ((webhook: Request) => Promise<unknown>) | null = null,
): Promise<SandboxProviders> {
  const events: unknown[] = [];
  const onEvent = (event: unknown) => events.push(event);
  // A database that a test has filled may hold charges with the default ids.
  const paystack = paystackBook({ now, onEvent, firstId: 4_000_000_000 });
  const paypal = paypalBook({
    now,
    onEvent,
    newId: () => crypto.randomUUID(),
    pageOf: (id, { application_context: { return_url } }) =>
      return_url ? checkoutAddress(id, return_url) : "",
  });
  const records = { paystack: paystack.charges, paypal: paypal.orders, refund: paystack.refunds };
  const storedRecords = new Map<string, string>();

  /**
   * Reads the stored records. The worker and each page of a checkout have their own stand-ins, and read each
   * other's changes here.
   */
  async function load(): Promise<void> {
    const { results } = await db
      .prepare("SELECT provider, id, record FROM sandbox_payments ORDER BY rowid")
      .all<{ provider: keyof typeof records; id: string; record: string }>();
    for (const { provider, id, record } of results) {
      records[provider].set(id, JSON.parse(record));
      storedRecords.set(id, record);
    }
  }

  async function save(): Promise<void> {
    const changedRecords = Object.entries(records).flatMap(([provider, recordsOfProvider]) =>
      [...recordsOfProvider].flatMap(([id, record]) => {
        const reference =
          "request" in record ? record.request.purchase_units[0].invoice_id : record.reference;
        const text = JSON.stringify(record);
        return storedRecords.get(id) === text ? [] : [{ provider, reference, id, text }];
      }),
    );
    for (const { provider, reference, id, text } of changedRecords) {
      storedRecords.set(id, text);
      await db
        .prepare(
          `INSERT INTO sandbox_payments (provider, reference, id, record) VALUES (?, ?, ?, ?)
           ON CONFLICT (provider, id) DO UPDATE SET record = excluded.record`,
        )
        .bind(provider, reference, id, text)
        .run();
    }
  }

  /** Returns the function that a client calls instead of fetch. */
  const clientOf =
    (server: ProviderServer) =>
    async (...parameters: ConstructorParameters<typeof Request>): Promise<Response> => {
      await load();
      const answer = await server(new Request(...parameters));
      endRefunds();
      await save();
      // The edge receives the webhook before the response.
      for (const webhook of await refundWebhooks()) await sendWebhook?.(webhook);
      return answer;
    };

  /** Returns the unsent webhooks of refunds. A capture needs none, because the edge itself requested it. */
  async function refundWebhooks(): Promise<Request[]> {
    const unsentEvents = events.splice(0) as { readonly event?: string; readonly event_type?: string }[];
    const webhooks = unsentEvents.flatMap((event): (Request | Promise<Request>)[] => {
      if (event.event?.startsWith("refund.")) return [paystackWebhook(event, SITE)];
      return event.event_type === "PAYMENT.CAPTURE.REFUNDED" ? [paypalWebhook(event, now())] : [];
    });
    return Promise.all(webhooks);
  }

  function endRefunds(): void {
    for (const { id, status, minor } of paystack.refunds.values()) {
      const outcome = refundOutcome(minor);
      if (status === "pending" && outcome !== "refused") paystack.moveRefund(id, outcome);
    }
    for (const { id, status, minor } of [...paypal.orders.values()].flatMap(({ refunds }) => refunds)) {
      if (status === "PENDING" && refundOutcome(minor) === "failed") paypal.moveRefund(id, "FAILED");
    }
  }
  await db.prepare(TABLE).run();
  await load();
  const secretKey = SANDBOX_SECRET_KEY;
  const paystackClient = createPaystackClient({
    secretKey,
    apiUrl: PAYSTACK_ORIGIN,
    fetch: clientOf(providerServer(paystackApi(paystack, secretKey))),
  });
  const paypalClient = createPayPalClient({
    ...PAYPAL_ACCOUNT,
    apiUrl: PAYPAL_ORIGIN,
    now,
    fetch: clientOf(providerServer(paypalApi(paypal, { ...PAYPAL_ACCOUNT, now, isSigned: () => true }))),
  });
  return {
    paystack: {
      secretKey,
      book: paystack,
      client: {
        ...paystackClient,
        // The stand-in's checkout page is on this site.
        initialize: async (purchase) => {
          const started = await paystackClient.initialize(purchase);
          return started && { ...started, url: checkoutAddress(started.accessCode, purchase.callback_url) };
        },
      },
    },
    paypal: {
      client: paypalClient,
      secretKey: PAYPAL_ACCOUNT.clientSecret,
      webhookId: "SANDBOX",
      isLive: false,
      book: paypal,
    },
    save,
  };
}

/** An address for webhooks; the edge accepts any host name. */
const SITE = new URL("https://academy.example");

export async function paystackWebhook(event: unknown, site: URL): Promise<Request> {
  const body = JSON.stringify(event);
  return webhookTo(new URL("/prod/webhooks/paystack", site), body, {
    "x-paystack-signature": await hmacOf("SHA-512", SANDBOX_SECRET_KEY, body),
  });
}

/** Returns a webhook from PayPal, whose stand-in confirms the signature. */
function paypalWebhook(event: unknown, now: Date): Request {
  return webhookTo(new URL("/prod/webhooks/paypal", SITE), JSON.stringify(event), {
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-sandbox",
    "paypal-transmission-id": crypto.randomUUID(),
    "paypal-transmission-sig": btoa("sandbox"),
    "paypal-transmission-time": now.toISOString(),
  });
}

function webhookTo(address: URL, body: string, signature: Readonly<Record<string, string>>): Request {
  const headers = { "content-type": "application/json", ...signature };
  return new Request(address, { method: "POST", headers, body });
}

/**
 * Returns the address of a stand-in's checkout, on the site to which it returns.
 * @param code Paystack's access code, or PayPal's order id
 */
function checkoutAddress(code: string, returnTo: string): string {
  return new URL(`/sandbox/checkout/${code}`, returnTo).href;
}
