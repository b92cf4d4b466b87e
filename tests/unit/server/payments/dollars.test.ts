import { describe, expect, test } from "vitest";
import { handlePayPalWebhook } from "~/server/payments/paypal/handle-paypal-webhook.ts";
import { freshReference, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { approvedEvent, captureEvent, refundedEvent } from "../../../fixtures/paypal-events.ts";

const desk = paymentDesk();
const outcomeOf = async (id: string) => (await desk.capture(id)).json();
const captureIdOf = (id: string) => `CAP${id.slice(0, 14)}`;
const GRACE = { name: "Grace Hopper", email: "grace@paypal.example" };

describe("what PayPal sends", () => {
  test("after the capture changes nothing", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.capture(id);
    const event = captureEvent("COMPLETED", order, { id: captureIdOf(id) });
    for (const _ of [1, 2]) expect((await desk.paypalSends(event)).status).toBe(200);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", paidMinor: 120_900 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("before the browser hears of the capture is recorded with the payer's name from the order", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.providers().paypal?.client.captureOrder(id, `${order.reference}-capture`);
    await desk.paypalSends(captureEvent("COMPLETED", order, { id: captureIdOf(id) }));
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", payer: GRACE });
    expect(await outcomeOf(id)).toMatchObject({ status: "paid", payment: { payer: GRACE } });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("about a payment that no browser announced is kept, and flagged", async () => {
    const order = newOrder("USD");
    await desk.paypalSends(captureEvent("COMPLETED", order));
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "short-paid",
      flag: "unknown-course",
      paidMinor: 120_900,
    });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
    await desk.announce(order);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", flag: null });
  });

  test("PENDING, then COMPLETED, in either order, ends as paid", async () => {
    const events = ["PENDING", "COMPLETED"] as const;
    for (const sequence of [events, [...events].reverse()]) {
      const order = newOrder("USD");
      await desk.announce(order);
      const id = freshReference();
      for (const what of sequence) await desk.paypalSends(captureEvent(what, order, { id }));
      expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", flag: null });
    }
  });

  test.each(["REFUNDED", "REVERSED"] as const)(
    "%s ends as refunded, heard before its capture or after",
    async (what) => {
      for (const isFirst of [true, false]) {
        const order = newOrder("USD");
        await desk.announce(order);
        const charge = captureEvent("COMPLETED", order, { id: freshReference() });
        const refund = refundedEvent(what, order, { id: freshReference() });
        for (const event of isFirst ? [refund, charge] : [charge, refund]) await desk.paypalSends(event);
        expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded" });
      }
    },
  );

  test("about a refund that names only its capture finds the registration", async () => {
    for (const isRecorded of [true, false]) {
      const order = newOrder("USD");
      const id = await desk.agree(order);
      if (isRecorded) await desk.capture(id);
      else await desk.providers().paypal?.client.captureOrder(id, "x");
      const links = [
        { rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureIdOf(id)}`, method: "GET" },
      ];
      const bare = { id: freshReference(), custom_id: undefined, invoice_id: undefined, links };
      await desk.paypalSends(refundedEvent("REFUNDED", order, bare));
      expect(await desk.history(order.reference)).toContain("refunded (webhook)");
    }
  });

  test("about yen, which have no cents, is told to staff in yen", async () => {
    const order = newOrder("USD");
    await desk.announce(order);
    await desk.paypalSends(
      captureEvent("COMPLETED", order, { amount: { currency_code: "JPY", value: "1500" } }),
    );
    expect(await desk.registration(order.reference)).toMatchObject({ flag: "currency-mismatch" });
    const [mail] = await desk.mailsAbout(order);
    expect(mail?.message).toMatch(/Paid in another currency\D+1500\.00 JPY/);
  });

  test("about another shop's payment is left alone", async () => {
    const foreign = { ...newOrder("USD"), reference: "INV-00000007" };
    for (const event of [
      captureEvent("COMPLETED", foreign),
      refundedEvent("REFUNDED", foreign, { links: [] }),
      approvedEvent(foreign, "X", new Date()),
      { event_type: "BILLING.SUBSCRIPTION.CREATED", resource: {} },
    ]) {
      expect((await desk.paypalSends(event)).status).toBe(200);
    }
    expect(await desk.registration("INV-00000007")).toBeNull();
  });

  test("is answered with 503 while PayPal cannot confirm that it sent it", async () => {
    const order = newOrder("USD");
    const raw = JSON.stringify(captureEvent("COMPLETED", order));
    const { paypal } = desk.providers({ PAYPAL_API_URL: "http://127.0.0.1:9" });
    const request = post("/prod/webhooks/paypal", raw, await desk.paypal.sign(raw));
    expect((await handlePayPalWebhook(request, desk.context(), paypal)).status).toBe(503);
  });
});

describe("what PayPal did not send is not recorded", () => {
  const order = newOrder("USD");
  const raw = JSON.stringify(captureEvent("COMPLETED", order));
  const send = (headers: Record<string, string>, paypal = desk.providers().paypal, body = raw) =>
    handlePayPalWebhook(post("/prod/webhooks/paypal", body, headers), desk.context(), paypal);

  test("without a signature, with a forged one, or with that of another body", async () => {
    const signed = await desk.paypal.sign(raw);
    for (const headers of [
      {},
      { ...signed, "paypal-transmission-sig": "bm8=" },
      { ...signed, "paypal-transmission-id": "another" },
      { ...signed, "paypal-cert-url": "x".repeat(501) },
      await desk.paypal.sign(raw.replace("1209.00", "12.09")),
    ]) {
      const answer = await send(headers);
      expect([answer.status, await answer.json()]).toEqual([403, { message: "PayPal did not send this." }]);
    }
    expect(await desk.registration(order.reference)).toBeNull();
  });

  test("where no webhook or no account is set up", async () => {
    const signed = await desk.paypal.sign(raw);
    expect((await send(signed, desk.providers({ PAYPAL_WEBHOOK_ID: "" }).paypal)).status).toBe(403);
    expect((await send(signed, desk.providers({ PAYPAL_CLIENT_SECRET: "" }).paypal)).status).toBe(403);
  });

  test("nor is what has no shape", async () => {
    for (const body of ['{"event_type":"PAYMENT.CAPTURE.COMPLETED"}', "[]", "7"]) {
      expect((await send(await desk.paypal.sign(body), undefined, body)).status).toBe(400);
    }
    expect((await send({}, undefined, "hello")).status).toBe(400);
  });
});
