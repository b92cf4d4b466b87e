/** What is left of a person who was erased, and of others who paid for them or whom they paid for. */
import { expect, test } from "vitest";
import type { Query } from "~/edge/database.ts";
import { erasure, namesAddress, personalData } from "~/edge/erase/personal-data.ts";
import { listMails, storeMail } from "~/edge/mail/mail-store.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { findCheckout, findPayment, saveCheckout, savePayer } from "~/edge/payments/payment-store.ts";
import { NO_LIMITS } from "../../../fixtures/edge.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { bearer, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { approvedEvent, captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeOf, chargeSuccess, metadataOf } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { start, enrolled, look, pay, charge, change } = enrolmentDesk(desk);
const ADA = "ada@example.com";
const AUNT = "aunt@example.com";

const query: Query = (statements) =>
  Promise.all(
    statements.map(async (sql) => (await desk.db.prepare(sql).all<Record<string, unknown>>()).results),
  );

async function erase(email: string): Promise<void> {
  for (const sql of erasure(await personalData(query, { email, enrolmentId: null }), desk.now))
    await desk.db.prepare(sql).run();
}

const storedAbout = async (reference: string) =>
  desk.db
    .prepare(
      "SELECT details, customer_email, customer_name, customer_phone, payer_email, payer_name FROM payments WHERE reference = ?",
    )
    .bind(reference)
    .first<Record<string, string>>();

/** Ada's enrolment, whose second payment her aunt has made by a payer's link. */
async function sponsored() {
  const { id, key } = await enrolled();
  const link = await desk.ask(post(`/prod/enrolments/${id}/payer-links`, {}, bearer(key)));
  const { key: payer } = await link.json();
  const { reference } = await (await pay(id, payer, { payerEmail: AUNT })).json();
  await charge(reference, 7_000_000);
  return { id, key, reference };
}

test("a payment that somebody else made keeps nothing of a learner who is erased", async () => {
  const { reference } = await sponsored();
  await erase(ADA);
  expect(JSON.stringify(await storedAbout(reference))).not.toMatch(/Ada|Obi|ada@|\+234/);
});

test("a payer who is erased takes nothing of the learner's along", async () => {
  const { reference } = await sponsored();
  await erase(AUNT);
  const left = await storedAbout(reference);
  expect(JSON.stringify(left)).not.toContain("aunt");
  expect(JSON.parse(left?.details ?? "").learner).toMatchObject({ firstName: "Ada", email: ADA });
});

test("the mails to an address that a learner had before go as well", async () => {
  const { id, key } = await sponsored();
  await change(id, key, { email: "ada.obi@example.com" });
  await erase("ada.obi@example.com");
  const { results } = await desk.db
    .prepare("SELECT to_address FROM mails WHERE idempotency_key LIKE 'learner:%'")
    .all<{ to_address: string }>();
  expect(results.filter(({ to_address }) => to_address !== AUNT)).toEqual([]);
});

test("a link that was mailed to an address that a learner had before goes as well, and no other learner's", async () => {
  const { id, key } = await sponsored();
  const aunt = orderOf({ reference: "REG-20261121-FFFFFFFFFF", registration: { email: AUNT } });
  await start(aunt);
  await charge(aunt.reference, aunt.charge.minor);
  for (const email of [ADA, AUNT]) await desk.ask(post("/prod/enrolments/links", { email }));
  for (const job of desk.queued.splice(0)) if (job.type === "links") await desk.doJob(job);
  // Once a mail is delivered, only its header is left.
  await query([
    "UPDATE mails SET message = '', plain_text = '' WHERE idempotency_key LIKE 'learner:links:%'",
  ]);
  const { key: next } = await (await change(id, key, { email: AUNT })).json();
  await change(id, next, { email: "ada.obi@example.com" });
  await erase("ada.obi@example.com");
  const left = await query(["SELECT to_address FROM mails WHERE idempotency_key LIKE 'learner:links:%'"]);
  expect(left).toEqual([[{ to_address: AUNT }]]);
});

