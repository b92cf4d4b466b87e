/** The data that is left of an erased person, and of others. */
import { describe, expect, test } from "vitest";
import { erasure, namesAddress, personalData } from "~/edge/erase/personal-data.ts";
import { listMails } from "~/edge/mail/mail-store.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { findCheckout, saveCheckout, saveReportedPayer } from "~/edge/payments/payment-store.ts";
import { NO_LIMITS } from "../../../fixtures/edge.ts";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { captureIdOf, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { approvedEvent, captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent, metadataOf } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const {
  start,
  enrolled,
  enrolledInDollars,
  openEnrolment,
  pay,
  startPayment,
  charge,
  askPayerLink,
  askLink,
  mailLinks,
} = enrolmentDesk(desk);
const ADA = "ada@example.com";

const erasing = async (email: string) =>
  erasure(desk.db, await personalData(desk.db, { email, enrolmentId: null }), desk.now);

const erase = async (email: string) => desk.db.batch(await erasing(email));

const TABLES = [
  ...["mails", "payments", "payment_events", "staff_notices", "failed_mails", "subscriptions"],
  ...["enrolments", "enrolment_keys", "charges", "requests"],
];

/** Returns the rows of all tables with personal data as one text. */
async function everything(): Promise<string> {
  return JSON.stringify(await Promise.all(TABLES.map((table) => desk.rows(`SELECT * FROM ${table}`))));
}

const OF_ADA = /\bAda\b|\bObi\b|\bada@|2348012345678|(?<!in |Street, )Lagos/;

const PAID = orderOf({ reference: "REG-20261121-AAAAAAAAAA" });
const UNPAID = orderOf({ reference: "REG-20261121-BBBBBBBBBB" });
const BISI = orderOf({
  reference: "REG-20261121-CCCCCCCCCC",
  registration: {
    email: "nada@example.com",
    firstName: "Bisi",
    lastName: "Bello",
    phone: "+2348000000000",
    state: "Oyo",
  },
});

/** Stores a paid and an unpaid payment of Ada's, and a paid one of Bisi, whose address ends alike. Both subscribe. */
async function twoPeople(): Promise<void> {
  for (const order of [PAID, UNPAID, BISI]) await desk.register(order);
  for (const [id, order] of [PAID, BISI].entries()) await desk.paystackSends(chargeEvent(order, { id }));
  await desk.rows(
    `INSERT INTO subscriptions (email, email_key, list, token, requested_at)
     SELECT value, value, 'newsletter', value, '2026-12-01' FROM json_each(?)`,
    JSON.stringify([ADA, BISI.learner.email]),
  );
}

test("nothing names an erased person, and the accounts are complete", async () => {
  await twoPeople();
  await saveReportedPayer(desk.db, PAID.reference, { name: "A. Obi", email: "wallet@example.com" });
  const history = await historyOf(desk.db, PAID.reference);
  await erase(ADA);
  expect(await everything()).not.toMatch(OF_ADA);
  expect(await desk.paymentOf(PAID.reference)).toMatchObject({
    status: "paid",
    course: { id: "devops-full", name: "DevOps Full" },
    currency: "NGN",
    expectedMinor: 49_500_000,
    paidMinor: 49_500_000,
    customer: { email: "", name: "", phone: "" },
    details: null,
    payer: null,
  });
  expect(await historyOf(desk.db, PAID.reference)).toEqual(history);
});

test("erasing one person deletes nothing of other people", async () => {
  await twoPeople();
  const ofBisi = async () => ({
    registration: await desk.paymentOf(BISI.reference),
    mails: (await listMails(desk.db, { limit: 100 })).filter(({ message }) =>
      message.includes(BISI.reference),
    ),
    subscriptions: await desk.rows("SELECT * FROM subscriptions WHERE email = ?", BISI.learner.email),
  });
  const rowsBefore = await ofBisi();
  await erase(ADA);
  expect(await ofBisi()).toEqual(rowsBefore);
  expect([rowsBefore.mails.length, rowsBefore.subscriptions.length]).toEqual([5, 1]);
});

test("a learner's receipt to a guardian is deleted with the learner", async () => {
  const guardian = { guardianName: "Ngozi Bello", guardianContact: "guardian@example.com" };
  await enrolled(fiveInstallments(desk.now, { age: "Under 18", guardianConsent: true, ...guardian }));
  expect(await everything()).toContain('"to_address":"guardian@example.com"');
  await erase(ADA);
  expect(await everything()).not.toMatch(/guardian@example|Ngozi/);
});

test("a guardian who is named in a learner's registration is reported and not erased", async () => {
  const learner = orderOf({
    reference: "REG-20261121-EEEEEEEEEE",
    registration: {
      email: "bola@example.com",
      age: "Under 18",
      guardianName: "Ngozi Bello",
      guardianContact: "Guardian@example.com",
      guardianConsent: true,
    },
  });
  await desk.register(learner);
  const paymentBefore = await desk.paymentOf(learner.reference);
  const guardian = { email: "guardian@example.com", enrolmentId: null };
  expect(await personalData(desk.db, guardian)).toMatchObject({ mentions: [learner.reference] });
  await erase("guardian@example.com");
  expect(await desk.paymentOf(learner.reference)).toEqual(paymentBefore);
});

test("a charge that comes while its payer is erased is not lost", async () => {
  const order = orderOf({ reference: UNPAID.reference });
  await start(order);
  const statements = await erasing(ADA);
  await charge(order.reference, order.charge.minor);
  await desk.db.batch(statements);
  const paid = { status: "paid", customer: { email: "" } };
  expect(await desk.paymentOf(order.reference)).toMatchObject(paid);
  expect(await desk.rows("SELECT state FROM enrolments")).toEqual([{ state: "complete" }]);
});

describe("a report after the erasure does not restore the person", () => {
  /** Erases Ada, who has paid and has the checkout of her next payment open. */
  async function erasedAtCheckout(currency: "NGN" | "USD") {
    const { id, key, order } = currency === "NGN" ? await enrolled() : await enrolledInDollars();
    const { reference, checkout } = await startPayment(id, key);
    await erase(ADA);
    return { id, order: { ...order, reference }, checkout };
  }

  /** Posts Paystack's webhook about a checkout that the edge opened for an enrolment. */
  async function signedCharge(order: typeof UNPAID, id: string, changes: { amount?: number } = {}) {
    const { custom_fields: fields } = metadataOf(order);
    const enrolment = { display_name: "Enrolment", variable_name: "enrolment", value: id };
    const value = await desk.prove({ provider: "paystack", reference: order.reference, enrolmentId: id });
    const proof = { display_name: "Enrolment, signed", variable_name: "enrolment_proof", value };
    return chargeEvent(order, { ...changes, metadata: { custom_fields: [...fields, enrolment, proof] } });
  }

  test("Paystack's repeated webhook, and the check that follows a payment", async () => {
    await twoPeople();
    await erase(ADA);
    await desk.paystackSends(chargeEvent(PAID, { id: 0 }));
    desk.later(60);
    await desk.sweep();
    expect(await desk.mailsAbout(PAID)).toEqual([]);
    expect(await everything()).not.toMatch(OF_ADA);
  });

  test("PayPal's repeated webhook about a payer who is not the learner", async () => {
    const { order, orderId } = await enrolledInDollars();
    await erase("payer@paypal.example");
    const again = captureEvent("COMPLETED", order, { id: captureIdOf(orderId) });
    expect((await desk.paypalSends(again)).status).toBe(200);
    expect(await desk.paymentOf(order.reference)).toMatchObject({
      payer: null,
      customer: { email: ADA },
    });
  });

  test("a repeated charge with an unknown course", async () => {
    const lost = orderOf({ reference: "REG-20261121-DDDDDDDDDD" });
    const event = chargeEvent({ ...lost, course: { id: "", name: "" } }, { id: 3 });
    await desk.paystackSends(event);
    expect(await desk.paymentOf(lost.reference)).toMatchObject({ flag: "unknown-course" });
    await erase(ADA);
    await desk.paystackSends(event);
    expect(await everything()).not.toMatch(OF_ADA);
  });

  test("a charge from an open checkout", async () => {
    const { id, order } = await erasedAtCheckout("NGN");
    await desk.paystackSends(await signedCharge(order, id, { amount: 7_000_000 }));
    const paid = { enrolmentId: id, paidMinor: 7_000_000 };
    expect(await desk.paymentOf(order.reference)).toMatchObject(paid);
    expect(await everything()).not.toMatch(OF_ADA);
  });

  test("a charge from an open checkout whose payment is no longer stored", async () => {
    const { id, order } = await erasedAtCheckout("NGN");
    await desk.rows("DELETE FROM payments WHERE reference = ?", order.reference);
    await desk.paystackSends(await signedCharge(order, id, { amount: 7_000_000 }));
    expect(await desk.paymentOf(order.reference)).toMatchObject({ enrolmentId: id, paidMinor: 7_000_000 });
    expect(await everything()).not.toMatch(OF_ADA);
  });

  test("a charge from an open checkout of an unpaid enrolment", async () => {
    const order = orderOf({ reference: freshReference() });
    const { id } = await start(order);
    await erase(ADA);
    desk.later(40 * 24 * 60);
    await desk.sweep();
    await desk.paystackSends(await signedCharge(order, id));
    expect(await desk.paymentOf(order.reference)).toMatchObject({ enrolmentId: id, status: "paid" });
    expect(await everything()).not.toMatch(OF_ADA);
  });

  test("a late charge of an order without an enrolment", async () => {
    await twoPeople();
    await erase(ADA);
    desk.later(40 * 24 * 60);
    await desk.sweep();
    await desk.paystackSends(chargeEvent(UNPAID, { id: 3 }));
    expect(await desk.paymentOf(UNPAID.reference)).toMatchObject({ status: "paid", details: null });
    expect(await everything()).not.toMatch(OF_ADA);
  });

  test("PayPal's report of an approval", async () => {
    const { id, order, checkout } = await erasedAtCheckout("USD");
    const proof = await desk.prove({ provider: "paypal", reference: order.reference, enrolmentId: id });
    const named = { ...order, reference: `${order.reference} ${id} ${proof}` };
    const agreed = approvedEvent(named, checkout.orderId, desk.now);
    expect((await desk.paypalSends(agreed)).status).toBe(200);
    expect(await desk.paymentOf(order.reference)).toMatchObject({ enrolmentId: id });
    expect(await everything()).not.toMatch(/\bAda\b|ada@|Grace|grace@/);
  });

  test("a checkout that Paystack opens late", async () => {
    await twoPeople();
    await erase(ADA);
    const checkout = { accessCode: "late", url: "https://checkout.paystack.com/late" };
    for (const { reference } of [PAID, BISI]) await saveCheckout(desk.db, reference, checkout);
    expect(await findCheckout(desk.db, PAID.reference)).toBeNull();
    expect(await findCheckout(desk.db, BISI.reference)).toEqual(checkout);
  });
});

/** Limits during whose check the person is erased. */
const ERASING = {
  ...NO_LIMITS,
  ordersOfVisitor: {
    limit: async () => {
      await erase(ADA);
      return { success: true };
    },
  },
};

test("a payment that is started while its learner is erased is not stored", async () => {
  const { id, key } = await enrolled();
  expect((await pay(id, key, {}, { limits: ERASING })).status).toBe(404);
  expect(await everything()).not.toMatch(OF_ADA);
});

test("no link is mailed to a person who is erased while the mail is written", async () => {
  const { id, key } = await enrolled();
  await askLink(ADA);
  const batch: typeof desk.db.batch = async (statements) => {
    const results = await desk.db.batch(statements);
    await erase(ADA);
    return results;
  };
  await mailLinks({ db: { prepare: desk.db.prepare, batch } });
  expect(await everything()).not.toMatch(OF_ADA);
  const other = await enrolled();
  await askPayerLink(other.id, other.key, {}, { limits: ERASING });
  expect(await desk.rows("SELECT kind FROM enrolment_keys")).toEqual([]);
  expect([(await openEnrolment(id, key)).status, (await openEnrolment(other.id, other.key)).status]).toEqual([
    404, 404,
  ]);
});

test.each([
  ["<td>ada@example.com</td>", true],
  ["&lt;ADA@example.com&gt;", true],
  ["'ada@example.com'", true],
  ["nada@example.com", false],
  ["o'ada@example.com", false],
  ["ada@example.com.ng", false],
])("an address is found in a text only if it is not part of a longer one: %s", (text, isNamed) => {
  expect(namesAddress(text, "ada@example.com")).toBe(isNamed);
});
