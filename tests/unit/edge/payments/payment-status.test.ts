import { describe, expect, test, vi } from "vitest";
import type { Dependencies } from "~/edge/app-context.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { freshReference, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk, TOO_OFTEN } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, chargeOf, refundEvent } from "../../../fixtures/paystack-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();

const question = (reference: string, init: RequestInit = {}) =>
  new Request(`${EDGE_ORIGIN}/prod/payments/${reference}`, init);
async function ask(reference: string, changes: Partial<Dependencies> = {}): Promise<[number, unknown]> {
  const answer = await desk.ask(question(reference), changes);
  return [answer.status, await answer.json()];
}

describe("the status of a payment in naira", () => {
  test("is asked of Paystack if no webhook came, and recorded, even without an order", async () => {
    const order = newOrder();
    await desk.paystackKnows(order.reference, chargeOf(order));
    expect(await ask(order.reference)).toEqual([
      200,
      { receiptNumber: "2026-000001", status: "paid", payment: { id: "4099260516" } },
    ]);
    expect(await desk.stateOf(order)).toEqual(["paid", null]);
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test.each([
    ["unpaid", "abandoned"],
    ["pending", "ongoing"],
    ["pending", "queued"],
  ])("is %s while Paystack calls it %s, and staff get no mail", async (status, statusAtPaystack) => {
    const order = await desk.registered();
    await desk.paystackKnows(order.reference, chargeOf(order, { status: statusAtPaystack }));
    expect(await ask(order.reference)).toEqual([200, { status }]);
    expect(await desk.stateOf(order)).toEqual(["unpaid", null]);
    expect(await desk.mailsAbout(order)).toEqual([]);
  });

  test("is reported without an amount where it came in another currency", async () => {
    const order = await desk.registered();
    await desk.paystackSends(chargeEvent(order, { currency: "GHS" }));
    expect(await ask(order.reference)).toMatchObject([200, { status: "short-paid", paid: null }]);
  });

  test("is reported from the record once it is settled", async () => {
    const order = await desk.registered();
    await desk.paystackSends(chargeEvent(order, { amount: 100 }));
    await desk.paystackKnows(order.reference, { trouble: 503 });
    const short = { status: "short-paid", paid: { currency: "NGN", minor: 100 } };
    expect(await ask(order.reference)).toMatchObject([200, short]);
    await desk.paystackSends(refundEvent("refund.processed", order, { amount: "100" }));
    expect(await ask(order.reference)).toMatchObject([200, { status: "refunded" }]);
  });
});

describe("the status of a payment in dollars", () => {
  test("is unpaid before the payer agrees, and under way from then on; asking charges nothing", async () => {
    const order = newOrder("USD");
    const { reference } = order;
    const id = await desk.place(order);
    expect(await ask(reference)).toEqual([200, { status: "unpaid" }]);
    await desk.paypal.approve(id);
    expect(await ask(reference)).toEqual([200, { status: "pending" }]);
    expect(await desk.paypal.ordersOf(reference)).toMatchObject([{ status: "APPROVED" }]);
    await desk.capture(id);
    expect(await ask(reference)).toMatchObject([200, { status: "paid" }]);
  });

  test("is unpaid once the approval is too old to be charged, or was abandoned", async () => {
    const [late, left] = [await desk.agreed(), await desk.agreed()];
    await desk.abandon(left.id);
    expect(await ask(left.order.reference)).toEqual([200, { status: "unpaid" }]);
    desk.later(16);
    expect(await ask(late.order.reference)).toEqual([200, { status: "unpaid" }]);
  });
});

describe("references that were never kept", () => {
  function watched() {
    const providers = desk.accounts();
    return { providers, verify: vi.spyOn(providers.paystack.client, "verify") };
  }

  /** Asks about this many invented references, each from another address. */
  async function askAbout(count: number, providers: Dependencies["providers"]) {
    for (let index = 0; index < count; index += 1) {
      const headers = { "cf-connecting-ip": `198.51.100.${index}` };
      await desk.ask(question(freshReference(), { headers }), { providers });
    }
  }

  test("invented references are asked about a few times a minute, stored ones always", async () => {
    const { providers, verify } = watched();
    const { reference } = await desk.registered();
    await askAbout(130, providers);
    expect(verify).toHaveBeenCalledTimes(120);
    expect(await ask(reference, { providers })).toEqual([200, { status: "unpaid" }]);
    expect(verify).toHaveBeenCalledTimes(121);
    desk.later(1);
    await ask(freshReference(), { providers });
    expect(verify).toHaveBeenCalledTimes(122);
  });

  test("one visitor's invented references leave room for another's question", async () => {
    const { providers, verify } = watched();
    for (let count = 0; count < 30; count += 1) await ask(freshReference(), { providers });
    expect(verify).toHaveBeenCalledTimes(20);
    const order = newOrder();
    await desk.paystackKnows(order.reference, chargeOf(order));
    const elsewhere = question(order.reference, { headers: { "cf-connecting-ip": "198.51.100.9" } });
    expect(await (await desk.ask(elsewhere, { providers })).json()).toMatchObject({ status: "paid" });
  });

  test("a job about a reference never stored waits while the minute's questions are used up", async () => {
    const { providers, verify } = watched();
    const order = newOrder();
    await desk.paystackKnows(order.reference, chargeOf(order));
    await askAbout(120, providers);
    verify.mockClear();
    expect(await desk.verify(order.reference, { providers })).toEqual({ retryInSeconds: 60 });
    expect(verify).not.toHaveBeenCalled();
    desk.later(1);
    expect(await desk.verify(order.reference, { providers })).toBe("done");
    expect(await desk.stateOf(order)).toEqual(["paid", null]);
  });
});

describe("a status that the edge cannot know", () => {
  test.each([
    ["an unknown reference", freshReference()],
    ["a reference of another site", "qTPrJoy9Bx"],
  ])("is unknown for %s: no error in the browser's console, and nothing is stored", async (_, reference) => {
    expect(await ask(reference)).toEqual([200, { status: "unknown" }]);
    expect(await desk.paymentOf(reference)).toBeNull();
  });

  test("is unknown where there is no account to ask with, since it may have been paid", async () => {
    const { reference } = await desk.registered();
    const providers = desk.providers({ PAYSTACK_SECRET_KEY: "" });
    expect(await ask(reference, { providers })).toEqual([200, { status: "unknown" }]);
  });

  test("is refused with 503 while Paystack or the database is in trouble", async () => {
    const { reference } = await desk.registered();
    await desk.paystackKnows(reference, { trouble: 503 });
    expect(await ask(reference)).toMatchObject([503, {}]);
    expect(await ask(reference, { db: openDatabase({ migrated: false }) })).toMatchObject([503, {}]);
  });

  test("is refused to a visitor who asks too often, or by another method", async () => {
    expect(await ask(freshReference(), { limits: TOO_OFTEN })).toMatchObject([429, {}]);
    expect((await desk.ask(question(freshReference(), { method: "DELETE" }))).status).toBe(405);
  });
});
