/** Transactions in naira that the edge starts at Paystack for a page. */
import { expect, test, vi } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { newOrder, priceList } from "../../../fixtures/enrolment.ts";
import { NO_ANSWER, paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, chargeOf, metadataOf } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();

async function start(
  order: Order,
  changes: Partial<Dependencies> = {},
  page: unknown = "/Signup",
): Promise<[number, unknown]> {
  const answer = await desk.ask(post("/prod/enrolments", { order, page }), changes);
  return [answer.status, await answer.json()];
}

const startedFor = ({ reference }: Order) => [
  201,
  {
    status: "unpaid",
    checkout: {
      provider: "paystack",
      accessCode: `access-${reference}`,
      url: `https://checkout.paystack.com/access-${reference}`,
    },
  },
];

/** Returns the payment providers, and a spy on Paystack's `initialize`. */
function spiedProviders() {
  const providers = desk.accounts();
  return { providers, initialize: vi.spyOn(providers.paystack.client, "initialize") };
}

test("a transaction is started once, at the record's price, with all that staff must know", async () => {
  const order = newOrder();
  const { providers, initialize } = spiedProviders();
  for (const _ of [1, 2, 3]) expect(await start(order, { providers })).toMatchObject(startedFor(order));
  const [reference, ...fields] = metadataOf(order).custom_fields;
  const value = (await desk.paymentOf(order.reference))?.enrolmentId;
  const enrolment = [
    { display_name: "Enrolment", variable_name: "enrolment", value },
    {
      display_name: "Enrolment, signed",
      variable_name: "enrolment_proof",
      value: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ];
  expect(initialize).toHaveBeenCalledExactlyOnceWith({
    email: "ada@example.com",
    amount: 49_500_000,
    currency: "NGN",
    reference: order.reference,
    callback_url: `${EDGE_ORIGIN}/Signup`,
    metadata: { custom_fields: [reference, ...enrolment, ...fields], cancel_action: `${EDGE_ORIGIN}/Signup` },
  });
});

test("a transaction that another request starts at the same moment is shared", async () => {
  const order = newOrder();
  const { providers, initialize } = spiedProviders();
  initialize.mockImplementationOnce(async () => {
    await start(order);
    return null;
  });
  expect(await start(order, { providers })).toMatchObject(startedFor(order));
});

test("a transaction whose access code was lost is started under another reference", async () => {
  const order = newOrder();
  const { providers, initialize } = spiedProviders();
  initialize.mockImplementationOnce(async (purchase) => {
    await desk.accounts().paystack.client.initialize(purchase);
    throw new Error("Connection reset");
  });
  expect(await start(order, { providers })).toMatchObject([503, { code: "not-now" }]);
  // For half a minute, another request may be about to store the checkout.
  expect(await start(order, { providers })).toMatchObject([503, { code: "not-now" }]);
  desk.later(1);
  expect(await start(order, { providers })).toMatchObject([409, { code: "reference-used" }]);
});

test("a paid transaction whose access code was lost is reported as paid", async () => {
  const order = newOrder();
  await desk.paystackKnows(order.reference, chargeOf(order));
  expect(await start(order)).toMatchObject([409, { status: "paid", payment: { id: "4099260516" } }]);
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
});

test("no transaction is started for a paid order", async () => {
  const order = newOrder();
  const { providers, initialize } = spiedProviders();
  await desk.paystackSends(chargeEvent(order));
  expect(await start(order, { providers })).toMatchObject([409, { status: "paid" }]);
  expect(initialize).not.toHaveBeenCalled();
});

test("no transaction is started at another price than the record's", async () => {
  const order = newOrder();
  const { providers, initialize } = spiedProviders();
  const cheaper: Order = { ...order, charge: { currency: "NGN", minor: 100 } };
  const message = expect.stringContaining("has changed to N495,000");
  expect(await start(cheaper, { providers })).toMatchObject([409, { message }]);
  const risenFee = { currency: "NGN", minor: priceList.fee.NGN.minor + 100 } as const;
  const prices = { ...priceList, fee: { ...priceList.fee, NGN: risenFee } };
  const atRisenPrice: Order = { ...order, charge: { currency: "NGN", minor: 49_500_100 } };
  // The order was stored at N495,000, so another price needs another reference.
  expect(await start(atRisenPrice, { providers, prices })).toMatchObject([409, { code: "reference-used" }]);
  expect(initialize).not.toHaveBeenCalled();
});

test("a transaction is left to the page without a secret, in dollars, or without a return page", async () => {
  const [naira, dollars, withoutReturn] = [newOrder(), newOrder("USD"), newOrder()];
  const providers = desk.providers({ PAYSTACK_SECRET_KEY: "" });
  const leftToThePage = [201, { status: "unpaid", checkout: null }];
  expect(await start(naira, { providers })).toMatchObject(leftToThePage);
  expect(await start(dollars)).toMatchObject(leftToThePage);
  expect((await desk.register(withoutReturn)).status).toBe(202);
});

test("a transaction that Paystack does not start can be tried again", async () => {
  const providers = desk.providers({ PAYSTACK_API_URL: NO_ANSWER });
  const order = newOrder();
  expect(await start(order, { providers })).toMatchObject([503, { code: "not-now" }]);
  const { reference } = order;
  const reason = "Paystack, initialize: no answer";
  expect(console.error).toHaveBeenCalledWith(
    JSON.stringify({ event: "paystack-checkout-failed", reference, reason }),
  );
});

test.each(["https://evil.example", "//evil.example", "/Signup?name=Ada", "Signup", 7])(
  "a transaction leads back to no other site: %s",
  async (page) => {
    expect(await start(newOrder(), {}, page)).toMatchObject([400, {}]);
  },
);
