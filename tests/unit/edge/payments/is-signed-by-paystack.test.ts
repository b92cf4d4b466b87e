import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedByPaystack } from "~/edge/payments/paystack/paystack-webhook.ts";

const SECRET = "sk_live_abc";
const body = '{"event":"charge.success","data":{"amount":1.0,"name":"Ọlá"}}';
const sign = (text: string, secret = SECRET, hash = "sha512") =>
  createHmac(hash, secret).update(text).digest("hex");

test("a body that Paystack signed is believed, in either case of the letters", async () => {
  expect(await isSignedByPaystack(body, sign(body), SECRET)).toBe(true);
  expect(await isSignedByPaystack(body, sign(body).toUpperCase(), SECRET)).toBe(true);
});

test.each<[string, string | null, string]>([
  ["no signature", null, SECRET],
  ["an empty signature", "", SECRET],
  ["the signature of another body", sign(`${body} `), SECRET],
  ["the signature of another account", sign(body, "sk_live_other"), SECRET],
  ["a shorter hash", sign(body, SECRET, "sha256"), SECRET],
  ["half a signature", sign(body).slice(0, 64), SECRET],
  ["a signature with something behind it", `${sign(body)}00`, SECRET],
  ["no hexadecimal signature", "z".repeat(128), SECRET],
  [
    "a signature that is wrong in its last letter",
    sign(body).replace(/.$/, (c) => (c === "0" ? "1" : "0")),
    SECRET,
  ],
  ["no secret, though signed with none", createHmac("sha512", "").update(body).digest("hex"), ""],
])("a body with %s is not believed", async (_, signature, secret) => {
  expect(await isSignedByPaystack(body, signature, secret)).toBe(false);
});
