import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import type { Order } from "~/domain/enrolment/order.ts";
import type { Database } from "~/server/database.ts";
import type { Job, JobQueue } from "~/server/jobs/job.ts";
import { listMails } from "~/server/mail/mail-store.ts";
import { handleAnnouncement } from "~/server/payments/handle-announcement.ts";
import type { PaymentContext } from "~/server/payments/payment-context.ts";
import { historyOf } from "~/server/payments/payment-events.ts";
import { type PaymentProviders, paymentProviders } from "~/server/payments/payment-providers.ts";
import { handlePayPalAbandonment } from "~/server/payments/paypal/handle-paypal-abandonment.ts";
import { handlePayPalCapture } from "~/server/payments/paypal/handle-paypal-capture.ts";
import { handlePayPalOrder } from "~/server/payments/paypal/handle-paypal-order.ts";
import { handlePayPalWebhook } from "~/server/payments/paypal/handle-paypal-webhook.ts";
import { handlePaystackWebhook } from "~/server/payments/paystack/handle-paystack-webhook.ts";
import { findRegistration } from "~/server/payments/registration-store.ts";
import { priceList, site } from "../../../fixtures/enrolment.ts";
import { signedByPaystack } from "../../../fixtures/paystack-events.ts";
import type { Loopback } from "../../../mocks/loopback.ts";
import { paypalStandIn, startPayPalApi } from "../../../mocks/paypal-api.ts";
import { type PaystackCharge, setPaystackCharge, startPaystackApi } from "../../../mocks/paystack-api.ts";
import { openDatabase } from "../sqlite-database.ts";

export const ORIGIN = "https://academy.example";
export const SECRET_KEY = "sk_live_unit";
const ACCOUNT = { clientId: "client", clientSecret: "secret", webhookId: "8PT597110X687430LKGECATA" };

/**
 * The payments' side of the server for a file of tests: a database, and stand-ins that speak the providers' protocol.
 * Each test begins with empty tables, at nine o'clock.
 */
export function paymentDesk() {
  let db: Database;
  let paystackApi: Loopback;
  let paypalApi: Loopback;
  const queued: Job[] = [];
  const jobs: JobQueue = { send: async (job) => queued.push(job) };
  const clock = { now: new Date("2026-11-21T09:00:00.000Z") };

  beforeAll(async () => {
    [paystackApi, paypalApi] = await Promise.all([startPaystackApi(SECRET_KEY), startPayPalApi(ACCOUNT)]);
  });
  beforeEach(() => {
    // What is logged is what a handler does with trouble; a test that is about it looks itself.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    clock.now = new Date("2026-11-21T09:00:00.000Z");
    queued.length = 0;
    db = openDatabase();
    return () => vi.restoreAllMocks();
  });
  afterAll(() => Promise.all([paystackApi.stop(), paypalApi.stop()]));

  const context = (changes: Partial<PaymentContext> = {}): PaymentContext => ({
    db,
    jobs,
    prices: priceList,
    staff: { sender: site.senderEmail, recipients: site.staffRecipients.map(({ email }) => email) },
    orderLimit: null,
    now: clock.now,
    ...changes,
  });
  const providers = (secrets: Record<string, string> = {}): PaymentProviders =>
    paymentProviders(
      {
        PAYSTACK_SECRET_KEY: SECRET_KEY,
        PAYSTACK_API_URL: paystackApi.origin,
        PAYPAL_CLIENT_SECRET: ACCOUNT.clientSecret,
        PAYPAL_WEBHOOK_ID: ACCOUNT.webhookId,
        PAYPAL_API_URL: paypalApi.origin,
        ...secrets,
      },
      ACCOUNT.clientId,
    );
  const paypalClient = () => providers().paypal?.client ?? null;

  return {
    context,
    providers,
    /** The jobs that were handed to the queue. */
    queued,
    get db() {
      return db;
    },
    /** Lets time pass. */
    later(minutes: number) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },
    /** PayPal's payer and its sending side. */
    get paypal() {
      return paypalStandIn(paypalApi.origin);
    },
    paystackKnows: (reference: string, charge: PaystackCharge | { trouble: number }) =>
      setPaystackCharge(paystackApi.origin, reference, charge),

    announce: (order: unknown, changes: Partial<PaymentContext> = {}) =>
      handleAnnouncement(post("/prod/registrations", { order }), context(changes)),
    paystackSends: (event: unknown, changes: Partial<PaymentContext> = {}) => {
      const raw = JSON.stringify(event);
      const request = post("/prod/webhooks/paystack", raw, signedByPaystack(raw, SECRET_KEY));
      return handlePaystackWebhook(request, context(changes), providers().paystack);
    },
    paypalSends: async (event: unknown, changes: Partial<PaymentContext> = {}) => {
      const raw = JSON.stringify(event);
      const headers = await paypalStandIn(paypalApi.origin).sign(raw);
      return handlePayPalWebhook(
        post("/prod/webhooks/paypal", raw, headers),
        context(changes),
        providers().paypal,
      );
    },
    order: (order: unknown, changes: Partial<PaymentContext> = {}) =>
      handlePayPalOrder(post("/prod/paypal/orders", { order }), context(changes), paypalClient()),
    capture: (id: string, changes: Partial<PaymentContext> = {}) =>
      handlePayPalCapture(
        post(`/prod/paypal/orders/${id}/capture`, {}),
        id,
        context(changes),
        paypalClient(),
      ),
    abandon: (id: string) =>
      handlePayPalAbandonment(post(`/prod/paypal/orders/${id}/abandon`, {}), id, context()),

    registration: (reference: string) => findRegistration(db, reference),
    history: async (reference: string) =>
      (await historyOf(db, reference)).map(({ kind, source }) => `${kind} (${source})`),
    /** The mails that name the order's reference, in the order in which they were written. */
    mailsAbout: async ({ reference }: Order) =>
      (await listMails(db, { limit: 1000 })).filter(({ message }) => message.includes(reference)).reverse(),
  };
}

/** A request as the site's own page sends it. */
export function post(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(ORIGIN + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