test("what staff were mailed of an enrolment under an address that the learner had before goes as well", async () => {
  const { id, key } = await sponsored();
  const late = {
    from: "site@academy.example",
    to: "admissions@academy.example",
    subject: "Late payments: 1",
    message: `<ul><li>Ada Obi. ${ADA} +2348030000000. ${id}</li></ul>`,
  };
  await storeMail(desk.db, { ...late, idempotencyKey: "overdue:2026-12-09:staff-1" }, desk.now);
  await change(id, key, { email: "ada.obi@example.com" });
  await erase("ada.obi@example.com");
  const left = await listMails(desk.db, { limit: 100 });
  expect(left.filter(({ message }) => message.includes(ADA))).toEqual([]);
});

test("a payer who was erased is not written again when PayPal repeats its webhook", async () => {
  const order = fiveInstallments(desk.now, "USD");
  await start(order);
  const orderId = await desk.agree(order);
  await desk.capture(orderId);
  await erase("payer@paypal.example");
  const again = captureEvent("COMPLETED", order, { id: `CAP${orderId.slice(0, 14)}` });
  expect((await desk.paypalSends(again)).status).toBe(200);
  const left = await storedAbout(order.reference);
  expect(left).toMatchObject({ payer_email: "", payer_name: "", customer_email: ADA });
});

const PAID = orderOf({ reference: "REG-20261121-AAAAAAAAAA" });
const UNPAID = orderOf({ reference: "REG-20261121-BBBBBBBBBB" });
const NADA = orderOf({
  reference: "REG-20261121-CCCCCCCCCC",
  registration: {
    email: "nada@example.com",
    firstName: "Bisi",
    lastName: "Bello",
    phone: "+2348000000000",
    state: "Oyo",
  },
});

/** Ada has paid for one registration and not for another; Bisi, whose address ends as hers does, has paid for one. */
async function threePayments(): Promise<void> {
  for (const order of [PAID, UNPAID, NADA]) await desk.register(order);
  await desk.paystackSends(chargeSuccess(chargeOf(PAID, { id: 1 })));
  await desk.paystackSends(chargeSuccess(chargeOf(NADA, { id: 2 })));
}

/** Everything in the database, as one text. */
async function everything(): Promise<string> {
  const tables =
    "mails payments payment_events staff_notices failed_mails enrolments enrolment_keys charges".split(" ");
  return JSON.stringify(await query(tables.map((table) => `SELECT * FROM ${table}`)));
}

