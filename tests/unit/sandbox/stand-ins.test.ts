/** The sandbox's stand-ins keep to what the real clients meet at the providers: each rule is played on both. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { paypalPurchase } from "~/domain/payments/paypal-purchase.ts";
import { createPayPalClient, type PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { reportsOfOrder } from "~/edge/payments/paypal/paypal-order.ts";
import { createPaystackClient, type PaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { enrolmentOf, reportsOfTransaction } from "~/edge/payments/paystack/paystack-transaction.ts";
import { createPayPalStandIn } from "~/sandbox/providers/paypal-stand-in.ts";
import { createPaystackStandIn } from "~/sandbox/providers/paystack-stand-in.ts";
import {
  type Choice,
  createPaymentsTable,
  findRequested,
  noteChoice,
} from "~/sandbox/providers/sandbox-payments.ts";
import { newOrder, orderOf } from "../../fixtures/enrolment.ts";
import { metadataOf } from "../../fixtures/paystack-events.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";
import { type Loopback, serveLoopback } from "../../mocks/loopback.ts";
import { paypalStandIn, startPayPalApi } from "../../mocks/paypal-api.ts";
import { paystackApi } from "../../mocks/paystack-api.ts";
import { paystackBook } from "../../mocks/paystack-book.ts";

const SECRET_KEY = "sk_test_unit";
const ACCOUNT = { clientId: "client", clientSecret: "secret", webhookId: "8PT597110X687430LKGECATA" };

const clock = { now: new Date() };
const now = () => clock.now;
const later = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * 3_600_000);
};
const day = () => ({ from: new Date(now().getTime() - 86_400_000), to: new Date(now().getTime() + 1) });

const book = paystackBook({ now, onEvent: () => undefined });
let paystackServer: Loopback;
let paypalServer: Loopback;
let db = openDatabase();

beforeAll(async () => {
  [paystackServer, paypalServer] = await Promise.all([
    serveLoopback(0, paystackApi(SECRET_KEY, book)),
    startPayPalApi(ACCOUNT, 0, now),
  ]);
});
beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  clock.now = new Date("2026-11-21T09:00:00.000Z");
  db = openDatabase();
  await createPaymentsTable(db);
  return () => vi.restoreAllMocks();
});
afterAll(() => Promise.all([paystackServer.stop(), paypalServer.stop()]));

const paystackAccounts = [
  {
    account: "the real client",
    client: () => createPaystackClient({ apiUrl: paystackServer.origin, secretKey: SECRET_KEY }),
    pay: async (reference: string) => book.pay(reference, { domain: "test" }),
  },
  {
    account: "the stand-in",
    client: () => createPaystackStandIn(db, now),
    pay: async (reference: string) => {
      const begun = await findRequested(db, "paystack", reference);
      await noteChoice(db, begun?.code ?? "", { choice: "pay", isTaken: true, now: now() });
    },
  },
];

describe.each(paystackAccounts)("Paystack, by $account", ({ client, pay }) => {
  async function begin(paystack: PaystackClient, order = newOrder()) {
    const returnTo = "https://academy.example/Signup";
    const begun = await paystack.initialize({
      email: order.learner.email,
      amount: order.charge.minor,
      currency: "NGN",
      reference: order.reference,
      callback_url: returnTo,
      metadata: { custom_fields: metadataOf(order).custom_fields, cancel_action: returnTo },
    });
    return { order, begun };
  }

  test("begins a reference once, however its payment ended", async () => {
    const { order, begun } = await begin(client());
    expect(begun?.accessCode).toMatch(/^[\w-]+$/);
    expect(begun?.url).toContain(`/${begun?.accessCode}`);
    expect((await begin(client(), order)).begun).toBeNull();
    await pay(order.reference);
    expect((await begin(client(), order)).begun).toBeNull();
  });

  test("knows nothing of a reference that was never begun", async () => {
    expect(await client().verify("REG-20261121-ZZZZZZZZZZ")).toBeNull();
  });

  test("calls a payment that was not made yet abandoned, and reports nothing of it", async () => {
    const { order } = await begin(client());
    const transaction = await client().verify(order.reference);
    expect(transaction).toMatchObject({ status: "abandoned", reference: order.reference });
    const told = { source: "verification", isLive: client().isLive, now: now() } as const;
    expect(transaction && reportsOfTransaction(transaction, told)).toEqual([]);
  });

  test("reports a charge with all that is needed to enrol its learner", async () => {
    const { order } = await begin(client());
    later(1);
    await pay(order.reference);
    const transaction = await client().verify(order.reference);
    if (!transaction) throw new Error("The charge is not known.");
    expect(transaction).toMatchObject({
      status: "success",
      amount: order.charge.minor,
      currency: "NGN",
      domain: "test",
    });
    const told = { source: "verification", isLive: client().isLive, now: now() } as const;
    expect(reportsOfTransaction(transaction, told)).toMatchObject([
      { kind: "charged", reference: order.reference, occurredAt: "2026-11-21T10:00:00.000Z" },
    ]);
    expect(enrolmentOf(transaction)?.customer.email).toBe(order.learner.email);
  });

  test("lists what was paid of a period, newest first, and nothing else", async () => {
    const references: string[] = [];
    for (const _ of [1, 2, 3]) {
      later(1);
      references.unshift((await begin(client())).order.reference);
    }
    const [unpaid, ...paid] = references;
    for (const reference of paid) await pay(reference);
    const { rows, isLast } = await client().listTransactions("success", day(), 1);
    const known = rows.map(({ reference }) => reference).filter((each) => references.includes(each));
    expect(known).toEqual(paid);
    expect(known).not.toContain(unpaid);
    expect(isLast).toBe(true);
    const before = { from: new Date(0), to: new Date("2026-11-20T00:00:00.000Z") };
    expect((await client().listTransactions("success", before, 1)).rows).toEqual([]);
  });

  test("has nothing that went back", async () => {
    const { order } = await begin(client());
    await pay(order.reference);
    const transaction = await client().verify(order.reference);
    expect(await client().refundsOf(transaction?.id ?? "")).toEqual([]);
    for (const listed of [
      client().listTransactions("reversed", day(), 1),
      client().listRefunds(day(), 1),
      client().listDisputes(day(), 1),
      client().listSettlements(day(), 1),
    ]) {
      expect(await listed).toEqual({ rows: [], isLast: true });
    }
  });
});

test("the stand-in for Paystack calls a refused charge failed, reports its fees, and moves no money", async () => {
  const client = createPaystackStandIn(db, now);
  expect(client.isLive).toBe(false);
  const { reference, charge, learner } = orderOf();
  const returnTo = "https://academy.example/Signup";
  const metadata = { custom_fields: [], cancel_action: returnTo };
  const begun = await client.initialize({
    email: learner.email,
    amount: charge.minor,
    currency: "NGN",
    reference,
    callback_url: returnTo,
    metadata,
  });
  const code = begun?.accessCode ?? "";
  await noteChoice(db, code, { choice: "decline", isTaken: false, now: now() });
  expect(await client.verify(reference)).toMatchObject({ status: "failed", fees: null, paid_at: null });
  await noteChoice(db, code, { choice: "pay", isTaken: true, now: now() });
  expect(await client.verify(reference)).toMatchObject({ status: "success", fees: 200_000 });
});

const paypalAccounts = [
  {
    account: "the real client",
    client: () => createPayPalClient({ apiUrl: paypalServer.origin, ...ACCOUNT, now }),
    choose: async (id: string, choice: Choice) => {
      const payer = paypalStandIn(paypalServer.origin);
      await payer.approve(id);
      await payer.captureAs(id, choice === "pay" ? "completed" : "declined");
    },
  },
  {
    account: "the stand-in",
    client: () => createPayPalStandIn(db, now),
    choose: (id: string, choice: Choice) => noteChoice(db, id, { choice, isTaken: false, now: now() }),
  },
];

describe.each(paypalAccounts)("PayPal, by $account", ({ client, choose }) => {
  async function place(paypal: PayPalClient = client()) {
    const order = newOrder("USD");
    return { order, id: await paypal.createOrder(paypalPurchase(order), order.reference) };
  }
  const GONE = { status: 404, isTransient: false };

  test("makes the same order when asked again under the same request id", async () => {
    const { order, id } = await place();
    expect(id).toMatch(/^[A-Z0-9]{17}$/);
    expect(await client().createOrder(paypalPurchase(order), order.reference)).toBe(id);
    later(6);
    expect(await client().createOrder(paypalPurchase(order), order.reference)).not.toBe(id);
  });

  test("shows an order with our reference and our price, as far as it has come", async () => {
    const { order, id } = await place();
    expect(await client().getOrder(id)).toMatchObject({
      id,
      status: "CREATED",
      purchase_units: [
        {
          custom_id: order.reference,
          invoice_id: order.reference,
          amount: { currency_code: "USD", value: "1209.00" },
        },
      ],
    });
    await choose(id, "pay");
    expect(await client().getOrder(id)).toMatchObject({ status: "APPROVED" });
    await client().captureOrder(id, `${id}-x`);
    expect(await client().getOrder(id)).toMatchObject({ status: "COMPLETED" });
  });

  test("captures an approved order once, however often it is asked", async () => {
    const { order, id } = await place();
    await choose(id, "pay");
    const first = await client().captureOrder(id, `${order.reference}-capture`);
    const again = await client().captureOrder(id, `${order.reference}-capture`);
    const told = { reference: order.reference, source: "capture", now: now() } as const;
    expect(reportsOfOrder(again, told)).toEqual(reportsOfOrder(first, told));
    expect(reportsOfOrder(first, told)).toMatchObject([{ kind: "charged", amountMinor: 120_900 }]);
    await expect(client().captureOrder(id, `${id}-another`)).rejects.toMatchObject({
      issue: "ORDER_ALREADY_CAPTURED",
      isTransient: false,
    });
  });

  test("names why a capture is refused, and says a decline again under the same request id", async () => {
    const { id } = await place();
    await expect(client().captureOrder(id, `${id}-x`)).rejects.toMatchObject({ issue: "ORDER_NOT_APPROVED" });
    await choose(id, "decline");
    await expect(client().captureOrder(id, `${id}-y`)).rejects.toMatchObject({
      issue: "INSTRUMENT_DECLINED",
    });
    await choose(id, "pay");
    await expect(client().captureOrder(id, `${id}-y`)).rejects.toMatchObject({
      issue: "INSTRUMENT_DECLINED",
    });
    expect(await client().captureOrder(id, `${id}-z`)).toMatchObject({ status: "COMPLETED" });
  });

  test("pays a reference once", async () => {
    const { order, id } = await place();
    await choose(id, "pay");
    const other = await client().createOrder(paypalPurchase(order), `${order.reference}-again`);
    await choose(other, "pay");
    await client().captureOrder(id, `${id}-x`);
    await expect(client().captureOrder(other, `${id}-y`)).rejects.toMatchObject({
      issue: "DUPLICATE_INVOICE_ID",
    });
  });

  test("has given up an order after three hours that was not paid", async () => {
    const { id } = await place();
    const { id: paid } = await place();
    await choose(paid, "pay");
    await client().captureOrder(paid, `${id}-paid`);
    later(3);
    await expect(client().getOrder(id)).rejects.toMatchObject(GONE);
    await expect(client().captureOrder(id, `${id}-x`)).rejects.toMatchObject(GONE);
    expect(await client().getOrder(paid)).toMatchObject({ status: "COMPLETED" });
  });

  test("finds a capture by its number, and lists it under its day", async () => {
    const { order, id } = await place();
    await expect(client().getCapture("NONE")).rejects.toMatchObject(GONE);
    await choose(id, "pay");
    const [unit] = (await client().captureOrder(id, `${id}-x`)).purchase_units;
    const captureId = unit?.payments?.captures?.[0]?.id ?? "";
    expect(await client().getCapture(captureId)).toMatchObject({ id: captureId, custom_id: order.reference });
    later(4);
    const { rows, isLast } = await client().listMovements(day(), 1);
    expect(isLast).toBe(true);
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: "charged",
        id: captureId,
        reference: order.reference,
        amountMinor: 120_900,
        currency: "USD",
      }),
    );
  });
});
