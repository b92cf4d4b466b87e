/** An enrolment from its first payment to its last. */
import { describe, expect, test } from "vitest";
import { newOrder, priceList, site } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { captureIdOf, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { linksTo, refundedEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const {
  start,
  enrolled,
  enrolledInDollars,
  readView,
  pay,
  startPayment,
  payNext,
  charge,
  change,
  askPayerLink,
} = enrolmentDesk(desk);

/** Content with a higher registration fee. */
const DEARER = {
  prices: { ...priceList, fee: { ...site.registrationFee, NGN: { currency: "NGN", minor: 9_900_000 } } },
} as const;

describe("an enrolment in five installments", () => {
  test("starts with the fee and the first payment, and owes the others by dates", async () => {
    const order = fiveInstallments(desk.now);
    expect(order.charge.minor).toBe(20_900_000);
    const { id, key } = await start(order);
    const view = await readView(id, key);
    expect(view).toMatchObject({
      kind: "learner",
      state: "started",
      plan: { id: "five-installments" },
      firstClass: "2026-12-05",
      currency: "NGN",
      otherwise: { currency: "USD", left: { minor: 120_900 } },
      left: { minor: 55_900_000 },
    });
    const today = "2026-11-21";
    const later = ["2027-01-05", "2027-02-05", "2027-03-05", "2027-04-05", "2027-05-05"];
    expect(view.charges.map(({ due }: { due: string }) => due)).toEqual([today, today, ...later]);
  });

  test("is paid one payment after the other until it is complete", async () => {
    const { id, key } = await enrolled();
    expect(await readView(id, key)).toMatchObject({ state: "active", paid: { minor: 20_900_000 } });
    for (const number of [2, 3, 4, 5, 6]) {
      const started = await payNext(id, key);
      expect(started).toMatchObject({
        amount: { currency: "NGN", minor: 7_000_000 },
        charges: [number],
        checkout: { provider: "paystack", accessCode: `access-${started.reference}` },
      });
    }
    expect(await readView(id, key)).toMatchObject({
      state: "complete",
      paid: { minor: 55_900_000 },
      left: { minor: 0 },
      credit: { minor: 0 },
      receipts: Array(6).fill({}),
    });
    expect((await pay(id, key)).status).toBe(409);
  });

  test("can be paid by several or all payments at once", async () => {
    const { id, key } = await enrolled();
    const two = await startPayment(id, key, { count: 2 });
    expect(two).toMatchObject({ amount: { minor: 14_000_000 }, charges: [2, 3] });
    expect(await startPayment(id, key, { count: 20 })).toMatchObject({ amount: { minor: 35_000_000 } });
  });

  test("resumes the same transaction in a second tab, also if both start at once", async () => {
    const { id, key } = await enrolled();
    const answers = await Promise.all([pay(id, key), pay(id, key)]);
    // The second request may have to wait for what the first one stores.
    const created = answers.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThan(0);
    const again = await startPayment(id, key);
    for (const answer of created) expect((await answer.json()).reference).toBe(again.reference);
    await charge(again.reference, 7_000_000);
    expect(await readView(id, key)).toMatchObject({ paid: { minor: 27_900_000 }, credit: { minor: 0 } });
  });

  test("starts one new payment if two tabs request one at once", async () => {
    const { id, key } = await enrolledInDollars();
    const first = await startPayment(id, key);
    desk.later(1);
    const refused = { refused: first.reference };
    const [one, other] = await Promise.all([startPayment(id, key, refused), startPayment(id, key, refused)]);
    expect(one.checkout.orderId).toBe(other.checkout.orderId);
    expect(one.reference).not.toBe(first.reference);
  });

  test("starts one new payment if the former one was refused on two devices", async () => {
    const { id, key } = await enrolled();
    const refused = { refused: (await startPayment(id, key)).reference };
    desk.later(1);
    const one = await startPayment(id, key, refused);
    desk.later(1);
    expect(one.reference).not.toBe(refused.refused);
    expect(await startPayment(id, key, refused)).toMatchObject({ reference: one.reference });
  });

  test("counts a second payment of one charge for the next charge", async () => {
    const { id, key } = await enrolled();
    const first = await startPayment(id, key);
    const second = await startPayment(id, key, { refused: first.reference });
    for (const { reference } of [first, second]) await charge(reference, 7_000_000);
    const { charges } = await readView(id, key);
    const statuses = charges.map(({ status }: { status: string }) => status);
    expect(statuses.slice(0, 5)).toEqual(["paid", "paid", "paid", "paid", "open"]);
  });

  test("in dollars has separate charges, which are paid at PayPal", async () => {
    const { id, key } = await enrolledInDollars();
    const { amount, checkout } = await startPayment(id, key, { currency: "NGN" });
    expect([amount, checkout.provider]).toEqual([{ currency: "USD", minor: 70_000 }, "paypal"]);
    await desk.paypal.approve(checkout.orderId);
    expect((await desk.capture(checkout.orderId)).status).toBe(200);
    expect(await readView(id, key)).toMatchObject({ state: "complete", left: { minor: 0 } });
  });

  test("may be paid in the other currency once it is refunded in full", async () => {
    const { id, key, order, orderId } = await enrolledInDollars();
    await desk.paypalSends(refundedEvent("REFUNDED", order, { links: linksTo(captureIdOf(orderId)) }));
    const { amount } = await payNext(id, key, { currency: "NGN", count: 2 });
    expect(amount).toEqual({ currency: "NGN", minor: 20_900_000 });
    expect(await readView(id, key)).toMatchObject({ currency: "NGN", state: "active", otherwise: null });
  });
});

test.each([
  ["tuition that is paid at once", newOrder, 120_900, "complete"],
  ["the start of a plan", () => fiveInstallments(desk.now), 50_900, "active"],
])("%s may be paid in either currency until the first payment", async (_, orderOf, dollars, state) => {
  const order = orderOf();
  const { id, key } = await start(order);
  expect(await startPayment(id, key, { currency: "USD", count: 2 })).toMatchObject({
    amount: { currency: "USD", minor: dollars },
    charges: [0, 1],
  });
  await charge(order.reference, order.charge.minor);
  expect(await readView(id, key)).toMatchObject({ currency: "NGN", otherwise: null, state });
  if (state === "active") {
    expect(await startPayment(id, key, { currency: "USD" })).toMatchObject({ amount: { currency: "NGN" } });
  }
});

describe("the registration fee alone", () => {
  const BOTH = { amount: { minor: 49_500_000 }, charges: [0, 1] };

  test("cannot be paid before the first payment of the tuition", async () => {
    const { id, key } = await start(newOrder());
    expect(await startPayment(id, key, { count: 1 })).toMatchObject(BOTH);
  });

  test("cannot be requested by a payer link", async () => {
    const { id, key } = await start(newOrder());
    const link = await (await askPayerLink(id, key, { count: 1 })).json();
    expect(link).toMatchObject(BOTH);
    expect(await startPayment(id, link.key)).toMatchObject(BOTH);
  });
});

test("a price that changes later does not change an agreement", async () => {
  const { id, key } = await enrolled();
  const prices = { ...DEARER.prices, registrationCourses: [], pricingCourses: [], cohorts: [] };
  const answer = await pay(id, key, {}, { prices });
  expect(await answer.json()).toMatchObject({ amount: { minor: 7_000_000 } });
});

describe("an enrolment from a price card", () => {
  const fromCard = () => enrolled(twoInstallmentsFromCard(desk.now, "ada@example.com"));

  test("has only an e-mail address, owes the fee, and accepts the missing details", async () => {
    const { id, key } = await fromCard();
    expect(await readView(id, key)).toMatchObject({
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
    expect(await startPayment(id, key)).toMatchObject({ amount: { minor: 1_500_000 }, charges: [0] });
  });

  test("keeps a name once it is given", async () => {
    const { id, key } = await fromCard();
    await change(id, key, { firstName: "Ada" });
    const changed = await (await change(id, key, { firstName: "Eve", state: "Lagos" })).json();
    expect(changed.learner).toMatchObject({ firstName: "Ada", state: "Lagos" });
  });
});

test("an enrolment has the charges that were agreed when its order was stored", async () => {
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

test("an enrolment has the due dates that were agreed when its order was stored", async () => {
  const order = fiveInstallments(desk.now);
  expect((await desk.register(order)).status).toBe(202);
  desk.later(24 * 60);
  const { id, key } = await start(order);
  const { charges } = await readView(id, key);
  expect(charges.slice(0, 2)).toMatchObject([{ due: "2026-11-21" }, { due: "2026-11-21" }]);
});
