/** Many learners behind one network address, as in a classroom, and a stranger among them. */

import { describe, expect, test } from "vitest";
import { registrationMail } from "~/browser/outbox/deliver-entry.ts";
import { dayOf } from "~/domain/dates/day.ts";
import type { Order } from "~/domain/payments/order.ts";
import { registrationMailKey } from "~/domain/payments/reference.ts";
import { countersFor, MOST_A_DAY } from "~/edge/limits/usage-limits.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { entryOf, newOrder, STAFF } from "../../../fixtures/enrolment.ts";
import { bearer, enrolmentDesk, formPost, SIGNUP_FIELDS } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { enrolled, charge } = enrolmentDesk(desk);

const SHARED = { "cf-connecting-ip": "203.0.113.7" };
const register = (order: Order) => desk.ask(post("/prod/enrolments", { order, page: "/Signup" }, SHARED));
const statusOf = (reference: string) =>
  desk.ask(new Request(`${EDGE_ORIGIN}/prod/payments/${reference}`, { headers: SHARED }));

/** Sends the browser's mails about a payment, one for each member of staff. @returns the statuses */
async function sendMails(order: Order): Promise<number[]> {
  const answers: number[] = [];
  for (const index of STAFF.keys()) {
    const role = `staff-${index + 1}`;
    const headers = { ...SHARED, "idempotency-key": registrationMailKey(order.reference, role, "paid") };
    const answer = await desk.ask(post("/prod/mailing", registrationMail(entryOf(order), role), headers));
    answers.push(answer.status);
  }
  return answers;
}

test("forty learners who register and pay within two minutes all read that it was received", async () => {
  const outcomes: unknown[] = [];
  for (let learner = 0; learner < 40; learner += 1) {
    const order = newOrder();
    const registered = await register(order);
    // The browser may report before Paystack's webhook or after it.
    const isAhead = learner % 2 === 0;
    const early = isAhead ? await sendMails(order) : [];
    await charge(order.reference, order.charge.minor);
    const mails = isAhead ? early : await sendMails(order);
    const status = await statusOf(order.reference);
    outcomes.push([registered.status, ...mails, (await status.json()).status]);
    desk.later(2 / 40);
  }
  expect(outcomes).toEqual(Array(40).fill([201, 202, 202, 202, 202, "paid"]));
});

describe("a stranger's orders without end, from the same address", { timeout: 180_000 }, () => {
  /** Sends a stranger's orders of a day, more than a minute allows. */
  async function flood(): Promise<void> {
    const { visitor } = await countersFor("order", SHARED["cf-connecting-ip"], desk.now);
    await desk.rows(
      "INSERT INTO usage_counts (period, counter, count, bytes) VALUES (?, ?, ?, 0)",
      dayOf(desk.now),
      visitor,
      MOST_A_DAY.order.most.rows,
    );
    for (let count = 0; count < 130; count += 1) await register(newOrder());
  }

  test("stop nobody who has paid something from paying the next charge", async () => {
    const { id, key } = await enrolled();
    await flood();
    const headers = { ...SHARED, ...bearer(key) };
    const view = await desk.ask(new Request(`${EDGE_ORIGIN}/prod/enrolments/${id}`, { headers }));
    const paid = await desk.ask(post(`/prod/enrolments/${id}/payments`, { page: "/My-enrolment" }, headers));
    expect([view.status, paid.status]).toEqual([200, 201]);
  });

  test("stop no form that is sent without script", async () => {
    await flood();
    const answer = await desk.ask(formPost(SIGNUP_FIELDS, SHARED));
    expect(answer.status).toBe(303);
  });

  test("do not keep an answer from whoever asks how a payment ended, nor a capture from a payer", async () => {
    const order = newOrder("USD");
    const id = await desk.agree(order);
    for (let attempt = 0; attempt < 130; attempt += 1) {
      await statusOf("REG-20261121-AAAAAAAAAA");
      await desk.ask(post("/prod/paypal/orders/5O190127TN364715T/capture", {}, SHARED));
    }
    expect((await statusOf(order.reference)).status).toBe(200);
    expect((await desk.ask(post(`/prod/paypal/orders/${id}/capture`, {}, SHARED))).status).toBe(200);
    expect((await (await statusOf(order.reference)).json()).status).toBe("paid");
  });
});
