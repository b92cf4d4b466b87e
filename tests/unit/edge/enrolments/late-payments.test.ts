/** Payments that come late, twice or from a lost tab. Each is counted once, for the right enrolment. */
import { describe, expect, test, vi } from "vitest";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent, chargeOf } from "../../../fixtures/paystack-events.ts";
import { failingAt } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();
const {
  start,
  enrolled,
  enrolledInDollars,
  readView,
  openEnrolment,
  pay,
  startPayment,
  charge,
  mails,
  askPayerLink,
} = enrolmentDesk(desk);

describe("a charge that was paid in a lost tab before any webhook came", () => {
  test("is not paid again in the other currency", async () => {
    const order = newOrder("NGN");
    const { id, key } = await start(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    expect((await pay(id, key, { currency: "USD", count: 2 })).status).toBe(409);
    expect(await readView(id, key)).toMatchObject({ currency: "NGN", state: "complete" });
  });

  /** Makes an enrolment whose second payment was started, with a function that pays it at Paystack. */
  async function startedSecond() {
    const { id, key, order } = await enrolled();
    const first = await startPayment(id, key);
    const paid = chargeOf({ ...order, ...first, charge: first.amount });
    return { id, key, first, payInTab: () => desk.paystackKnows(first.reference, paid) };
  }

  test("is not paid again with further charges", async () => {
    const { id, key, payInTab } = await startedSecond();
    await pay(id, key, { count: 2 });
    await payInTab();
    expect(await startPayment(id, key, { count: 2 })).toMatchObject({ charges: [3, 4] });
  });

  test("is not paid again after further attempts", async () => {
    const { id, key, first, payInTab } = await startedSecond();
    let latest = first.reference;
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      desk.later(1);
      latest = (await startPayment(id, key, { refused: latest })).reference;
    }
    await payInTab();
    expect(await startPayment(id, key)).toMatchObject({ charges: [3] });
  });

  test("is waited for while Paystack calls it ongoing, for a day at most", async () => {
    const { id, key, order } = await enrolled();
    const { reference, amount } = await startPayment(id, key);
    const left = chargeOf({ ...order, reference, charge: amount }, { status: "ongoing" });
    await desk.paystackKnows(reference, left);
    expect((await pay(id, key)).status).toBe(409);
    desk.later(24 * 60);
    expect(await startPayment(id, key)).toMatchObject({ reference });
  });

  test("is not paid again if its payment was started days ago and resumed today", async () => {
    const { id, key, first, payInTab } = await startedSecond();
    desk.later(4 * 24 * 60);
    expect(await startPayment(id, key)).toMatchObject({ reference: first.reference });
    await payInTab();
    expect(await startPayment(id, key, { count: 2 })).toMatchObject({ charges: [3, 4] });
  });
});

describe("a payment", () => {
  /** Starts twenty payments, of which the provider refuses each. @returns the reference of the last one */
  async function startedTwenty(id: string, key: string): Promise<string | undefined> {
    let latest: string | undefined;
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      latest = (await startPayment(id, key, { refused: latest })).reference;
      desk.later(1);
    }
    return latest;
  }

  test("is started at most twenty times a day", async () => {
    const { id, key } = await enrolled();
    const refused = await startedTwenty(id, key);
    expect((await pay(id, key, { refused })).status).toBe(429);
    expect((await pay(id, key)).status, "the last one is resumed").toBe(201);
    desk.later(25 * 60);
    expect((await pay(id, key, { refused })).status).toBe(201);
  });

  test("can be started by the learner after a payer has started twenty", async () => {
    const { id, key } = await enrolled();
    const payer = await (await askPayerLink(id, key)).json();
    const refused = await startedTwenty(id, payer.key);
    expect((await pay(id, payer.key, { refused })).status).toBe(429);
    expect((await pay(id, key, { count: 2 })).status).toBe(201);
  });

  test("of the learner is not resumed by a payer, and keeps its addresses", async () => {
    const { id, key } = await enrolled();
    const payer = await (await askPayerLink(id, key)).json();
    const { reference } = await startPayment(id, key);
    const paymentBefore = await desk.paymentOf(reference);
    desk.later(1);
    const other = await startPayment(id, payer.key, { payerEmail: "stranger@example.com" });
    expect(other.reference).not.toBe(reference);
    expect(await startPayment(id, payer.key), "in a second tab").toMatchObject({
      reference: other.reference,
    });
    expect(await desk.paymentOf(reference)).toEqual(paymentBefore);
  });

  test("that was approved at PayPal is not started again with further charges", async () => {
    const order = fiveInstallments(desk.now, { currency: "USD" });
    const { id, key } = await start(order);
    await desk.agree(order);
    expect((await pay(id, key, { count: 3 })).status).toBe(409);
  });
});

