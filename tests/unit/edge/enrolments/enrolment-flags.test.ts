/** Flags: what staff must look at in an enrolment. */
import { expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { findEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import { sameEnrolments } from "~/edge/enrolments/update-enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { refundEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();

const { start, enrolled, seen, pay, charge } = enrolmentDesk(desk);

async function flagsOf(id: string): Promise<string | undefined> {
  const row = await desk.db
    .prepare("SELECT flags FROM enrolments WHERE id = ?")
    .bind(id)
    .first<{ flags: string }>();
  return row?.flags;
}

/** Subjects of the mails about enrolments to the first member of staff, one for each mail. */
async function notices(): Promise<string[]> {
  const { results } = await desk.db
    .prepare(
      "SELECT subject FROM mails WHERE idempotency_key LIKE 'enrolment:%' OR subject LIKE '%paid twice%' ORDER BY id",
    )
    .all<{ subject: string }>();
  return results.map(({ subject }) => subject).filter((_, index) => index % 4 === 0);
}

async function paidEnrolment(changes: Partial<Order["learner"]> = {}) {
  const usual = fiveInstallments(desk.now);
  const order = { ...usual, learner: { ...usual.learner, ...changes } };
  const started = await enrolled(order);
  return { ...started, order };
}

test("a second enrolment of the same learner is flagged as a duplicate, reported once, and goes on", async () => {
  const first = await paidEnrolment();
  desk.later(60);
  const second = await paidEnrolment();
  expect(await flagsOf(first.id)).toBe("");
  expect(await flagsOf(second.id)).toBe("duplicate");
  const answer = await pay(second.id, second.key);
  expect(answer.status).toBe(201);
  await charge((await answer.json()).reference, 7_000_000);
  expect(await seen(second.id, second.key)).toMatchObject({ paid: { minor: 27_900_000 } });
  expect(await notices()).toEqual(["Registration: paid, enrolled or paid twice"]);
});

test("siblings who share a phone are two learners, and what agrees of a duplicate is named", async () => {
  const { id: first } = await paidEnrolment();
  const { id: sibling } = await paidEnrolment({ firstName: "Bola", email: "bola@example.com" });
  expect(await flagsOf(sibling)).toBe("");
  const { id: again } = await paidEnrolment({ firstName: "Bola", email: "bola.obi@example.com" });
  expect(await flagsOf(again)).toBe("duplicate");
  const enrolment = (await findEnrolment(desk.db, again)) ?? expect.fail();
  expect(await sameEnrolments(desk.db, enrolment)).toEqual([
    { id: sibling, isDuplicate: false, agreeing: ["name", "phone number"] },
  ]);
  expect(first).not.toBe(sibling);
});

test("where the money of the first went back, the second is a duplicate no more", async () => {
  const first = await paidEnrolment();
  desk.later(60);
  const second = await paidEnrolment();
  await desk.paystackSends(refundEvent("refund.processed", first.order));
  expect(await seen(first.id, first.key)).toMatchObject({ state: "refunded" });
  expect(await flagsOf(second.id)).toBe("");
});

test("tuition paid on Pricing beside an enrolment of the same learner is a duplicate, reported once", async () => {
  const first = await paidEnrolment();
  desk.later(60);
  const { learner } = await seen(first.id, first.key);
  const order = twoInstallmentsFromCard(desk.now, learner.email.toUpperCase());
  const { id } = await enrolled(order);
  expect(await flagsOf(id)).toBe("duplicate");
  expect(await notices()).toEqual(["Enrolment: Enrolled or paid twice"]);
  const mail = await desk.db
    .prepare("SELECT message FROM mails WHERE subject = 'Enrolment: Enrolled or paid twice'")
    .first<{ message: string }>();
  expect(mail?.message).toContain(`<th>Enrolled before as</th><td>${first.id}: the same email address</td>`);
});

test("money beyond all charges is a credit, of which staff are notified once", async () => {
  const { id, key } = await paidEnrolment();
  const started = await (await pay(id, key, { count: 20 })).json();
  await charge(started.reference, started.amount.minor);
  await charge(started.reference, started.amount.minor);
  expect(await seen(id, key)).toMatchObject({ state: "complete", credit: { minor: 35_000_000 } });
  expect(await flagsOf(id)).toBe("overpaid");
});

test("a learner who has withdrawn is not charged for an order at PayPal that was agreed to", async () => {
  const order = fiveInstallments(desk.now, "USD");
  const { id, key } = await start(order);
  await desk.capture(await desk.agree(order));
  const { reference, checkout } = await (await pay(id, key)).json();
  await desk.paypal.approve(checkout.orderId);
  await desk.db.prepare("UPDATE enrolments SET withdrawn_on = '2026-11-21' WHERE id = ?").bind(id).run();
  expect((await (await desk.capture(checkout.orderId)).json()).status).toBe("failed");
  await desk.sweepFor(30);
  expect(await desk.registration(reference)).toMatchObject({
    status: "unpaid",
    flag: "approved-not-charged",
  });
});

test("a learner who has withdrawn is asked for nothing, and a payment on its way is flagged", async () => {
  const { id, key } = await paidEnrolment();
  const started = await (await pay(id, key)).json();
  await desk.db
    .prepare("UPDATE enrolments SET withdrawn_on = '2026-11-21', held_at_withdrawal = 20900000 WHERE id = ?")
    .bind(id)
    .run();
  const refused = await pay(id, key);
  expect(refused.status).toBe(409);
  expect((await refused.json()).status).toBe("withdrawn");
  await charge(started.reference, 7_000_000);
  expect(await seen(id, key)).toMatchObject({ state: "withdrawn", withdrawnOn: "2026-11-21" });
  expect(await flagsOf(id)).toBe("paid-after-withdrawal");
  expect(await notices()).toEqual(["Enrolment: Paid after withdrawing"]);
  await charge(started.reference, 7_000_000);
  expect(await notices()).toEqual(["Enrolment: Paid after withdrawing"]);
});
