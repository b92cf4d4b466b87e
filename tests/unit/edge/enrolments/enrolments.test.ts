/** An enrolment from its first payment to its last, at the edge. */
import { describe, expect, test, vi } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { EDGE_ORIGIN, NO_LIMITS } from "../../../fixtures/edge.ts";
import { newOrder, priceList, site } from "../../../fixtures/enrolment.ts";
import {
  bearer,
  enrolmentDesk,
  fiveInstallments,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent, chargeOf } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const {
  start,
  enrolled,
  enrolledInDollars,
  seen,
  look,
  pay,
  paying,
  charge,
  change,
  askPayerLink,
  askAbout,
} = enrolmentDesk(desk);

/** Content in which the registration fee is another. */
const DEARER = {
  prices: { ...priceList, fee: { ...site.registrationFee, NGN: { currency: "NGN", minor: 9_900_000 } } },
} as const;

describe("an enrolment in five installments", () => {
  test("is started with the fee and the first payment, and owes the rest by dates", async () => {
    const order = fiveInstallments(desk.now);
    expect(order.charge.minor).toBe(20_900_000);
    const { id, key } = await start(order);
    expect(await seen(id, key)).toMatchObject({
      kind: "learner",
      state: "started",
      plan: { id: "five-installments" },
      firstClass: "2026-12-05",
      currency: "NGN",
      otherwise: { currency: "USD", left: { minor: 120_900 } },
      left: { minor: 55_900_000 },
      charges: [
        { number: 0 },
        { number: 1 },
        { number: 2, due: "2027-01-05" },
        {},
        {},
        {},
        { due: "2027-05-05" },
      ],
    });
  });

  test("is paid to the last kobo, one payment after the other", async () => {
    const { id, key } = await enrolled();
    expect(await seen(id, key)).toMatchObject({ state: "active", paid: { minor: 20_900_000 } });
    for (const number of [2, 3, 4, 5, 6]) {
      const started = await paying(id, key);
      expect(started).toMatchObject({
        amount: { currency: "NGN", minor: 7_000_000 },
        charges: [number],
        checkout: { provider: "paystack", accessCode: `access-${started.reference}` },
      });
      await charge(started.reference, 7_000_000);
    }
    expect(await seen(id, key)).toMatchObject({
      state: "complete",
      paid: { minor: 55_900_000 },
      left: { minor: 0 },
      credit: { minor: 0 },
      receipts: Array(6).fill({}),
    });
    expect((await pay(id, key)).status).toBe(409);
  });

  test("is paid in several or all payments at once", async () => {
    const { id, key } = await enrolled();
    const two = await paying(id, key, { count: 2 });
    expect(two).toMatchObject({ amount: { minor: 14_000_000 }, charges: [2, 3] });
    expect(await paying(id, key, { count: 20 })).toMatchObject({ amount: { minor: 35_000_000 } });
  });

  test("goes on with the same transaction in a second tab, also when both ask at once", async () => {
    const { id, key } = await enrolled();
    const answers = await Promise.all([pay(id, key), pay(id, key)]);
    // The second request may have to wait for what the first is about to store.
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    const again = await paying(id, key);
    for (const answer of made) expect((await answer.json()).reference).toBe(again.reference);
    await charge(again.reference, 7_000_000);
    expect(await seen(id, key)).toMatchObject({ paid: { minor: 27_900_000 }, credit: { minor: 0 } });
  });

  test("starts one new payment where two tabs ask for one at once", async () => {
    const { id, key } = await enrolledInDollars();
    const first = await paying(id, key);
    desk.later(1);
    const refused = { refused: first.reference };
    const [one, other] = await Promise.all([paying(id, key, refused), paying(id, key, refused)]);
    expect(one.checkout.orderId).toBe(other.checkout.orderId);
    expect(one.reference).not.toBe(first.reference);
  });

  test("starts one new payment where two devices are told, one after the other, that the last was refused", async () => {
    const { id, key } = await enrolled();
    const refused = { refused: (await paying(id, key)).reference };
    desk.later(1);
    const one = await paying(id, key, refused);
    desk.later(1);
    expect(one.reference).not.toBe(refused.refused);
    expect(await paying(id, key, refused)).toMatchObject({ reference: one.reference });
  });

  test("gives what was paid twice to the next payment", async () => {
    const { id, key } = await enrolled();
    const first = await paying(id, key);
    const anew = await paying(id, key, { refused: first.reference });
    for (const { reference } of [first, anew]) await charge(reference, 7_000_000);
    const { charges } = await seen(id, key);
    const statuses = charges.map(({ status }: { status: string }) => status);
    expect(statuses.slice(0, 5)).toEqual(["paid", "paid", "paid", "paid", "open"]);
  });

  test("in dollars has its own charges, and PayPal's orders for them", async () => {
    const { id, key } = await enrolledInDollars();
    const { amount, checkout } = await paying(id, key, { currency: "NGN" });
    expect([amount, checkout.provider]).toEqual([{ currency: "USD", minor: 70_000 }, "paypal"]);
    await desk.paypal.approve(checkout.orderId);
    expect((await desk.capture(checkout.orderId)).status).toBe(200);
    expect(await seen(id, key)).toMatchObject({ state: "complete", left: { minor: 0 } });
  });
});