/** Lets days pass, with a sweep each. */
const days = (passing: number) => desk.sweepFor(passing * 24 * 60, { every: 24 * 60 });

/** A name and an address under which nobody has paid for the course. */
const BOLA = { firstName: "Bola", email: "bola@example.com" };

test("an unpaid enrolment is deleted after a month with its learner and keys", async () => {
  const { id, key } = await start(fiveInstallments(desk.now, BOLA));
  await days(29);
  expect((await openEnrolment(id, key)).status).toBe(200);
  await days(4);
  expect(await desk.rows("SELECT id FROM enrolments WHERE id = ?", id)).toEqual([]);
  // The providers' stand-ins keep other tests' charges, which the daily comparison would record here.
  for (const table of ["enrolment_keys", "charges", "payments"]) {
    expect(await desk.rows(`SELECT 1 FROM ${table} WHERE enrolment_id = ?`, id), table).toEqual([]);
  }
});

describe("a payment that was started and is paid more than a month later", () => {
  test("counts for its enrolment, which was paid for before", async () => {
    const { id, key } = await enrolled();
    const { reference } = await startPayment(id, key);
    await days(33);
    await charge(reference, 7_000_000);
    expect(await readView(id, key)).toMatchObject({ paid: { minor: 27_900_000 } });
    expect(await desk.paymentOf(reference)).toMatchObject({ enrolmentId: id });
  });

  test("counts for its enrolment, for which another payment was started since", async () => {
    const order = fiveInstallments(desk.now, BOLA);
    const { id, key } = await start(order);
    await days(25);
    await pay(id, key, { refused: order.reference });
    await days(8);
    await charge(order.reference, order.charge.minor);
    expect(await readView(id, key)).toMatchObject({ state: "active" });
    expect(await desk.paymentOf(order.reference)).toMatchObject({ enrolmentId: id });
  });
});

describe("a payment that the edge has lost joins its enrolment by the provider's metadata", () => {
  const lose = (reference: string) => desk.rows("DELETE FROM payments WHERE reference = ?", reference);

  /** Makes a second payment at Paystack that the edge has no record of, and its webhook. */
  async function lostAtPaystack() {
    const { id, key, order } = await enrolled();
    const providers = desk.accounts();
    const initialize = vi.spyOn(providers.paystack.client, "initialize");
    const { reference, amount } = await (await pay(id, key, {}, { providers })).json();
    const { metadata } = initialize.mock.calls[0]?.[0] ?? {};
    await lose(reference);
    const paid = chargeEvent({ ...order, reference, charge: amount }, { id: 7, metadata });
    return { id, key, reference, paid };
  }

  test("at Paystack", async () => {
    const { id, key, reference, paid } = await lostAtPaystack();
    expect((await desk.paystackSends(paid)).status).toBe(200);
    expect(await readView(id, key)).toMatchObject({ paid: { minor: 27_900_000 } });
    expect(await desk.paymentOf(reference)).toMatchObject({ enrolmentId: id });
  });

  test("at Paystack's second webhook, if the database failed between storing and joining it", async () => {
    const { id, reference, paid } = await lostAtPaystack();
    const db = failingAt(desk.db, "SET enrolment_id", 1);
    expect((await desk.paystackSends(paid, { db })).status).toBe(503);
    desk.later(5);
    expect((await desk.paystackSends(paid)).status).toBe(200);
    expect(await desk.paymentOf(reference)).toMatchObject({ enrolmentId: id });
  });

  test("at PayPal", async () => {
    const { id, key, order } = await enrolledInDollars();
    const { reference, amount } = await startPayment(id, key);
    const [made] = await desk.paypal.ordersOf(reference);
    await lose(reference);
    const [{ custom_id }] = made?.purchase_units ?? [{ custom_id: null }];
    const paid = captureEvent("COMPLETED", { ...order, reference, charge: amount }, { custom_id });
    expect((await desk.paypalSends(paid)).status).toBe(200);
    expect(await readView(id, key)).toMatchObject({ paid: { minor: 50_900 + amount.minor } });
    expect(await desk.paymentOf(reference)).toMatchObject({ enrolmentId: id });
  });
});

