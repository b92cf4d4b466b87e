import { describe, expect, test, vi } from "vitest";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { captureIdOf, NO_ANSWER, PAYPAL_PAYER, paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import {
  approvedEvent,
  captureEvent,
  linksTo,
  paypalDisputeEvent,
  refundedEvent,
} from "../../../fixtures/paypal-events.ts";

const desk = paymentDesk();
const order = newOrder("USD");
const completed = captureEvent("COMPLETED", order);
const raw = JSON.stringify(completed);
/** Sends PayPal's webhook with these headers. */
const send = (headers: Record<string, string>, providers = desk.providers(), body = raw) =>
  desk.ask(post("/prod/webhooks/paypal", body, headers), { providers });

describe("what PayPal sends", () => {
  test("a PayPal webhook after the capture changes nothing", async () => {
    const { order, id } = await desk.agreed();
    await desk.capture(id);
    const event = captureEvent("COMPLETED", order, { id: captureIdOf(id) });
    for (const _ of [1, 2]) expect((await desk.paypalSends(event)).status).toBe(200);
    expect(await desk.paymentOf(order.reference)).toMatchObject({ status: "paid", paidMinor: 120_900 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("a PayPal webhook before the browser's report is recorded with the payer's name", async () => {
    const { order, id } = await desk.agreed();
    await desk.accounts().paypal.client.captureOrder(id, `${id}-capture-1`);
    await desk.paypalSends(captureEvent("COMPLETED", order, { id: captureIdOf(id) }));
    const paid = { status: "paid", payer: PAYPAL_PAYER };
    expect(await desk.paymentOf(order.reference)).toMatchObject(paid);
    expect(await desk.outcomeOf(id)).toMatchObject({ status: "paid" });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("a PayPal webhook about a payment that no browser registered is recorded and flagged", async () => {
    await desk.paypalSends(completed);
    const unknown = { status: "short-paid", flag: "unknown-course", paidMinor: 120_900 };
    expect(await desk.paymentOf(order.reference)).toMatchObject(unknown);
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test.each([
    ["was recorded", (id: string) => desk.capture(id)],
    ["was not", (id: string) => desk.accounts().paypal.client.captureOrder(id, "x")],
  ])("a PayPal refund that names only its capture, which %s, finds the registration", async (_, capture) => {
    const { order, id } = await desk.agreed();
    await capture(id);
    const bare = { custom_id: undefined, invoice_id: undefined, links: linksTo(captureIdOf(id)) };
    await desk.paypalSends(refundedEvent("REFUNDED", order, bare));
    expect(await desk.history(order.reference)).toContain("refunded (webhook)");
  });

  test("a PayPal dispute that names no capture finds the registration by our reference", async () => {
    const order = await desk.registered("USD");
    await desk.paypalSends(captureEvent("COMPLETED", order));
    const disputed_transactions = [{ custom: order.reference, invoice_number: order.reference }];
    const dispute = paypalDisputeEvent("CREATED", order, { disputed_transactions });
    expect((await desk.paypalSends(dispute)).status).toBe(200);
    expect(await desk.stateOf(order)).toEqual(["paid", "disputed"]);
  });

  test("a PayPal payment in yen, which have no cents, is reported to staff in yen", async () => {
    const order = await desk.registered("USD");
    const amount = { currency_code: "JPY", value: "1500" };
    await desk.paypalSends(captureEvent("COMPLETED", order, { amount }));
    expect(await desk.paymentOf(order.reference)).toMatchObject({ flag: "currency-mismatch" });
    const [mail] = await desk.mailsAbout(order);
    expect(mail?.message).toMatch(/Paid in another currency\D+1500\.00 JPY/);
  });

  test("a PayPal webhook about another shop's payment is left alone", async () => {
    const foreign = { ...order, reference: "INV-00000007" };
    for (const event of [
      captureEvent("COMPLETED", foreign),
      refundedEvent("REFUNDED", foreign, { links: [] }),
      approvedEvent(foreign, "X", new Date()),
      paypalDisputeEvent("CREATED", foreign, { disputed_transactions: [{ seller_transaction_id: "X" }] }),
      { event_type: "BILLING.SUBSCRIPTION.CREATED", resource: {} },
    ]) {
      expect((await desk.paypalSends(event)).status).toBe(200);
    }
    expect(await desk.paymentOf("INV-00000007")).toBeNull();
  });

  test("a PayPal webhook is confirmed by its bytes as they came, a 1.0 included", async () => {
    const bytes = raw.replace('"1.0"', "1.0");
    expect((await send(await desk.paypal.sign(bytes), desk.providers(), bytes)).status).toBe(200);
  });

  test("a PayPal webhook is answered with 503 while PayPal cannot confirm its signature", async () => {
    const providers = desk.providers({ PAYPAL_API_URL: NO_ANSWER });
    expect((await send(await desk.paypal.sign(raw), providers)).status).toBe(503);
  });
});

describe("a webhook that PayPal did not send is not recorded", () => {
  function watched() {
    const providers = desk.accounts();
    return { providers, isOwnWebhook: vi.spyOn(providers.paypal.client, "isOwnWebhook") };
  }

  test("a PayPal webhook without a signature or with a false one is not recorded", async () => {
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
    expect(await desk.paymentOf(order.reference)).toBeNull();
  });

  test.each([
    ["another algorithm", "auth-algo", "none"],
    ["a certificate of another host", "cert-url", "https://paypal.com.evil.example/certs/1"],
    ["a certificate without encryption", "cert-url", "http://api.paypal.com/v1/notifications/certs/1"],
    ["a certificate under another name in front", "cert-url", "https://evil@api.paypal.com/certs/1"],
    ["a certificate that is no address", "cert-url", "api.paypal.com"],
    ["a transmission without PayPal's id", "transmission-id", "1 OR 1=1"],
    ["a signature that is no base64", "transmission-sig", "<no>"],
    ["a time of last month", "transmission-time", "2026-10-21T09:00:00Z"],
    ["a time that is still to come", "transmission-time", "2026-11-22T09:00:00Z"],
    ["a time that is none", "transmission-time", "now"],
  ])("a PayPal webhook with %s is refused without asking PayPal", async (_, name, value) => {
    const { providers, isOwnWebhook } = watched();
    const signed = await desk.paypal.sign(raw);
    expect((await send({ ...signed, [`paypal-${name}`]: value }, providers)).status).toBe(403);
    expect(isOwnWebhook).not.toHaveBeenCalled();
  });

  test("a flood of forged PayPal webhooks is asked about a few times a minute", async () => {
    const { providers, isOwnWebhook } = watched();
    const signed = await desk.paypal.sign(raw);
    const forged = { ...signed, "paypal-transmission-sig": "Zm9yZ2Vk" };
    const forge = (address: string) => send({ ...forged, "cf-connecting-ip": address }, providers);
    for (let count = 0; count < 40; count += 1) await forge("203.0.113.7");
    expect(isOwnWebhook.mock.calls.length).toBeLessThanOrEqual(20);
    expect((await send(signed)).status).toBe(200);
    for (let count = 0; count < 120; count += 1) await forge(`198.51.100.${count}`);
    expect(isOwnWebhook.mock.calls.length).toBeLessThanOrEqual(121);
    const elsewhere = { ...signed, "cf-connecting-ip": "192.0.2.77" };
    const answer = await send(elsewhere);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    // PayPal itself has sent from this address before.
    expect((await send(signed)).status).toBe(200);
    desk.later(1);
    expect((await send(elsewhere)).status).toBe(200);
  });

  test.each(["PAYPAL_WEBHOOK_ID", "PAYPAL_CLIENT_SECRET"])(
    "a PayPal webhook is refused as not set up where %s is missing, and the log says so",
    async (name) => {
      const log = vi.spyOn(console, "log");
      const answer = await send(await desk.paypal.sign(raw), desk.providers({ [name]: "" }));
      expect(answer.status).toBe(403);
      expect(log).toHaveBeenCalledWith('{"event":"paypal-webhook-refused","isSetUp":false}');
    },
  );
});

test("a sender's address is stored once its webhook is PayPal's, and for ninety days", async () => {
  const sweepAfterDays = (days: number) => desk.sweepAfter(days * 24 * 60);
  const knownSenders = () => desk.rows("SELECT 1 FROM webhook_senders");
  await send({ ...(await desk.paypal.sign(raw)), "paypal-transmission-sig": "bm8=" });
  expect(await knownSenders()).toEqual([]);
  await desk.paypalSends(completed);
  await sweepAfterDays(80);
  await desk.paypalSends(completed);
  await sweepAfterDays(80);
  expect(await knownSenders()).toHaveLength(1);
  await sweepAfterDays(11);
  expect(await knownSenders()).toEqual([]);
});
