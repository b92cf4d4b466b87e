import { describe, expect, test, vi } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { placeOrder } from "~/edge/payment-lifecycle/place-order.ts";
import { enrolmentProofs } from "~/edge/payments/payment-providers.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { ADDRESSES } from "../../../fixtures/edge.ts";
import { freshReference, newOrder, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  formPost,
  SIGNUP_FIELDS,
} from "../../../fixtures/enrolment-desk.ts";
import { NO_ANSWER, paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const enrolments = enrolmentDesk(desk);

const ordersOf = ({ reference }: Order) => desk.paypal.ordersOf(reference);
async function request(...asked: Parameters<typeof desk.order>): Promise<[number, unknown]> {
  const answer = await desk.order(...asked);
  return [answer.status, await answer.json()];
}
/** Returns a refusal whose message contains these words. */
const refused = (words: string) => [409, { message: expect.stringContaining(words) }];

test("a PayPal order is made once with the course record's own price, and stored as unpaid", async () => {
  const order = newOrder("USD");
  const id = await desk.place(order);
  expect(await desk.place(order), "requested again").toBe(id);
  expect(await ordersOf(order)).toMatchObject([
    {
      id,
      status: "CREATED",
      purchase_units: [
        {
          description: "DevOps Full",
          custom_id: order.reference,
          invoice_id: order.reference,
          amount: { currency_code: "USD", value: "1209.00" },
        },
      ],
    },
  ]);
  const stored = { provider: "paypal", status: "unpaid", expectedMinor: 120_900, providerOrderId: id };
  expect(await desk.paymentOf(order.reference)).toMatchObject(stored);
  expect(await desk.history(order.reference)).toEqual(["registered (browser)", "ordered (capture)"]);
});

test("an order that was registered at yesterday's price is not made at it today", async () => {
  const order = await desk.registered("USD");
  const dollars = { currency: "USD", minor: priceList.fee.USD.minor + 100 } as const;
  const prices = { ...priceList, fee: { ...priceList.fee, USD: dollars } };
  expect(await request(order, { prices })).toEqual(refused("$1,210.00"));
  const today = { ...order, charge: { currency: "USD", minor: 121_000 } };
  expect(await request(today, { prices })).toMatchObject([409, {}]);
  expect(await ordersOf(order)).toEqual([]);
});

test("an order in naira, or under the reference of one, is not made at PayPal", async () => {
  const fee = { NGN: { currency: "NGN", minor: 900 }, USD: { currency: "USD", minor: 900 } } as const;
  const prices = { ...priceList, fee };
  const registration = { courseId: "ai-foundational" };
  const reference = freshReference();
  const naira = orderOf({ reference, registration });
  expect(await request(naira, { prices })).toMatchObject([422, {}]);
  await desk.register(naira, { prices });
  const order = orderOf({ reference, registration, currency: "USD" });
  expect(await request(order, { prices })).toMatchObject([409, {}]);
  expect(await ordersOf(order)).toEqual([]);
});

test("an order that is paid is not made again", async () => {
  const { order, id } = await desk.agreed();
  await desk.capture(id);
  expect(await request(order)).toEqual([
    409,
    {
      status: "paid",
      payment: { id: expect.stringMatching(/^CAP/) },
      message: "This has been paid already. Nothing more was charged.",
    },
  ]);
});

test("a PayPal order whose payment is held back is not made again", async () => {
  const { order, id } = await desk.agreed("pending");
  await desk.capture(id);
  const message = "An earlier payment of this is still being confirmed. Nothing more was charged.";
  expect(await request(order)).toEqual([409, { status: "pending", message }]);
  expect(await ordersOf(order)).toHaveLength(1);
});

describe("an order that PayPal makes for nobody, because of the academy's account,", () => {
  const message =
    "Our PayPal account can't take this payment until we fix it. Nothing was charged. Please message us.";
  function refusing(issue: string, status = 422) {
    const providers = desk.accounts();
    const failure = new ProviderError("PayPal, create order", status, issue);
    vi.spyOn(providers.paypal.client, "createOrder").mockRejectedValue(failure);
    return { providers };
  }

  test.each([
    ["PAYEE_ACCOUNT_INVALID", 422],
    ["NOT_AUTHORIZED", 403],
  ])(
    "says that nothing was charged and the academy must act, and alerts staff: %s",
    async (issue, status) => {
      expect(await request(newOrder("USD"), refusing(issue, status))).toEqual([409, { message }]);
      expect((await desk.mailsToAlerts())[0]?.message).toContain(issue);
    },
  );

  test("says so on My enrolment, and in the form without script", async () => {
    const changes = refusing("PAYEE_ACCOUNT_INVALID");
    const order = fiveInstallments(desk.now, { currency: "USD" });
    const { id, key } = await enrolments.start(order);
    const answer = await enrolments.pay(id, key, { currency: "USD" }, changes);
    expect([answer.status, await answer.json()]).toEqual([409, { message }]);
    const form = await desk.ask(formPost({ ...SIGNUP_FIELDS, currency: "USD" }), changes);
    expect(await form.text()).toContain("until we fix it");
  });

  test("says that PayPal is out of reach while it is, and alerts nobody", async () => {
    expect(await request(newOrder("USD"), refusing("SERVICE_UNAVAILABLE", 503))).toMatchObject([503, {}]);
    expect(await desk.mailsToAlerts()).toEqual([]);
  });
});

test("a PayPal order is left to the browser only where the edge has no account", async () => {
  const keyless = desk.providers({ PAYPAL_CLIENT_SECRET: "" });
  expect(await request(newOrder("USD"), { providers: keyless })).toEqual([200, { orders: "browser" }]);
  const silent = desk.providers({ PAYPAL_API_URL: NO_ANSWER });
  const message = expect.stringContaining("Nothing was charged");
  expect(await request(newOrder("USD"), { providers: silent })).toEqual([503, { message }]);
});

test("a new token is fetched once if PayPal no longer takes the old one", async () => {
  const { client } = desk.accounts().paypal;
  const id = await desk.place(newOrder("USD"));
  expect(await client.getOrder(id)).toMatchObject({ id });
  await desk.paypal.revokeToken();
  expect(await client.getOrder(id)).toMatchObject({ id });
  const stranger = desk.providers({ PAYPAL_CLIENT_SECRET: "wrong" }).paypal?.client;
  await expect(stranger?.getOrder(id)).rejects.toMatchObject({ status: 401, isTransient: false });
});

describe("tabs that ask for an order at the same moment as another tab", () => {
  /** Returns what a request has read when it comes to PayPal's order. */
  async function readPayment({ reference, charge }: Order) {
    const payment = await desk.paymentOf(reference);
    if (!payment) throw new Error("The payment is stored.");
    const priced = { ...payment, expectedMinor: charge.minor };
    const { client } = desk.accounts().paypal;
    const context = {
      proofs: enrolmentProofs(desk.accounts()),
      jobs: { send: async () => undefined },
      addresses: ADDRESSES,
      now: desk.now,
    };
    return (db = desk.db) => placeOrder({ ...context, db }, client, priced);
  }

  test("an order that another tab has made since a request started is shared", async () => {
    const order = await desk.registered("USD");
    const goOn = await readPayment(order);
    const id = await desk.place(order);
    expect(await goOn()).toBe(id);
  });

  test("an order that another tab has abandoned since a request started is not resumed", async () => {
    const order = newOrder("USD");
    const id = await desk.place(order);
    const goOn = await readPayment(order);
    await desk.abandon(id);
    expect(await goOn()).not.toBe(id);
  });

  test("an order that another tab abandons while it is resumed stays abandoned", async () => {
    const { order, id } = await desk.agreed();
    const goOn = await readPayment(order);
    const { db } = desk;
    await goOn({
      prepare: (sql) => db.prepare(sql),
      batch: async (statements) => {
        await desk.abandon(id);
        return db.batch(statements);
      },
    });
    await desk.sweepFor(15, { every: 1 });
    expect(await ordersOf(order)).toMatchObject([{ id, status: "APPROVED" }]);
  });
});