describe("an approval at PayPal of a charge that another payment has paid", () => {
  /** Agrees to an order of the first payment and one of the first two, and captures the latter. */
  async function agreedTwice(captured: "held-back" | "paid") {
    const order = fiveInstallments(desk.now, { currency: "USD" });
    const { id, key } = await start(order);
    const first = await desk.place(order);
    const { orderId } = (await startPayment(id, key, { count: 3 })).checkout;
    for (const payerOrder of [first, orderId]) await desk.paypal.approve(payerOrder);
    if (captured === "held-back") await desk.paypal.captureAs(orderId, "pending");
    const status = captured === "paid" ? "paid" : "unconfirmed";
    expect(await (await desk.capture(orderId)).json()).toMatchObject({ status });
    return { id, key, first, reference: order.reference };
  }

  test("is not captured, and the page says so", async () => {
    const { id, key, first } = await agreedTwice("paid");
    expect(await (await desk.capture(first)).json()).toMatchObject({ status: "failed" });
    expect(await readView(id, key)).toMatchObject({ state: "complete", credit: { minor: 0 } });
  });

  test("is not captured by a sweep, and staff are notified", async () => {
    const { id, key, reference } = await agreedTwice("paid");
    await desk.sweepFor(25);
    expect(await readView(id, key)).toMatchObject({ credit: { minor: 0 } });
    expect(await desk.paymentOf(reference)).toMatchObject({ flag: "approved-not-charged" });
  });

  test("is not captured while the other payment is held back", async () => {
    const { id, key, first } = await agreedTwice("held-back");
    expect(await (await desk.capture(first)).json()).toMatchObject({ status: "failed" });
    expect(await readView(id, key)).toMatchObject({ paid: { minor: 0 } });
  });
});

test("a payment whose order never reached the edge gets an enrolment", async () => {
  const enrolments = () =>
    desk.rows("SELECT state, email_key FROM enrolments JOIN payments ON enrolment_id = id");
  const expected = [{ state: "complete", email_key: "ada@example.com" }];
  await desk.paystackSends(chargeEvent(newOrder()));
  expect(await enrolments()).toEqual(expected);
  await desk.rows("UPDATE payments SET enrolment_id = NULL");
  await desk.rows("DELETE FROM enrolments");
  await desk.sweep();
  expect(await enrolments()).toEqual(expected);
});

describe("a payment that is N500 short", () => {
  /** Pays the second of five installments, less N500. */
  async function paidShort() {
    const enrolment = await enrolled();
    const { reference, amount } = await startPayment(enrolment.id, enrolment.key);
    await charge(reference, amount.minor - 500_00);
    return { ...enrolment, reference };
  }
  test("counts as paid on My enrolment and in the list of late payments", async () => {
    const { id, key } = await paidShort();
    const view = await readView(id, key);
    expect(view.charges[2]).toMatchObject({ status: "paid", paid: { minor: 69_500_00 } });
    expect(view.left.minor).toBe(280_000_00);
    const late = await desk.rows("SELECT id FROM enrolments WHERE next_due_on <= '2027-01-05'");
    expect(late).toEqual([]);
  });

  test("is reported to the learner in the receipt, and no reminder follows", async () => {
    await paidShort();
    await days(60);
    const texts = (await mails()).map(({ text }) => text);
    expect(texts.filter((text) => text.includes("It’s N500 short, but counts as paid."))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("Tuition, payment 2 of 6. Due"))).toEqual([]);
  });

  test("is reported to staff with the choices", async () => {
    const { reference } = await paidShort();
    const [mail] = await desk.mailsAbout({ reference });
    expect(mail?.subject).toBe("Registration: paid, slightly less than asked");
    expect(mail?.message).toContain("to write the rest off, or ask the learner for it");
  });
});
