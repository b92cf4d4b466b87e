import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { paypalPurchase } from "~/domain/payments/checkout.ts";
import { createPayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { reportsOfOrder } from "~/edge/payments/paypal/paypal-order.ts";
import { createPaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { approvedEvent } from "../../../fixtures/paypal-events.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";
import type { Loopback } from "../../../mocks/loopback.ts";
import { paypalStandIn, startPayPalApi } from "../../../mocks/paypal-server.ts";
import { setPaystackCharge, startPaystackApi } from "../../../mocks/paystack-server.ts";

const SECRET = "sk_live_abc";
const ACCOUNT = { clientId: "client", clientSecret: "secret", webhookId: "8PT597110X687430LKGECATA" };

const SIGNATURE = {
  auth_algo: "",
  cert_url: "",
  transmission_id: "",
  transmission_sig: "",
  transmission_time: "",
};

/** A provider that answers everything with the same text, and PayPal's access tokens. */
async function serveText(text: string): Promise<Loopback> {
  const server = createServer((request, response) => {
    const isToken = request.url === "/v1/oauth2/token";
    response.end(isToken ? '{"access_token":"A","expires_in":9000}' : text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

let paystackApi: Loopback;
let paypalApi: Loopback;
beforeAll(async () => {
  [paystackApi, paypalApi] = await Promise.all([startPaystackApi(SECRET), startPayPalApi(ACCOUNT)]);
});
afterAll(() => Promise.all([paystackApi.stop(), paypalApi.stop()]));

describe("asking Paystack for a charge", () => {
  const client = () => createPaystackClient({ apiUrl: paystackApi.origin, secretKey: SECRET });

  test("a Paystack look-up returns the charge of the reference", async () => {
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

  test("a Paystack look-up returns nothing for an unknown reference", async () => {
    expect(await client().verify("REG-20261121-ZZZZZZZZZZ")).toBeNull();
  });

  test("a Paystack look-up does not accept another reference's charge", async () => {
    const reference = freshReference();
    await setPaystackCharge(paystackApi.origin, reference, chargeOf(orderOf()));
    expect(await client().verify(reference)).toBeNull();
  });

  test("a Paystack look-up fails temporarily when Paystack is in trouble or out of reach", async () => {
    const reference = freshReference();
    await setPaystackCharge(paystackApi.origin, reference, { trouble: 503 });
    const nobody = createPaystackClient({ apiUrl: "http://127.0.0.1:9", secretKey: SECRET });
    for (const asked of [client(), nobody]) {
      const error: unknown = await asked.verify(reference).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ isTransient: true });
    }
  });

  test("a Paystack look-up fails permanently with another account's key", async () => {
    const stranger = createPaystackClient({ apiUrl: paystackApi.origin, secretKey: "sk_live_other" });
    await expect(stranger.verify("REG-20261121-ZZZZZZZZZZ")).rejects.toMatchObject({
      status: 401,
      isTransient: false,
    });
  });

  test("a Paystack test key expects no real money, any other does", () => {
    expect(client().isLive).toBe(true);
    expect(createPaystackClient({ apiUrl: "", secretKey: "sk_test_abc" }).isLive).toBe(false);
  });
});

describe("an answer in a shape that is not known", () => {
  let error: MockInstance<typeof console.error>;
  beforeEach(() => {
    error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    return () => vi.restoreAllMocks();
  });
  const answering = (text: string) => serveText(text);

  test.each([
    ["Paystack", "verify", '{"status":true,"data":{"id":1}}', "data.status"],
    ["PayPal", "verify webhook", '{"status":"SUCCESS"}', "verification_status"],
  ])(
    "an answer of %s's that lacks what it always has is an event of its own, and not asked for again",
    async (provider, call, text, at) => {
      const server = await answering(text);
      const settings = { apiUrl: server.origin, ...ACCOUNT, now: () => new Date() };
      const asked =
        provider === "Paystack"
          ? createPaystackClient({ apiUrl: server.origin, secretKey: SECRET }).verify(
              "REG-20261121-AAAAAAAAAA",
            )
          : createPayPalClient(settings).isOwnWebhook("{}", SIGNATURE, "ID");
      await expect(asked).rejects.toMatchObject({ isTransient: false });
      const event = { event: "provider-answer-unreadable", what: `${provider}, ${call}`, at };
      expect(error).toHaveBeenCalledWith(JSON.stringify(event));
      await server.stop();
    },
  );

  test("an answer that is no JSON is an event of its own, and may be better the next time", async () => {
    const server = await answering("<h1>Sign in to the hotel</h1>");
    const asked = createPaystackClient({ apiUrl: server.origin, secretKey: SECRET }).verify(
      "REG-20261121-AAAAAAAAAA",
    );
    await expect(asked).rejects.toMatchObject({ isTransient: true });
    expect(error).toHaveBeenCalledWith(expect.stringContaining("provider-answer-unreadable"));
    await server.stop();
  });
});

describe("PayPal", () => {
  const client = () => createPayPalClient({ apiUrl: paypalApi.origin, ...ACCOUNT, now: () => new Date() });
  const payer = () => paypalStandIn(paypalApi.origin);
  const place = async () => {
    const order = orderOf({ currency: "USD", reference: freshReference() });
    const id = await client().createOrder(paypalPurchase(order), order.reference);
    return { order, id };
  };

  test("the PayPal client makes an order with our price and our reference, and the same one when asked again", async () => {
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

  test("the PayPal client captures an approved order once, however often it is asked", async () => {
    const { order, id } = await place();
    await payer().approve(id);
    const first = await client().captureOrder(id, `${order.reference}-capture`);
    const again = await client().captureOrder(id, `${order.reference}-capture`);
    const origin = { reference: order.reference, source: "capture", now: new Date() } as const;
    expect(reportsOfOrder(again, origin)).toEqual(reportsOfOrder(first, origin));
    expect(reportsOfOrder(first, origin)).toMatchObject([{ kind: "charged", amountMinor: 120_900 }]);
    await expect(client().captureOrder(id, "another")).rejects.toMatchObject({
      issue: "ORDER_ALREADY_CAPTURED",
      isTransient: false,
    });
    expect(await client().getOrder(id)).toMatchObject({ status: "COMPLETED" });
  });

  test("the PayPal client names why a capture is refused", async () => {
    const { id } = await place();
    await expect(client().captureOrder(id, "x")).rejects.toMatchObject({ issue: "ORDER_NOT_APPROVED" });
    await payer().approve(id);
    await payer().captureAs(id, "declined");
    await expect(client().captureOrder(id, "x")).rejects.toMatchObject({ issue: "INSTRUMENT_DECLINED" });
  });

  test("the PayPal client reads a capture whose answer was lost from the order", async () => {
    const { order, id } = await place();
    await payer().approve(id);
    await payer().captureAs(id, "lost");
    await expect(client().captureOrder(id, order.reference)).rejects.toMatchObject({ isTransient: true });
    const [unit] = (await client().getOrder(id)).purchase_units;
    const captureId = unit?.payments?.captures?.[0]?.id ?? "";
    expect(await client().getCapture(captureId)).toMatchObject({ custom_id: order.reference });
  });

  test("the PayPal client gets a new token when the old one has expired", async () => {
    const { id } = await place();
    await payer().revokeToken();
    expect(await client().getOrder(id)).toMatchObject({ id });
  });

  test("the PayPal client fails permanently with a wrong secret", async () => {
    const stranger = createPayPalClient({
      ...ACCOUNT,
      apiUrl: paypalApi.origin,
      clientSecret: "wrong",
      now: () => new Date(),
    });
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

    test("PayPal confirms its webhook's bytes as they came, a 1.0 included", async () => {
      expect(await client().isOwnWebhook(raw, await signatureOf(raw), ACCOUNT.webhookId)).toBe(true);
    });

    test("PayPal does not confirm other bytes, another webhook id or a forged signature", async () => {
      const signature = await signatureOf(raw);
      const changed = raw.replace("1209.00", "9.00");
      expect(await client().isOwnWebhook(changed, signature, ACCOUNT.webhookId)).toBe(false);
      expect(await client().isOwnWebhook(raw, signature, "ANOTHER")).toBe(false);
      const forged = { ...signature, transmission_sig: "bm8=" };
      expect(await client().isOwnWebhook(raw, forged, ACCOUNT.webhookId)).toBe(false);
    });
  });
});
