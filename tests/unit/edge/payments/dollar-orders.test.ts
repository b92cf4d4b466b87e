import { describe, expect, test } from "vitest";
import { freshReference, newOrder, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();

describe("an order", () => {
  test("a PayPal order is made with the course record's own price, and stored as an unpaid registration", async () => {
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
    expect(await desk.history(order.reference)).toEqual(["registered (browser)", "ordered (capture)"]);
  });

  test("a PayPal order that is requested twice is made once", async () => {
    const order = newOrder("USD");
    expect(await desk.place(order)).toBe(await desk.place(order));
    expect(await desk.paypal.ordersOf(order.reference)).toHaveLength(1);
  });

  test("an order at another price than the record's is not made, and the visitor reads the new one", async () => {
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

  test("an order that was registered at yesterday's price is not made at it today", async () => {
    const order = newOrder("USD");
    await desk.register(order);
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

  test("an order for a course that is not offered any more is not made", async () => {
    const order = newOrder("USD");
    const answer = await desk.order({ ...order, course: { ...order.course, id: "x" } });
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain("DevOps Full isn't offered like this any more");
  });

  test("an order under the reference of an order in naira is not made", async () => {
    const order = newOrder("USD");
    await desk.register(orderOf({ reference: order.reference }));
    expect((await desk.order(order)).status).toBe(409);
    expect((await desk.order(orderOf({ reference: freshReference() }))).status).toBe(422);
  });

  test("an order under the reference of an order in naira is not made even where kobo and cents are the same number", async () => {
    const fee = { NGN: { currency: "NGN", minor: 900 }, USD: { currency: "USD", minor: 900 } } as const;
    const prices = { ...priceList, fee };
    const registration = { courseId: "ai-foundational" };
    const reference = freshReference();
    await desk.register(orderOf({ reference, registration }), { prices });
    const order = orderOf({ reference, registration, currency: "USD" });
    expect((await desk.order(order, { prices })).status).toBe(409);
    expect(await desk.paypal.ordersOf(reference)).toEqual([]);
  });

  test("an order that is paid is not made again", async () => {
    const order = newOrder("USD");
    await desk.capture(await desk.agree(order));
    const answer = await desk.order(order);
    expect([answer.status, await answer.json()]).toEqual([
      409,
      {
        status: "paid",
        payment: { id: expect.stringMatching(/^CAP/) },
        message: "This has been paid already. Nothing more was charged.",
      },
    ]);
  });

  test("a PayPal order whose payment is held back is not made again", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.paypal.captureAs(id, "pending");
    await desk.capture(id);
    const answer = await desk.order(order);
    expect([answer.status, await answer.json()]).toEqual([
      409,
      {
        status: "pending",
        message: "An earlier payment of this is still being confirmed. Nothing more was charged.",
      },
    ]);
    expect(await desk.paypal.ordersOf(order.reference)).toHaveLength(1);
  });

  test("a PayPal order is left to the browser where the edge has no account", async () => {
    const order = newOrder("USD");
    const answer = await desk.order(order, { providers: desk.providers({ PAYPAL_CLIENT_SECRET: "" }) });
    expect([answer.status, await answer.json()]).toEqual([200, { orders: "browser" }]);
  });

  test("a PayPal order is not left to the browser while PayPal is out of reach", async () => {
    const order = newOrder("USD");
    const providers = desk.providers({ PAYPAL_API_URL: "http://127.0.0.1:9" });
    const answer = await desk.order(order, { providers });
    expect(answer.status).toBe(503);
    expect((await answer.json()).message).toContain("Nothing was charged");
  });

  test.each([
    ["no order", {}, {}, 400],
    ["another site", { order: newOrder("USD") }, { origin: "https://evil.example" }, 403],
    ["another type", { order: newOrder("USD") }, { "content-type": "text/plain" }, 415],
  ])("a PayPal order is refused in words: %s", async (_, body, headers, status) => {
    const request = post("/prod/paypal/orders", body, headers as Record<string, string>);
    const answer = await desk.ask(request, { providers: desk.providers({ PAYPAL_CLIENT_SECRET: "" }) });
    expect(answer.status).toBe(status);
    expect((await answer.json()).message).toMatch(/\w+ \w+/);
  });
});
