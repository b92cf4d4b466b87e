/** What the fault campaign found: each test loses one thing that it lost, and nobody who paid may be forgotten. */
import { expect, test } from "vitest";
import { registrationMessage, reportedPayment } from "~/domain/enrolment/registration-message.ts";
import { registrationMail } from "~/mail/registration-mail.ts";
import type { Database } from "~/server/database.ts";
import { storeMail } from "~/server/mail/mail-store.ts";
import { reduceHtml } from "~/server/mail/reduce-html.ts";
import { runVerification } from "~/server/payments/check-payment.ts";
import { keepClaim } from "~/server/payments/keep-claim.ts";
import { sweepPayments } from "~/server/payments/sweep-payments.ts";
import { answerAtEdge } from "../../../fixtures/edge.ts";
import { entryOf, freshReference, newOrder, orderOf, site } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { chargeOf, chargeSuccess } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const [FIRST = ""] = site.staffRecipients.map(({ email }) => email);

/** The desk's database, which takes no mail: it is busy just when staff are to be told. */
function takingNoMails(): Database {
  const refuse = () => Promise.reject(new Error("D1_ERROR: overloaded"));
  const busy = { bind: () => busy, run: refuse, all: refuse, first: refuse };
  return {
    prepare: (sql) => (sql.includes("INSERT INTO mails") ? busy : desk.db.prepare(sql)),
    batch: (statements) => desk.db.batch(statements),
  };
}

test("staff who could not be told that a payment was recorded are told by the next try of the job", async () => {
  const order = newOrder();
  await desk.announce(order);
  await desk.paystackKnows(order.reference, chargeOf(order));
  const busy = desk.context({ db: takingNoMails() });
  await expect(runVerification(busy, desk.providers(), order.reference)).rejects.toThrow("overloaded");
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  expect(await runVerification(desk.context(), desk.providers(), order.reference)).toBe("done");
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("staff who could not be told during a sweep are told by a later one", async () => {
  const order = newOrder();
  await desk.announce(order);
  await desk.paystackKnows(order.reference, chargeOf(order));
  desk.later(15);
  await sweepPayments(desk.context({ db: takingNoMails() }), desk.providers());
  expect(await desk.mailsAbout(order)).toEqual([]);
  desk.later(10);
  await sweepPayments(desk.context(), desk.providers());
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("a registration whose end is known is looked at once more, and not again", async () => {
  const order = newOrder();
  await desk.announce(order);
  await desk.paystackSends(chargeSuccess(chargeOf(order)));
  desk.later(15);
  await sweepPayments(desk.context(), desk.providers());
  const row = await desk.db
    .prepare("SELECT next_check_at AS next FROM registrations WHERE reference = ?")
    .bind(order.reference)
    .first();
  expect(row).toEqual({ next: null });
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("a payment of which only the browser's mail tells is found by a sweep", async () => {
  const order = newOrder();
  await keepClaim(desk.db, order.reference, desk.context().now);
  await desk.paystackKnows(order.reference, chargeOf(order));
  desk.later(15);
  await sweepPayments(desk.context(), desk.providers());
  expect(await desk.registration(order.reference)).toMatchObject({
    status: "paid",
    courseId: "devops-full",
    customer: { name: "Ada Obi" },
  });
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("what a browser tells of a payment changes nothing of what is known of it", async () => {
  const order = newOrder();
  await desk.announce(order);
  const before = await desk.registration(order.reference);
  await keepClaim(desk.db, order.reference, desk.context().now);
  expect(await desk.registration(order.reference)).toEqual(before);
});

test("a browser that does not know how a payment ended tells nobody what the provider has told better", async () => {
  const order = newOrder();
  const mail = registrationMail(entryOf(order, { payment: { status: "unconfirmed" } }), "staff-1");
  const send = () => {
    const key = { "idempotency-key": `${order.reference}:staff-1:unconfirmed` };
    const tools = { db: desk.db, jobs: { send: async () => undefined }, providers: desk.providers() };
    return answerAtEdge(post("/prod/mailing", mail, key), tools);
  };
  await desk.paystackSends(chargeSuccess(chargeOf(order)));
  expect((await send()).status).toBe(202);
  expect(await desk.mailsAbout(order)).toHaveLength(4);
  await desk.db.prepare("UPDATE registrations SET status = 'unpaid'").bind().run();
  expect((await send()).status).toBe(202);
  expect(await desk.mailsAbout(order)).toHaveLength(5);
});

test("a claim that nobody paid stays unpaid, tells nobody, and is forgotten after a month", async () => {
  const reference = freshReference("tuition");
  await keepClaim(desk.db, reference, desk.context().now);
  expect(await desk.registration(reference)).toMatchObject({ status: "unpaid", purpose: "tuition" });
  for (const minutes of [15, 45, 31 * 24 * 60]) {
    desk.later(minutes);
    await sweepPayments(desk.context(), desk.providers());
  }
  expect(await desk.registration(reference)).toBeNull();
});

test.each([
  { what: "was begun again under its reference", createdAt: "2026-11-21T09:04:00.000Z" },
  { what: "was never announced", isAnnounced: false },
  { what: "holds a tab that somebody typed", firstname: "Ann\tMarie" },
])("a true mail about a payment that $what stays the only one", async (change) => {
  const { createdAt, isAnnounced = true, firstname = "Ada" } = change;
  const order = orderOf({ reference: freshReference(), registration: { firstname } });
  if (isAnnounced) await desk.announce(order);
  await browserMail(order, createdAt ?? order.createdAt);
  await desk.paystackSends(chargeSuccess(chargeOf(order)));
  const mails = await desk.mailsAbout(order);
  expect(mails.filter(({ to }) => to === FIRST)).toMatchObject([{ subject: "Registration" }]);
  expect(mails).toHaveLength(4);
});

test("a true mail with words of somebody's own in the place of its time is followed by the provider's", async () => {
  const order = newOrder();
  await desk.announce(order);
  await browserMail(order, "Pay it back to me");
  await desk.paystackSends(chargeSuccess(chargeOf(order)));
  expect((await desk.mailsAbout(order)).map(({ subject }) => subject)).toContain("Registration: paid");
  expect(await desk.mailsAbout(order)).toHaveLength(5);
});

/** The browser's true mail about a payment, which has left. @param createdAt when it says that it began */
async function browserMail(order: ReturnType<typeof newOrder>, createdAt: string): Promise<void> {
  const proof = { id: "4099260516", payer: null };
  const told = registrationMessage({ ...order, createdAt }, reportedPayment(order.charge, proof));
  await storeMail(desk.db, {
    from: site.senderEmail,
    to: FIRST,
    subject: "Registration",
    message: reduceHtml(told),
    idempotencyKey: `${order.reference}:staff-1:paid`,
  });
  await desk.db.prepare("UPDATE mails SET status = 'delivered'").bind().run();
}