test("nothing names an erased person any more, and the accounts are whole", async () => {
  await threePayments();
  const history = await historyOf(desk.db, PAID.reference);
  await erase(ADA);
  const left = await everything();
  expect(namesAddress(left, ADA)).toBe(false);
  expect(left).not.toMatch(/Ada|Obi|2348012345678|Lagos|REG-20261121-BBBBBBBBBB/);
  expect(await findPayment(desk.db, PAID.reference)).toMatchObject({
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
  expect(await findPayment(desk.db, UNPAID.reference)).toBeNull();
  expect(await historyOf(desk.db, UNPAID.reference)).toEqual([]);
});

test("erasing one person deletes nothing of other people", async () => {
  await threePayments();
  const ofNada = async () => ({
    registration: await findPayment(desk.db, NADA.reference),
    mails: (await listMails(desk.db, { limit: 100 })).filter(({ message }) =>
      message.includes(NADA.reference),
    ),
  });
  const before = await ofNada();
  await erase(ADA);
  expect(await ofNada()).toEqual(before);
  expect(before.mails).toHaveLength(5);
});

test("the mails that were written to a person as a learner are deleted, and those to others are not", async () => {
  const to = (address: string, key: string) => ({
    from: "no-reply@academy.example",
    to: address,
    subject: "Due today",
    message: "<p>N70,000</p>",
    idempotencyKey: key,
  });
  await storeMail(desk.db, to("Ada@example.com", "learner:ENR-1:due:2"), desk.now);
  await storeMail(desk.db, to("nada@example.com", "learner:ENR-2:due:2"), desk.now);
  await erase(ADA);
  const mails = await listMails(desk.db, { limit: 100 });
  expect(mails.map((mail) => mail.to)).toEqual(["nada@example.com"]);
});

test("a person's requests for mails are deleted, and no one else's", async () => {
  for (const email of [ADA, "dayo@example.com"]) {
    await query([
      `INSERT INTO subscriptions (email, email_key, list, token, requested_at)
       VALUES ('${email}', '${email}', 'newsletter', '${email}', '2026-12-01')`,
    ]);
  }
  await erase(ADA);
  expect(await query(["SELECT email FROM subscriptions"])).toEqual([[{ email: "dayo@example.com" }]]);
});

test("a learner who paid through PayPal themselves is erased as a payer, too", async () => {
  await threePayments();
  await savePayer(desk.db, PAID.reference, { name: "A. Obi", email: "wallet@example.com" });
  await erase(ADA);
  expect(await findPayment(desk.db, PAID.reference)).toMatchObject({ payer: null });
});

test("a guardian who is named in a learner's registration is reported, and the registration stays", async () => {
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
  const before = await findPayment(desk.db, learner.reference);
  const guardian = { email: "guardian@example.com", enrolmentId: null };
  expect(await personalData(query, guardian)).toMatchObject({ mentions: [learner.reference] });
  await erase("guardian@example.com");
  expect(await findPayment(desk.db, learner.reference)).toEqual(before);
});

test("the check that follows a payment does not write the erased person's mails again", async () => {
  await threePayments();
  await erase(ADA);
  desk.later(60);
  await desk.sweep();
  expect(await desk.mailsAbout(PAID)).toEqual([]);
});

test("a charge that comes at the moment at which its payer is erased is not lost", async () => {
  const order = orderOf({ reference: UNPAID.reference });
  await start(order);
  const statements = erasure(await personalData(query, { email: ADA, enrolmentId: null }), desk.now);
  await charge(order.reference, order.charge.minor);
  await expect(desk.db.batch(statements.map((sql) => desk.db.prepare(sql)))).rejects.toThrow();
  expect(await findPayment(desk.db, order.reference)).toMatchObject({
    status: "paid",
    customer: { email: ADA },
  });
  expect(await query(["SELECT state FROM enrolments"])).toEqual([[{ state: "complete" }]]);
  await erase(ADA);
  expect(await findPayment(desk.db, order.reference)).toMatchObject({
    status: "paid",
    customer: { email: "" },
  });
});

test("a repeated webhook does not restore the erased person's data", async () => {
  await threePayments();
  await erase(ADA);
  await desk.paystackSends(chargeSuccess(chargeOf(PAID, { id: 1 })));
  expect(await findPayment(desk.db, PAID.reference)).toMatchObject({
    customer: { email: "" },
    details: null,
  });
});

/** Ada has paid, and has the checkout of her next payment open, when she is erased. */
async function erasedAtCheckout(currency: "NGN" | "USD") {
  const order = fiveInstallments(desk.now, currency);
  const { id, key } = await start(order);
  if (currency === "NGN") await charge(order.reference, order.charge.minor);
  else await desk.capture(await desk.agree(order));
  const { reference, checkout } = await (await pay(id, key)).json();
  await erase(ADA);
  return { id, order: { ...order, reference }, checkout };
}

test("a charge of a checkout that was open does not restore the erased person's data", async () => {
  const { id, order } = await erasedAtCheckout("NGN");
  const { custom_fields: fields } = metadataOf(order);
  const enrolment = { display_name: "Enrolment", variable_name: "enrolment", value: id };
  const charged = chargeOf(order, { amount: 7_000_000, metadata: { custom_fields: [...fields, enrolment] } });
  await desk.paystackSends(chargeSuccess(charged));
  expect(await findPayment(desk.db, order.reference)).toMatchObject({
    enrolmentId: id,
    paidMinor: 7_000_000,
  });
  expect(await everything()).not.toMatch(/Ada|ada@|2348012345678/);
});

test("nor does PayPal's report that its payer has agreed", async () => {
  const { id, order, checkout } = await erasedAtCheckout("USD");
  const named = { ...order, reference: `${order.reference} ${id}` };
  const agreed = approvedEvent(named, checkout.orderId, desk.now);
  expect((await desk.paypalSends(agreed)).status).toBe(200);
  expect(await findPayment(desk.db, order.reference)).toMatchObject({ enrolmentId: id });
  expect(await everything()).not.toMatch(/Ada|ada@|Grace|grace@/);
});

test("a payment that is started at the moment at which its learner is erased is not stored", async () => {
  const { id, key } = await enrolled();
  const limit = async () => {
    await erase(ADA);
    return { success: true };
  };
  const request = post(`/prod/enrolments/${id}/payments`, { page: "/My-enrolment" }, bearer(key));
  const answer = await desk.ask(request, { limits: { ...NO_LIMITS, ordersOfVisitor: { limit } } });
  expect(answer.status).toBe(404);
  expect(await everything()).not.toMatch(/Ada|ada@|2348012345678/);
});

test("no link is mailed to a person who is erased while it is written, and no payer's link is kept", async () => {
  const { id, key } = await enrolled();
  await desk.ask(post("/prod/enrolments/links", { email: ADA }));
  const batch: typeof desk.db.batch = async (statements) => {
    const results = await desk.db.batch(statements);
    await erase(ADA);
    return results;
  };
  for (const job of desk.queued.splice(0)) {
    if (job.type === "links") await desk.doJob(job, { db: { prepare: desk.db.prepare, batch } });
  }
  expect(await everything()).not.toMatch(/Ada|ada@/);
  const other = await enrolled();
  const limit = async () => {
    await erase(ADA);
    return { success: true };
  };
  const request = post(`/prod/enrolments/${other.id}/payer-links`, {}, bearer(other.key));
  await desk.ask(request, { limits: { ...NO_LIMITS, ordersOfVisitor: { limit } } });
  expect(await query(["SELECT kind FROM enrolment_keys"])).toEqual([[]]);
  expect([(await look(id, key)).status, (await look(other.id, other.key)).status]).toEqual([404, 404]);
});

test("a registration of somebody whose course was not known is not filled in again either", async () => {
  const lost = orderOf({ reference: "REG-20261121-DDDDDDDDDD" });
  const charge = chargeOf({ ...lost, course: { id: "", name: "" } }, { id: 3 });
  await desk.paystackSends(chargeSuccess(charge));
  expect(await findPayment(desk.db, lost.reference)).toMatchObject({
    course: { id: "", name: "Unknown course" },
    flag: "unknown-course",
  });
  await erase(ADA);
  await desk.paystackSends(chargeSuccess(charge));
  expect(await findPayment(desk.db, lost.reference)).toMatchObject({
    customer: { email: "", name: "" },
  });
});

test("a checkout that Paystack answers for after its payer was erased is not stored", async () => {
  await threePayments();
  await erase(ADA);
  const checkout = { accessCode: "late", url: "https://checkout.paystack.com/late" };
  await saveCheckout(desk.db, PAID.reference, checkout);
  await saveCheckout(desk.db, NADA.reference, checkout);
  expect(await findCheckout(desk.db, PAID.reference)).toBeNull();
  expect(await findCheckout(desk.db, NADA.reference)).toEqual(checkout);
});

test.each([
  ["<td>ada@example.com</td>", true],
  ["Write to ada@example.com. Thanks", true],
  ["&lt;ADA@example.com&gt;", true],
  ["mail:ada@example.com,", true],
  ["'ada@example.com'", true],
  ["nada@example.com", false],
  ["o'ada@example.com", false],
  ["l.ada@example.com", false],
  ["ada@example.com.ng", false],
  ["ada@example.community", false],
  ["ada@examplescom", false],
])("an address is found in a text by itself only: %s", (text, isNamed) => {
  expect(namesAddress(text, "ada@example.com")).toBe(isNamed);
});