test("the same request sent twice at once gets the same key both times", async () => {
  const order = newOrder();
  const request = newKey();
  const [one, other] = await Promise.all([start(order, request), start(order, request)]);
  expect(one.key).toEqual(expect.any(String));
  expect(other).toEqual(one);
});

test("a reference alone gets no key to its enrolment", async () => {
  const order = newOrder();
  await start(order);
  expect(await start(order, newKey())).toMatchObject({ id: null, key: null });
});

test.each([
  ["tuition that is paid at once", newOrder, 120_900, "complete"],
  ["the start of a plan", () => fiveInstallments(desk.now), 50_900, "active"],
])("%s may be paid in either currency, until something is paid", async (_, orderOf, dollars, state) => {
  const order = orderOf();
  const { id, key } = await start(order);
  expect(await paying(id, key, { currency: "USD", count: 2 })).toMatchObject({
    amount: { currency: "USD", minor: dollars },
    charges: [0, 1],
  });
  await charge(order.reference, order.charge.minor);
  expect(await seen(id, key)).toMatchObject({ currency: "NGN", otherwise: null, state });
  if (state === "active") {
    expect(await paying(id, key, { currency: "USD" })).toMatchObject({ amount: { currency: "NGN" } });
  }
});

describe("the registration fee alone, of which staff would read that the registration is paid", () => {
  const BOTH = { amount: { minor: 49_500_000 }, charges: [0, 1] };

  test("cannot be paid before the first payment of the tuition", async () => {
    const { id, key } = await start(newOrder());
    expect(await paying(id, key, { count: 1 })).toMatchObject(BOTH);
  });

  test("cannot be asked of a payer", async () => {
    const { id, key } = await start(newOrder());
    const link = await (await askPayerLink(id, key, { count: 1 })).json();
    expect(link).toMatchObject(BOTH);
    expect(await paying(id, link.key)).toMatchObject(BOTH);
  });
});

describe("what was paid in a tab that was lost, before any webhook came", () => {
  test("is not paid again in the other currency", async () => {
    const order = newOrder("NGN");
    const { id, key } = await start(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    expect((await pay(id, key, { currency: "USD", count: 2 })).status).toBe(409);
    expect(await seen(id, key)).toMatchObject({ currency: "NGN", state: "complete" });
  });

  /** An enrolment whose second payment was started, and what has Paystack know that it was paid. */
  async function startedSecond() {
    const { id, key, order } = await enrolled();
    const first = await paying(id, key);
    const paid = chargeOf({ ...order, ...first, charge: first.amount });
    return { id, key, first, payInTab: () => desk.paystackKnows(first.reference, paid) };
  }

  test("is not paid again as a part of more", async () => {
    const { id, key, payInTab } = await startedSecond();
    await pay(id, key, { count: 2 });
    await payInTab();
    expect(await paying(id, key, { count: 2 })).toMatchObject({ charges: [3, 4] });
  });

  test("is not paid again, however many other attempts followed", async () => {
    const { id, key, first, payInTab } = await startedSecond();
    let latest = first.reference;
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      desk.later(1);
      latest = (await paying(id, key, { refused: latest })).reference;
    }
    await payInTab();
    expect(await paying(id, key)).toMatchObject({ charges: [3] });
  });

  test("is not paid again though it was started days ago, and resumed today", async () => {
    const { id, key, first, payInTab } = await startedSecond();
    desk.later(4 * 24 * 60);
    expect(await paying(id, key)).toMatchObject({ reference: first.reference });
    await payInTab();
    expect(await paying(id, key, { count: 2 })).toMatchObject({ charges: [3, 4] });
  });
});

