/** What is left of a person who was forgotten, and of others who paid for them or whom they paid for. */
import { expect, test } from "vitest";
import { erasure } from "~/edge/forget/erasure.ts";
import { personalData } from "~/edge/forget/personal-data.ts";
import type { Query } from "~/edge/query.ts";
import { bearer, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";

const desk = paymentDesk();
const { begin, pay, charge, change } = enrolmentDesk(desk);
const ADA = "ada@example.com";
const AUNT = "aunt@example.com";

async function forget(email: string): Promise<void> {
  const query: Query = (statements) =>
    Promise.all(
      statements.map(async (sql) => (await desk.db.prepare(sql).all<Record<string, unknown>>()).results),
    );
  for (const sql of erasure(await personalData(query, email), desk.now)) await desk.db.prepare(sql).run();
}

const storedAbout = async (reference: string) =>
  desk.db
    .prepare(
      "SELECT details, customer_email, customer_name, customer_phone, payer_email, payer_name FROM registrations WHERE reference = ?",
    )
    .bind(reference)
    .first<Record<string, string>>();

/** Ada's enrolment, whose second payment her aunt has made by a payer's link. */
async function sponsored() {
  const order = fiveInstallments(desk.now);
  const { id, key } = await begin(order);
  await charge(order.reference, order.charge.minor);
  const link = await desk.ask(post(`/prod/enrolments/${id}/payer-links`, {}, bearer(key)));
  const { key: payer } = await link.json();
  const { reference } = await (await pay(id, payer, { payerEmail: AUNT })).json();
  await charge(reference, 7_000_000);
  return { id, key, reference };
}

test("a payment that somebody else made keeps nothing of a learner who is forgotten", async () => {
  const { reference } = await sponsored();
  await forget(ADA);
  expect(JSON.stringify(await storedAbout(reference))).not.toMatch(/Ada|Obi|ada@|\+234/);
});

test("a payer who is forgotten takes nothing of the learner's along", async () => {
  const { reference } = await sponsored();
  await forget(AUNT);
  const left = await storedAbout(reference);
  expect(JSON.stringify(left)).not.toContain("aunt");
  expect(JSON.parse(left?.details ?? "").learner).toMatchObject({ firstName: "Ada", email: ADA });
});

test("the mails to an address that a learner had before go as well", async () => {
  const { id, key } = await sponsored();
  await change(id, key, { email: "ada.obi@example.com" });
  await forget("ada.obi@example.com");
  const { results } = await desk.db
    .prepare("SELECT to_address FROM mails WHERE idempotency_key LIKE 'learner:%'")
    .all<{ to_address: string }>();
  expect(results.filter(({ to_address }) => to_address !== AUNT)).toEqual([]);
});

test("a payer who was forgotten is not written again when PayPal repeats its webhook", async () => {
  const order = fiveInstallments(desk.now, "USD");
  await begin(order);
  const orderId = await desk.agree(order);
  await desk.capture(orderId);
  await forget("grace@paypal.example");
  const again = captureEvent("COMPLETED", order, { id: `CAP${orderId.slice(0, 14)}` });
  expect((await desk.paypalSends(again)).status).toBe(200);
  const left = await storedAbout(order.reference);
  expect(left).toMatchObject({ payer_email: "", payer_name: "", customer_email: ADA });
});
