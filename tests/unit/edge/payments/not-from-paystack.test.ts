import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post, SECRET_KEY } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();

const order = newOrder();
const raw = JSON.stringify(chargeEvent(order));
const sign = (text: string, secret = SECRET_KEY, hash = "sha512") =>
  createHmac(hash, secret).update(text).digest("hex");
const send = (signature: string | null, changes = {}) => {
  const headers: Record<string, string> = signature === null ? {} : { "x-paystack-signature": signature };
  return desk.ask(post("/prod/webhooks/paystack", raw, headers), changes);
};

test("a Paystack webhook with its signature is recorded, in either case of the letters", async () => {
  for (const signature of [sign(raw), sign(raw).toUpperCase()]) {
    expect((await send(signature)).status).toBe(200);
  }
  expect(await desk.stateOf(order)).toEqual(["paid", null]);
});

test.each<[string, string | null]>([
  ["no signature", null],
  ["an empty signature", ""],
  ["a made-up signature", "0".repeat(128)],
  ["another account's signature", sign(raw, "sk_live_other")],
  ["the signature of another body", sign(`${raw} `)],
  ["a shorter hash", sign(raw, SECRET_KEY, "sha256")],
  ["half a signature", sign(raw).slice(0, 64)],
  ["a signature with something behind it", `${sign(raw)}00`],
  ["no hexadecimal signature", "z".repeat(128)],
  ["a signature that is wrong in its last letter", sign(raw).replace(/.$/, (c) => (c === "0" ? "1" : "0"))],
])("a Paystack webhook with %s is answered with 403", async (_, signature) => {
  const answer = await send(signature);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({ message: "This is not signed by Paystack." });
  expect(await desk.paymentOf(order.reference)).toBeNull();
});

test("a Paystack webhook is not recorded without a secret key, not even one signed with none", async () => {
  const providers = desk.providers({ PAYSTACK_SECRET_KEY: "" });
  expect(providers.paystack).toBeNull();
  expect((await send(sign(raw, ""), { providers })).status).toBe(403);
});

test("a payment of another shop on the same Paystack account is left alone", async () => {
  const foreign = chargeEvent(orderOf({ reference: "T2154954412829" }), { metadata: { cart: 7 } });
  for (const event of [foreign, { event: "transfer.success", data: {} }]) {
    expect((await desk.paystackSends(event)).status).toBe(200);
  }
  expect(await desk.paymentOf("T2154954412829")).toBeNull();
  expect(await desk.history("T2154954412829")).toEqual([]);
});

test("Paystack is asked to send a webhook again while the database fails", async () => {
  const answer = await desk.paystackSends(chargeEvent(order), { db: openDatabase({ migrated: false }) });
  expect(answer.status).toBe(503);
});
