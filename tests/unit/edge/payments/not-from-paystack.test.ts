import { describe, expect, test } from "vitest";
import { MAX_WEBHOOK_BYTES } from "~/edge/middleware/request-body.ts";
import { isSignedByPaystack } from "~/edge/payments/paystack/paystack-webhook.ts";
import { newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post, SECRET_KEY } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, chargeOf, chargeSuccess, signedByPaystack } from "../../../fixtures/paystack-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();

describe("what is not from Paystack is not recorded", () => {
  const order = newOrder();
  const raw = JSON.stringify(chargeEvent(order));
  test.each<[string, Record<string, string>]>([
    ["no signature", {}],
    ["a made-up signature", { "x-paystack-signature": "0".repeat(128) }],
    ["another account's signature", signedByPaystack(raw, "sk_live_other")],
    ["the signature of another body", signedByPaystack(`${raw} `, SECRET_KEY)],
  ])("a Paystack webhook with %s is answered with 403", async (_, headers) => {
    const answer = await desk.ask(post("/prod/webhooks/paystack", raw, headers));
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { message: "This is not signed by Paystack." },
    ]);
    expect(await desk.registration(order.reference)).toBeNull();
  });

  test("a Paystack webhook is not recorded without a secret key, not even one signed with none", async () => {
    const headers = signedByPaystack(raw, "");
    const request = post("/prod/webhooks/paystack", raw, headers);
    const providers = desk.providers({ PAYSTACK_SECRET_KEY: "" });
    expect(providers.paystack).toBeNull();
    expect((await desk.ask(request, { providers })).status).toBe(403);
    expect(await isSignedByPaystack(raw, headers["x-paystack-signature"] ?? null, "")).toBe(false);
  });

  test("a Paystack webhook of another method, type, size or shape is refused in words", async () => {
    const signed = (body: string) =>
      post("/prod/webhooks/paystack", body, signedByPaystack(body, SECRET_KEY));
    const text = new Request(signed(raw), { headers: { "content-type": "text/plain" } });
    for (const [request, status] of [
      [new Request("https://academy.example/prod/webhooks/paystack"), 405],
      [text, 415],
      [signed("x".repeat(MAX_WEBHOOK_BYTES + 1)), 413],
      [signed("hello"), 400],
      [signed('{"event":"charge.success","data":{}}'), 400],
      [signed("null"), 400],
    ] as const) {
      const answer = await desk.ask(request);
      expect(answer.status).toBe(status);
      expect((await answer.json()).message).toMatch(/\w+ \w+/);
    }
  });

  test("a payment of another shop on the same Paystack account is left alone", async () => {
    const foreign = chargeOf(orderOf({ reference: "T2154954412829" }), { metadata: { cart: 7 } });
    expect((await desk.paystackSends(chargeSuccess(foreign))).status).toBe(200);
    expect((await desk.paystackSends({ event: "transfer.success", data: {} })).status).toBe(200);
    expect(await desk.registration("T2154954412829")).toBeNull();
    expect(await desk.history("T2154954412829")).toEqual([]);
  });

  test.each(["provider", "digest", "T2154954412829"])(
    "a payment that was started elsewhere under %j is left alone, and withdraws no mail, even if its fields name this site's",
    async (reference) => {
      await desk.paystackSends(chargeEvent(order));
      const written = await desk.mailsAbout(order);
      expect(written).not.toEqual([]);
      await desk.paystackSends(chargeSuccess(chargeOf({ ...order, reference }, { id: 7 })));
      expect(await desk.mailsAbout(order)).toEqual(written);
      expect(await desk.registration(reference)).toBeNull();
    },
  );

  test("Paystack is asked to send a webhook again while the database fails", async () => {
    const answer = await desk.paystackSends(chargeEvent(order), { db: openDatabase({ migrated: false }) });
    expect(answer.status).toBe(503);
  });
});
