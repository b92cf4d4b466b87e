import { describe, expect, test } from "vitest";
import { handlePayPalOrder } from "~/server/payments/paypal/handle-paypal-order.ts";
import { freshReference, newOrder, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();

describe("an order", () => {
  test("is made with the course record's own price, and kept as an unpaid registration", async () => {
    const order = newOrder("USD");
    const id = await desk.place(order);
    expect(await desk.paypal.ordersOf(order.reference)).toMatchObject([
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
    expect(await desk.registration(order.reference)).toMatchObject({
      provider: "paypal",
      status: "unpaid",
      expectedMinor: 120_900,
      providerOrderId: id,
    });
    expect(await desk.history(order.reference)).toEqual(["announced (browser)", "ordered (capture)"]);
  });

  test("that is asked for twice is made once", async () => {
    const order = newOrder("USD");
    expect(await desk.place(order)).toBe(await desk.place(order));
    expect(await desk.paypal.ordersOf(order.reference)).toHaveLength(1);
  });

  test("at another price than the record's is not made, and the visitor is told the new one", async () => {
    const order = newOrder("USD");
    const cheaper = { ...order, charge: { currency: "USD", minor: 100 } };
    const answer = await desk.order(cheaper);
    expect([answer.status, await answer.json()]).toEqual([
      409,
      {
        message:
          "The price of DevOps Full has changed to $1,209.00. Nothing was charged. Please reload the page to see it.",
      },
    ]);
    expect(await desk.paypal.ordersOf(order.reference)).toEqual([]);
    expect(await desk.registration(order.reference)).toBeNull();
  });

  test("that was announced at the price of yesterday is not made at it today", async () => {
    const order = newOrder("USD");
    await desk.announce(order);
    const [fee, ...parts] = [priceList.fee.USD.minor + 100];
    expect(parts).toEqual([]);
    const prices = { ...priceList, fee: { ...priceList.fee, USD: { currency: "USD", minor: fee } as const } };
    const answer = await desk.order(order, { prices });
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain("$1,210.00");
    const today = { ...order, charge: { currency: "USD", minor: 121_000 } };
    expect((await desk.order(today, { prices })).status).toBe(409);
    expect(await desk.paypal.ordersOf(order.reference)).toEqual([]);
  });

  test("for a course that is not offered any more is not made", async () => {
    const order = newOrder("USD");
    const details = order.details.map((each) => (each.name === "course_id" ? { ...each, value: "x" } : each));
    const answer = await desk.order({ ...order, details });
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain("DevOps Full is not offered like this any more");
  });

  test("under the reference of an order in naira is not made", async () => {
    const order = newOrder("USD");
    await desk.announce(orderOf({ reference: order.reference }));
    expect((await desk.order(order)).status).toBe(409);
    expect((await desk.order(orderOf({ reference: freshReference() }))).status).toBe(422);
  });

  test("under such a reference is not made even where both cost the same number of kobo and cents", async () => {
    const fee = { NGN: { currency: "NGN", minor: 900 }, USD: { currency: "USD", minor: 900 } } as const;
    const prices = { ...priceList, fee };
    const registration = { course: "ai-foundational" };
    const reference = freshReference();
    await desk.announce(orderOf({ reference, registration }), { prices });
    const order = orderOf({ reference, registration, currency: "USD" });
    expect((await desk.order(order, { prices })).status).toBe(409);
    expect(await desk.paypal.ordersOf(reference)).toEqual([]);
  });

  test("that is paid is not made again", async () => {
    const order = newOrder("USD");
    await desk.capture(await desk.agree(order));
    const answer = await desk.order(order);
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { message: "This has been paid already. Nothing more was charged." },
    ]);
  });

  test("is left to the browser where the edge has no account", async () => {
    const order = newOrder("USD");
    const request = post("/prod/paypal/orders", { order });
    const answer = await handlePayPalOrder(request, desk.context(), null);
    expect([answer.status, await answer.json()]).toEqual([200, { orders: "browser" }]);
  });

  test("is not left to the browser while PayPal is out of reach", async () => {
    const order = newOrder("USD");
    const { paypal } = desk.providers({ PAYPAL_API_URL: "http://127.0.0.1:9" });
    const request = post("/prod/paypal/orders", { order });
    const answer = await handlePayPalOrder(request, desk.context(), paypal?.client ?? null);
    expect(answer.status).toBe(503);
    expect((await answer.json()).message).toContain("Nothing was charged");
  });

  test.each([
    ["no order", {}, {}, 400],
    ["another site", { order: newOrder("USD") }, { origin: "https://evil.example" }, 403],
    ["another type", { order: newOrder("USD") }, { "content-type": "text/plain" }, 415],
  ])("is refused in words: %s", async (_, body, headers, status) => {
    const request = post("/prod/paypal/orders", body, headers as Record<string, string>);
    const answer = await handlePayPalOrder(request, desk.context(), null);
    expect(answer.status).toBe(status);
    expect((await answer.json()).message).toMatch(/\w+ \w+/);
  });
});