describe("a payment", () => {
  test("is started twenty times a day at most, and the refusal is in words", async () => {
    const { id, key } = await enrolled();
    const statuses: number[] = [];
    let latest: string | undefined;
    for (let attempt = 1; attempt <= 21; attempt += 1) {
      const answer = await pay(id, key, { refused: latest });
      statuses.push(answer.status);
      latest = (await answer.json()).reference ?? latest;
      desk.later(1);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    expect((await pay(id, key)).status, "the last one goes on").toBe(201);
    desk.later(25 * 60);
    expect((await pay(id, key, { refused: latest })).status).toBe(201);
  });

  test("and was approved at PayPal, is not started again as a part of more", async () => {
    const order = fiveInstallments(desk.now, { currency: "USD" });
    const { id, key } = await start(order);
    await desk.agree(order);
    expect((await pay(id, key, { count: 3 })).status).toBe(409);
  });
});

/** Lets days pass, with a sweep each. */
const days = (passing: number) => desk.sweepFor(passing * 24 * 60, 24 * 60);

test("what was started and never paid is deleted after a month, with its learner and its key", async () => {
  const { id, key } = await start(fiveInstallments(desk.now));
  await days(29);
  expect((await look(id, key)).status).toBe(200);
  await days(4);
  expect(await desk.rows("SELECT id FROM enrolments WHERE id = ?", id)).toEqual([]);
  // The stand-ins of the providers keep other tests' charges, which the daily comparison records here as well.
  for (const table of ["enrolment_names", "enrolment_keys", "charges", "payments"]) {
    expect(await desk.rows(`SELECT 1 FROM ${table} WHERE enrolment_id = ?`, id), table).toEqual([]);
  }
});

describe("a payment that was started and is paid more than a month later", () => {
  test("is one of its enrolment's, which was paid for before", async () => {
    const { id, key } = await enrolled();
    const { reference } = await paying(id, key);
    await days(33);
    await charge(reference, 7_000_000);
    expect(await seen(id, key)).toMatchObject({ paid: { minor: 27_900_000 } });
    expect(await desk.registration(reference)).toMatchObject({ enrolmentId: id });
  });

  test("is one of its enrolment's, of which another payment was started since", async () => {
    const order = fiveInstallments(desk.now);
    const { id, key } = await start(order);
    await days(25);
    await pay(id, key, { refused: order.reference });
    await days(8);
    await charge(order.reference, order.charge.minor);
    expect(await seen(id, key)).toMatchObject({ state: "active" });
    expect(await desk.registration(order.reference)).toMatchObject({ enrolmentId: id });
  });
});

describe("a payment that the edge has lost is joined by what the provider has of it", () => {
  const lose = (reference: string) => desk.rows("DELETE FROM payments WHERE reference = ?", reference);

  test("at Paystack", async () => {
    const { id, key, order } = await enrolled();
    const providers = desk.accounts();
    const initialize = vi.spyOn(providers.paystack.client, "initialize");
    const { reference, amount } = await (await pay(id, key, {}, { providers })).json();
    const { metadata } = initialize.mock.calls[0]?.[0] ?? {};
    await lose(reference);
    const paid = chargeEvent({ ...order, reference, charge: amount }, { id: 7, metadata });
    expect((await desk.paystackSends(paid)).status).toBe(200);
    expect(await seen(id, key)).toMatchObject({ paid: { minor: 27_900_000 } });
    expect(await desk.registration(reference)).toMatchObject({ enrolmentId: id });
  });

  test("at PayPal", async () => {
    const { id, key, order } = await enrolledInDollars();
    const { reference, amount } = await paying(id, key);
    const [made] = await desk.paypal.ordersOf(reference);
    await lose(reference);
    const [{ custom_id }] = made?.purchase_units ?? [{ custom_id: null }];
    const paid = captureEvent("COMPLETED", { ...order, reference, charge: amount }, { custom_id });
    expect((await desk.paypalSends(paid)).status).toBe(200);
    expect(await seen(id, key)).toMatchObject({ paid: { minor: 50_900 + amount.minor } });
    expect(await desk.registration(reference)).toMatchObject({ enrolmentId: id });
  });
});

describe("an approval at PayPal of a charge that another payment has paid meanwhile", () => {
  /** The first payment is agreed to, and the same with the second as well; the latter is taken. */
  async function agreedTwice(captured: "held-back" | "paid") {
    const order = fiveInstallments(desk.now, { currency: "USD" });
    const { id, key } = await start(order);
    const first = await desk.place(order);
    const { orderId } = (await paying(id, key, { count: 3 })).checkout;
    for (const each of [first, orderId]) await desk.paypal.approve(each);
    if (captured === "held-back") await desk.paypal.captureAs(orderId, "pending");
    const status = captured === "paid" ? "paid" : "unconfirmed";
    expect(await (await desk.capture(orderId)).json()).toMatchObject({ status });
    return { id, key, first, reference: order.reference };
  }

  test("is not charged, and the page says so", async () => {
    const { id, key, first } = await agreedTwice("paid");
    expect(await (await desk.capture(first)).json()).toMatchObject({ status: "failed" });
    expect(await seen(id, key)).toMatchObject({ state: "complete", credit: { minor: 0 } });
  });

  test("is not charged by a sweep either, and staff are notified", async () => {
    const { id, key, reference } = await agreedTwice("paid");
    await desk.sweepFor(25);
    expect(await seen(id, key)).toMatchObject({ credit: { minor: 0 } });
    expect(await desk.registration(reference)).toMatchObject({ flag: "approved-not-charged" });
  });

  test("is not charged while the other payment is held back, which may still pay it", async () => {
    const { id, key, first } = await agreedTwice("held-back");
    expect(await (await desk.capture(first)).json()).toMatchObject({ status: "failed" });
    expect(await seen(id, key)).toMatchObject({ paid: { minor: 0 } });
  });
});

test("a price that changes later does not change what was agreed", async () => {
  const { id, key } = await enrolled();
  const prices = { ...DEARER.prices, registrationCourses: [], pricingCourses: [], cohorts: [] };
  const answer = await pay(id, key, {}, { prices });
  expect(await answer.json()).toMatchObject({ amount: { minor: 7_000_000 } });
});

describe("an enrolment from a price card", () => {
  const fromCard = () => enrolled(twoInstallmentsFromCard(desk.now, "ada@example.com"));

  test("knows an e-mail address, owes the fee, and takes the missing details", async () => {
    const { id, key } = await fromCard();
    expect(await seen(id, key)).toMatchObject({
      state: "active",
      learner: { email: "ada@example.com", firstName: "" },
      charges: [
        { number: 0, status: "open", due: null },
        { number: 1, status: "paid" },
        { number: 2, due: null },
      ],
    });
    const answer = await change(id, key, { firstName: "Ada", lastName: "Obi", phone: "+2348012345678" });
    expect(await answer.json()).toMatchObject({ learner: { firstName: "Ada", lastName: "Obi" } });
    expect(await paying(id, key)).toMatchObject({ amount: { minor: 1_500_000 }, charges: [0] });
  });

  test("keeps a name once it is given", async () => {
    const { id, key } = await fromCard();
    await change(id, key, { firstName: "Ada" });
    expect(await (await change(id, key, { firstName: "Eve", state: "Lagos" })).json()).toMatchObject({
      learner: { firstName: "Ada", state: "Lagos" },
    });
  });
});

describe("a payer's link", () => {
  async function link() {
    const { id, key } = await enrolled();
    const payer = await (await askPayerLink(id, key)).json();
    return { id, payer: payer.key as string };
  }

  test("shows a first name, a course and what is due, and nothing else of the learner", async () => {
    const { id, payer } = await link();
    const shown = await seen(id, payer);
    expect(shown).toMatchObject({
      kind: "payer",
      firstName: "Ada",
      course: { id: "devops-full" },
      charges: [{ number: 2, amount: { minor: 7_000_000 } }],
      left: { minor: 7_000_000 },
    });
    expect(JSON.stringify(shown)).not.toMatch(/Obi|ada@example|234801/);
  });

  test("changes no details, and makes no links", async () => {
    const { id, payer } = await link();
    expect((await change(id, payer, { state: "Kano" })).status).toBe(403);
    expect((await askPayerLink(id, payer)).status).toBe(403);
  });
});

describe("who has no key", () => {
  test("answers an unknown id, a wrong key and a missing key alike", async () => {
    const { id } = await start(newOrder());
    const answers = await Promise.all([
      look(id, newKey()),
      look("ENR-0000000000", newKey()),
      look("nothing", newKey()),
      desk.ask(new Request(`${EDGE_ORIGIN}/prod/enrolments/${id}`)),
    ]);
    const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(told[0]?.[0]).toBe(404);
  });

  test("takes the same work to refuse, whether there is such an enrolment or not", async () => {
    const { id } = await start(newOrder());
    const statements = async (asked: string) => {
      const prepare = vi.fn(desk.db.prepare);
      await askAbout(asked, newKey(), {}, { db: { prepare, batch: desk.db.batch } });
      return prepare.mock.calls;
    };
    expect(await statements(id)).toEqual(await statements("ENR-0000000000"));
  });

  test("stops nobody with a right key, however many wrong ones come from the same address", async () => {
    const { id, key } = await start(newOrder());
    const counted: string[] = [];
    const limit = async ({ key: counter }: { key: string }) => {
      counted.push(counter);
      return { success: false };
    };
    const limits = { ...NO_LIMITS, ordersOfVisitor: { limit } };
    const ask = (presented: string) => {
      const headers = { ...bearer(presented), "cf-connecting-ip": "203.0.113.7" };
      return askAbout(id, presented, { headers }, { limits });
    };
    for (let tries = 0; tries < 30; tries += 1) expect((await ask(newKey())).status).toBe(404);
    counted.length = 0;
    expect((await ask(key)).status).toBe(429);
    expect(counted.some((counter) => counter.includes("203.0.113.7"))).toBe(false);
    expect((await look(id, key)).status).toBe(200);
  });

  test("is seen in the log", async () => {
    const log = vi.spyOn(console, "log");
    const { id } = await start(newOrder());
    await look(id, newKey());
    expect(log).toHaveBeenCalledWith(expect.stringContaining("enrolment-not-opened"));
  });
});

test("an order that was stored before its enrolment owes what was agreed then, whatever is asked when it is paid", async () => {
  const order = fiveInstallments(desk.now);
  const agreed = fiveInstallments(desk.now);
  await start(agreed);
  expect((await desk.register(order)).status).toBe(202);
  await desk.paystackSends(chargeEvent(order), DEARER);
  const chargesOf = ({ reference }: typeof order) =>
    desk.rows(
      `SELECT number, charges.currency, amount_minor, due_on FROM payments
       JOIN charges ON charges.enrolment_id = payments.enrolment_id
       WHERE reference = ? AND charges.currency = 'NGN' ORDER BY number`,
      reference,
    );
  expect(await chargesOf(order)).toHaveLength(7);
  expect(await chargesOf(order)).toEqual(await chargesOf(agreed));
  const states = await desk.rows(
    "SELECT state FROM enrolments JOIN payments ON enrolment_id = id WHERE reference = ?",
    order.reference,
  );
  expect(states).toEqual([{ state: "active" }]);
});

test("an order that was stored the day before its enrolment starts is due as was agreed then", async () => {
  const order = fiveInstallments(desk.now);
  expect((await desk.register(order)).status).toBe(202);
  desk.later(24 * 60);
  const { id, key } = await start(order);
  const { charges } = await seen(id, key);
  expect(charges.slice(0, 2)).toMatchObject([{ due: "2026-11-21" }, { due: "2026-11-21" }]);
});

test("a payment whose order never reached the edge gets an enrolment, from a sweep where it was made before there were any", async () => {
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
