import { describe, expect, test, vi } from "vitest";
import { freshReference, newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { approvedEvent, captureEvent, refundedEvent } from "../../../fixtures/paypal-events.ts";

const desk = paymentDesk();
const outcomeOf = async (id: string) => (await desk.capture(id)).json();
const captureIdOf = (id: string) => `CAP${id.slice(0, 14)}`;
const PAYER = { name: "Sandbox Payer", email: "payer@paypal.example" };

describe("what PayPal sends", () => {
  test("a PayPal webhook after the capture changes nothing", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.capture(id);
    const event = captureEvent("COMPLETED", order, { id: captureIdOf(id) });
    for (const _ of [1, 2]) expect((await desk.paypalSends(event)).status).toBe(200);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", paidMinor: 120_900 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("a PayPal webhook before the browser hears of the capture is recorded with the payer's name from the order", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    await desk.providers().paypal?.client.captureOrder(id, `${id}-capture-1`);
    await desk.paypalSends(captureEvent("COMPLETED", order, { id: captureIdOf(id) }));
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", payer: PAYER });
    expect(await outcomeOf(id)).toMatchObject({ status: "paid", payment: { payer: PAYER } });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("a PayPal webhook about a payment that no browser registered is recorded and flagged", async () => {
    const order = newOrder("USD");
    await desk.paypalSends(captureEvent("COMPLETED", order));
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "short-paid",
      flag: "unknown-course",
      paidMinor: 120_900,
    });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
    await desk.register(order);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", flag: null });
  });

  test("PayPal's PENDING and COMPLETED, in either order, end as paid", async () => {
    const events = ["PENDING", "COMPLETED"] as const;
    for (const [index, sequence] of [events, [...events].reverse()].entries()) {
      const registration = { email: `learner-${index}@example.com`, phone: `+23480123457${index}0` };
      const order = orderOf({ currency: "USD", reference: freshReference(), registration });
      await desk.register(order);
      const id = freshReference();
      for (const what of sequence) await desk.paypalSends(captureEvent(what, order, { id }));
      expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", flag: null });
    }
  });

  test.each(["REFUNDED", "REVERSED"] as const)(
    "PayPal's %s ends as refunded, heard before its capture or after",
    async (what) => {
      for (const isFirst of [true, false]) {
        const order = newOrder("USD");
        await desk.register(order);
        const charge = captureEvent("COMPLETED", order, { id: freshReference() });
        const refund = refundedEvent(what, order, { id: freshReference() });
        for (const event of isFirst ? [refund, charge] : [charge, refund]) await desk.paypalSends(event);
        expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded" });
      }
    },
  );

  test("a PayPal refund that names only its capture finds the registration", async () => {
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

  test("a PayPal payment in yen, which have no cents, is reported to staff in yen", async () => {
    const order = newOrder("USD");
    await desk.register(order);
    await desk.paypalSends(
      captureEvent("COMPLETED", order, { amount: { currency_code: "JPY", value: "1500" } }),
    );
    expect(await desk.registration(order.reference)).toMatchObject({ flag: "currency-mismatch" });
    const [mail] = await desk.mailsAbout(order);
    expect(mail?.message).toMatch(/Paid in another currency\D+1500\.00 JPY/);
  });

  test("a PayPal webhook about another shop's payment is left alone", async () => {
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

  test("a PayPal webhook is answered with 503 while PayPal cannot confirm its signature", async () => {
    const order = newOrder("USD");
    const raw = JSON.stringify(captureEvent("COMPLETED", order));
    const providers = desk.providers({ PAYPAL_API_URL: "http://127.0.0.1:9" });
    const request = post("/prod/webhooks/paypal", raw, await desk.paypal.sign(raw));
    expect((await desk.ask(request, { providers })).status).toBe(503);
  });
});

describe("what PayPal did not send is not recorded", () => {
  function watched() {
    const providers = desk.accounts();
    return { providers, isOwnWebhook: vi.spyOn(providers.paypal.client, "isOwnWebhook") };
  }
  const order = newOrder("USD");
  const raw = JSON.stringify(captureEvent("COMPLETED", order));
  const send = (headers: Record<string, string>, secrets: Record<string, string> = {}, body = raw) =>
    desk.ask(post("/prod/webhooks/paypal", body, headers), { providers: desk.providers(secrets) });

  test("a PayPal webhook without a signature, with a forged one, or with that of another body is not recorded", async () => {
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

  test.each([
    ["another algorithm", { "paypal-auth-algo": "none" }],
    ["a certificate of another host", { "paypal-cert-url": "https://paypal.com.evil.example/certs/1" }],
    [
      "a certificate without encryption",
      { "paypal-cert-url": "http://api.paypal.com/v1/notifications/certs/1" },
    ],
    [
      "a certificate under another name in front",
      { "paypal-cert-url": "https://evil@api.paypal.com/certs/1" },
    ],
    ["a certificate that is no address", { "paypal-cert-url": "api.paypal.com" }],
    ["a transmission without PayPal's id", { "paypal-transmission-id": "1 OR 1=1" }],
    ["a signature that is no base64", { "paypal-transmission-sig": "<no>" }],
    ["a time of last month", { "paypal-transmission-time": "2026-10-21T09:00:00Z" }],
    ["a time that is still to come", { "paypal-transmission-time": "2026-11-22T09:00:00Z" }],
    ["a time that is none", { "paypal-transmission-time": "now" }],
  ])("a PayPal webhook with %s is refused without asking PayPal", async (_, headers) => {
    const { providers, isOwnWebhook } = watched();
    const signed = await desk.paypal.sign(raw);
    const request = post("/prod/webhooks/paypal", raw, { ...signed, ...headers });
    expect((await desk.ask(request, { providers })).status).toBe(403);
    expect(isOwnWebhook).not.toHaveBeenCalled();
  });

  test("a flood of forged PayPal webhooks is asked about a few times a minute, and PayPal's own are sent again", async () => {
    const { providers, isOwnWebhook } = watched();
    const signed = await desk.paypal.sign(raw);
    const forge = (address: string) =>
      desk.ask(
        post("/prod/webhooks/paypal", raw, {
          ...signed,
          "paypal-transmission-sig": "Zm9yZ2Vk",
          "cf-connecting-ip": address,
        }),
        { providers },
      );
    for (let count = 0; count < 40; count += 1) await forge("203.0.113.7");
    expect(isOwnWebhook.mock.calls.length).toBeLessThanOrEqual(20);
    expect((await send(signed)).status).toBe(200);
    for (let count = 0; count < 100; count += 1) await forge(`198.51.100.${count}`);
    expect(isOwnWebhook.mock.calls.length).toBeLessThanOrEqual(60);
    const elsewhere = { ...signed, "cf-connecting-ip": "192.0.2.77" };
    const answer = await send(elsewhere);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    // PayPal itself sent from this address before.
    expect((await send(signed)).status).toBe(200);
    desk.later(1);
    expect((await send(elsewhere)).status).toBe(200);
  });

  test("forged PayPal webhooks that come all at once are asked about no more often than one after the other", async () => {
    const { providers, isOwnWebhook } = watched();
    const forged = { ...(await desk.paypal.sign(raw)), "paypal-transmission-sig": "Zm9yZ2Vk" };
    const requests = Array.from({ length: 40 }, () => post("/prod/webhooks/paypal", raw, forged));
    await Promise.all(requests.map((request) => desk.ask(request, { providers })));
    expect(isOwnWebhook.mock.calls.length).toBeLessThanOrEqual(20);
  });

  test("a PayPal webhook is refused as not set up where its id is missing, and the log says so", async () => {
    const signed = await desk.paypal.sign(raw);
    const log = vi.spyOn(console, "log");
    await send(signed, { PAYPAL_WEBHOOK_ID: "" });
    expect(log).toHaveBeenCalledWith('{"event":"paypal-webhook-refused","isSetUp":false}');
  });

  test("a PayPal webhook is not recorded where no webhook id or no account is set up", async () => {
    const signed = await desk.paypal.sign(raw);
    expect((await send(signed, { PAYPAL_WEBHOOK_ID: "" })).status).toBe(403);
    expect((await send(signed, { PAYPAL_CLIENT_SECRET: "" })).status).toBe(403);
  });

  test("a PayPal webhook without the right shape is not recorded", async () => {
    for (const body of ['{"event_type":"PAYMENT.CAPTURE.COMPLETED"}', "[]", "7"]) {
      expect((await send(await desk.paypal.sign(body), undefined, body)).status).toBe(400);
    }
    expect((await send({}, undefined, "hello")).status).toBe(400);
  });
});
