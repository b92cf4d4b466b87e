import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paypalPurchase } from "~/domain/enrolment/paypal-purchase.ts";
import { createPayPalClient } from "~/server/payments/paypal/paypal-client.ts";
import { reportsOfOrder } from "~/server/payments/paypal/paypal-order.ts";
import { createPaystackClient } from "~/server/payments/paystack/paystack-client.ts";
import { ProviderError } from "~/server/payments/provider-error.ts";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";
import type { Loopback } from "../../../mocks/loopback.ts";
import { paypalStandIn, startPayPalApi } from "../../../mocks/paypal-api.ts";
import { setPaystackCharge, startPaystackApi } from "../../../mocks/paystack-api.ts";

const SECRET = "sk_live_abc";
const ACCOUNT = { clientId: "client", clientSecret: "secret", webhookId: "8PT597110X687430LKGECATA" };

let paystackApi: Loopback;
let paypalApi: Loopback;
beforeAll(async () => {
  [paystackApi, paypalApi] = await Promise.all([startPaystackApi(SECRET), startPayPalApi(ACCOUNT)]);
});
afterAll(() => Promise.all([paystackApi.stop(), paypalApi.stop()]));

describe("asking Paystack for a charge", () => {
  const client = () => createPaystackClient({ apiUrl: paystackApi.origin, secretKey: SECRET });

  test("brings what Paystack knows of the reference", async () => {
    const order = orderOf({ reference: freshReference() });
    await setPaystackCharge(paystackApi.origin, order.reference, chargeOf(order));
    expect(await client().verify(order.reference)).toMatchObject({
      id: "4099260516",
      status: "success",
      amount: 49_500_000,
      currency: "NGN",
      domain: "live",
    });
  });

  test("brings nothing for a reference that Paystack does not know", async () => {
    expect(await client().verify("REG-20261121-ZZZZZZZZZZ")).toBeNull();
  });

  test("does not take another charge for it", async () => {
    const reference = freshReference();
    await setPaystackCharge(paystackApi.origin, reference, chargeOf(orderOf()));
    expect(await client().verify(reference)).toBeNull();
  });

  test("fails in a way that can be tried again when Paystack is in trouble or out of reach", async () => {
    const reference = freshReference();
    await setPaystackCharge(paystackApi.origin, reference, { trouble: 503 });
    const nobody = createPaystackClient({ apiUrl: "http://127.0.0.1:9", secretKey: SECRET });
    for (const asked of [client(), nobody]) {
      const error: unknown = await asked.verify(reference).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ isTransient: true });
    }
  });

  test("fails for good with another account's key", async () => {
    const stranger = createPaystackClient({ apiUrl: paystackApi.origin, secretKey: "sk_live_other" });
    await expect(stranger.verify("REG-20261121-ZZZZZZZZZZ")).rejects.toMatchObject({
      status: 401,
      isTransient: false,
    });
  });

  test("a test key expects no real money, any other does", () => {
    expect(client().isLive).toBe(true);
    expect(createPaystackClient({ apiUrl: "", secretKey: "sk_test_abc" }).isLive).toBe(false);
  });
});

describe("PayPal", () => {
  const client = () => createPayPalClient({ apiUrl: paypalApi.origin, ...ACCOUNT });
  const payer = () => paypalStandIn(paypalApi.origin);
  const place = async () => {
    const order = orderOf({ currency: "USD", reference: freshReference() });
    const id = await client().createOrder(paypalPurchase(order), order.reference);
    return { order, id };
  };

  test("makes an order with our price and our reference, and the same one when asked again", async () => {
    const { order, id } = await place();
    expect(await client().createOrder(paypalPurchase(order), order.reference)).toBe(id);
    const [made, ...others] = await payer().ordersOf(order.reference);
    expect(others).toEqual([]);
    expect(made?.purchase_units[0]).toMatchObject({
      description: "DevOps Full",
      invoice_id: order.reference,
      amount: { currency_code: "USD", value: "1209.00" },
    });
  });

  test("takes the money of an approved order once, however often it is asked", async () => {
    const { order, id } = await place();
    await payer().approve(id);
    const first = await client().captureOrder(id, `${order.reference}-capture`);
    const again = await client().captureOrder(id, `${order.reference}-capture`);
    const told = { reference: order.reference, source: "capture", now: new Date() } as const;
    expect(reportsOfOrder(again, told)).toEqual(reportsOfOrder(first, told));
    expect(reportsOfOrder(first, told)).toMatchObject([{ kind: "charged", amountMinor: 120_900 }]);
    await expect(client().captureOrder(id, "another")).rejects.toMatchObject({
      issue: "ORDER_ALREADY_CAPTURED",
      isTransient: false,
    });
    expect(await client().getOrder(id)).toMatchObject({ status: "COMPLETED" });
  });

  test("names why it does not take it", async () => {
    const { id } = await place();
    await expect(client().captureOrder(id, "x")).rejects.toMatchObject({ issue: "ORDER_NOT_APPROVED" });
    await payer().approve(id);
    await payer().captureAs(id, "declined");
    await expect(client().captureOrder(id, "x")).rejects.toMatchObject({ issue: "INSTRUMENT_DECLINED" });
  });

  test("tells the truth about a capture whose answer was lost", async () => {
    const { order, id } = await place();
    await payer().approve(id);
    await payer().captureAs(id, "lost");
    await expect(client().captureOrder(id, order.reference)).rejects.toMatchObject({ isTransient: true });
    const [unit] = (await client().getOrder(id)).purchase_units;
    const captureId = unit?.payments?.captures?.[0]?.id ?? "";
    expect(await client().getCapture(captureId)).toMatchObject({ custom_id: order.reference });
  });

  test("gets a new token when it does not take the old one any more", async () => {
    const { id } = await place();
    await payer().revokeToken();
    expect(await client().getOrder(id)).toMatchObject({ id });
  });

  test("fails for good with a wrong secret", async () => {
    const stranger = createPayPalClient({ ...ACCOUNT, apiUrl: paypalApi.origin, clientSecret: "wrong" });
    await expect(stranger.getOrder("X")).rejects.toMatchObject({ status: 401, isTransient: false });
  });

  describe("says whether a webhook is its own", () => {
    const raw = JSON.stringify(approvedEvent(orderOf({ currency: "USD" }), "ID", new Date())).replace(
      '"1.0"',
      "1.0",
    );
    const signatureOf = async (body: string) => {
      const headers = await payer().sign(body);
      return {
        auth_algo: headers["paypal-auth-algo"] ?? "",
        cert_url: headers["paypal-cert-url"] ?? "",
        transmission_id: headers["paypal-transmission-id"] ?? "",
        transmission_sig: headers["paypal-transmission-sig"] ?? "",
        transmission_time: headers["paypal-transmission-time"] ?? "",
      };
    };

    test("for its bytes as they came, a 1.0 included", async () => {
      expect(await client().isOwnWebhook(raw, await signatureOf(raw), ACCOUNT.webhookId)).toBe(true);
    });

    test("and not for other bytes, another webhook or a made-up signature", async () => {
      const signature = await signatureOf(raw);
      const changed = raw.replace("1209.00", "9.00");
      expect(await client().isOwnWebhook(changed, signature, ACCOUNT.webhookId)).toBe(false);
      expect(await client().isOwnWebhook(raw, signature, "ANOTHER")).toBe(false);
      const forged = { ...signature, transmission_sig: "bm8=" };
      expect(await client().isOwnWebhook(raw, forged, ACCOUNT.webhookId)).toBe(false);
    });
  });
});
