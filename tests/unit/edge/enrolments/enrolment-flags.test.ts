/** The flags of an enrolment, for staff to look at. */
import { describe, expect, test } from "vitest";
import { findEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import { settingCohort } from "~/edge/enrolments/set-agreement.ts";
import { sameEnrolments } from "~/edge/enrolments/update-enrolment.ts";
import { cohortOn, priceList, withCohorts } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { captureIdOf, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();

const { start, enrolled, enrolledInDollars, readView, pay, startPayment, payNext, charge, notices } =
  enrolmentDesk(desk);
const { text } = staffDesk(desk);

/** Returns the flags of an enrolment, with a space between them. */
const flagsOf = async (id: string) =>
  (await findEnrolment(desk.db, id))?.flags.map(({ flag }) => flag).join(" ");

/** Enrols a learner twice. */
async function enrolledTwice() {
  const first = await enrolled();
  desk.later(60);
  return [first, await enrolled()] as const;
}

test("a second enrolment of the same learner is flagged as a duplicate and can be paid", async () => {
  const [first, second] = await enrolledTwice();
  expect(await flagsOf(first.id)).toBe("");
  expect(await flagsOf(second.id)).toBe("duplicate");
  await payNext(second.id, second.key);
  expect(await readView(second.id, second.key)).toMatchObject({ paid: { minor: 27_900_000 } });
  expect(await notices()).toEqual(["Registration: paid, enrolled or paid twice"]);
});

test("siblings who share a phone are two learners, and a duplicate's likenesses are named", async () => {
  await enrolled();
  const bola = (email: string) => enrolled(fiveInstallments(desk.now, { firstName: "Bola", email }));
  const { id: sibling } = await bola("bola@example.com");
  expect(await flagsOf(sibling)).toBe("");
  const { id: again } = await bola("bola.obi@example.com");
  expect(await flagsOf(again)).toBe("duplicate");
  const enrolment = (await findEnrolment(desk.db, again)) ?? expect.fail();
  expect(await sameEnrolments(desk.db, enrolment)).toEqual([
    { id: sibling, isDuplicate: false, agreeing: ["name", "phone number"] },
  ]);
});

test("a small payment by a stranger in a learner's name makes no duplicate", async () => {
  await desk.paystackSends(chargeEvent(fiveInstallments(desk.now), { amount: 10_000 }));
  const { id } = await enrolled();
  expect(await flagsOf(id)).toBe("");
});

test("a duplicate loses its flag once the first enrolment is refunded", async () => {
  const [first, second] = await enrolledTwice();
  await desk.paystackSends(refundEvent("refund.processed", first.order));
  expect(await readView(first.id, first.key)).toMatchObject({ state: "refunded" });
  expect(await flagsOf(second.id)).toBe("");
});

test("tuition paid on Pricing by an enrolled learner is a duplicate", async () => {
  const first = await enrolled();
  desk.later(60);
  const { id } = await enrolled(twoInstallmentsFromCard(desk.now, "ADA@EXAMPLE.COM"));
  expect(await flagsOf(id)).toBe("duplicate");
  expect(await notices()).toEqual(["Enrolment: Enrolled or paid twice"]);
  const [mail] = await desk.rows<{ message: string }>(
    "SELECT message FROM mails WHERE subject = 'Enrolment: Enrolled or paid twice'",
  );
  expect(mail?.message).toContain(`<th>Enrolled before as</th><td>${first.id}: the same email address</td>`);
});

test("money beyond all charges is a credit and is flagged", async () => {
  const { id, key } = await enrolled();
  const { reference, amount } = await payNext(id, key, { count: 20 });
  await charge(reference, amount.minor);
  expect(await readView(id, key)).toMatchObject({ state: "complete", credit: { minor: 35_000_000 } });
  expect(await flagsOf(id)).toBe("overpaid");
});

test("a payment that PayPal refused leaves Today once another payment has paid its charges", async () => {
  const { id, key } = await enrolledInDollars();
  const { reference, amount, checkout } = await startPayment(id, key);
  await desk.paypal.approve(checkout.orderId);
  await desk.paypal.captureAs(checkout.orderId, "pending");
  await desk.capture(checkout.orderId);
  await desk.paypal.deny(checkout.orderId);
  const denied = { id: captureIdOf(checkout.orderId) };
  await desk.paypalSends(captureEvent("DENIED", { reference, charge: amount }, denied));
  expect(await text("/desk")).toContain("Refused after approval");
  const next = await startPayment(id, key);
  await desk.paypal.approve(next.checkout.orderId);
  await desk.capture(next.checkout.orderId);
  expect(await text("/desk")).toContain("All clear: no flags");
});

test("a learner who has withdrawn is not charged for an approved order at PayPal", async () => {
  const { id, key } = await enrolledInDollars();
  const { reference, checkout } = await startPayment(id, key);
  await desk.paypal.approve(checkout.orderId);
  await desk.rows("UPDATE enrolments SET withdrawn_on = '2026-11-21' WHERE id = ?", id);
  expect((await (await desk.capture(checkout.orderId)).json()).status).toBe("failed");
  await desk.sweepFor(30);
  const uncharged = { status: "unpaid", flag: "approved-not-charged" };
  expect(await desk.paymentOf(reference)).toMatchObject(uncharged);
});

test("a withdrawn learner can start no payment, and a payment on its way is flagged", async () => {
  const { id, key } = await enrolled();
  const started = await startPayment(id, key);
  await desk.rows(
    `UPDATE enrolments SET withdrawn_on = '2026-11-21',
       charge_at_withdrawal = (SELECT MAX(id) FROM payment_events) WHERE id = ?`,
    id,
  );
  const refused = await pay(id, key);
  expect([refused.status, await refused.json()]).toMatchObject([409, { status: "withdrawn" }]);
  await charge(started.reference, 7_000_000);
  expect(await readView(id, key)).toMatchObject({ state: "withdrawn", withdrawnOn: "2026-11-21" });
  expect(await flagsOf(id)).toBe("paid-after-withdrawal");
  expect(await notices()).toEqual(["Enrolment: Paid after withdrawing"]);
});

test("a learner who pays for a full cohort is flagged and gets the next free seat", async () => {
  const oneSeat = withCohorts(cohortOn("2026-12-05", { seats: 1 }));
  const orders = [
    fiveInstallments(desk.now, { email: "first@example.com", phone: "+2348030000001" }),
    fiveInstallments(desk.now, { email: "second@example.com", phone: "+2348030000002" }),
  ] as const;
  const [first, second] = [await start(orders[0]), await start(orders[1])];
  for (const [index, order] of orders.entries()) {
    await desk.paystackSends(chargeEvent(order, { id: 70 + index }), oneSeat);
  }
  const next = await startPayment(second.id, second.key);
  const later = { ...orders[1], reference: next.reference, charge: next.amount };
  await desk.paystackSends(chargeEvent(later, { id: 72 }), oneSeat);
  expect([await flagsOf(first.id), await flagsOf(second.id)]).toEqual(["", "overbooked"]);
  expect(await notices()).toEqual(["Enrolment: Paid for a full cohort"]);
  await desk.paystackSends(refundEvent("refund.processed", orders[0]), oneSeat);
  expect(await flagsOf(second.id)).toBe("");
});

describe("a cohort with one seat for which two learners have paid at the same moment", () => {
  const OTHER = "cohort-2026-12-12";
  const seats = (count: number) =>
    withCohorts(cohortOn("2026-12-05", { seats: count }), cohortOn("2026-12-12"));
  /** Makes two paid enrolments that missed each other, because both updates read before either wrote. */
  async function bothSeated() {
    await Promise.all(
      ["1", "2"].map((digit) =>
        enrolled(
          fiveInstallments(desk.now, {
            email: `learner${digit}@example.com`,
            phone: `+23480300000${digit}${digit}`,
          }),
        ),
      ),
    );
    // Either of the two may be charged first.
    const [first = expect.fail(), second = expect.fail()] = await desk.rows<{ id: string }>(
      `SELECT enrolment_id AS id FROM payments JOIN payment_events USING (reference)
       WHERE kind = 'charged' ORDER BY payment_events.id`,
    );
    return { first, second, flags: async () => [await flagsOf(first.id), await flagsOf(second.id)] };
  }
  async function move(id: string) {
    const context = { db: desk.db, prices: priceList, now: desk.now };
    const enrolment = (await findEnrolment(desk.db, id)) ?? expect.fail();
    await desk.db.batch([...settingCohort(context, enrolment, OTHER).statements]);
  }

  test("flags the later one at the next sweep, and mails it once", async () => {
    const { flags } = await bothSeated();
    for (const _ of [1, 2]) await desk.sweep(seats(1));
    expect(await flags()).toEqual(["", "overbooked"]);
    expect(await notices()).toEqual(["Enrolment: Paid for a full cohort"]);
  });

  test("flags nobody once content has another seat", async () => {
    const { flags } = await bothSeated();
    await desk.sweep(seats(1));
    await desk.sweep(seats(2));
    expect(await flags()).toEqual(["", ""]);
  });

  test("flags nobody once the first has moved to another cohort", async () => {
    const { first, flags } = await bothSeated();
    await desk.sweep(seats(1));
    await move(first.id);
    await desk.sweep(seats(1));
    expect(await flags()).toEqual(["", ""]);
  });

  test("takes off flags that staff have looked at from a learner who moves", async () => {
    const { second } = await bothSeated();
    await desk.sweep(seats(1));
    await desk.rows("UPDATE enrolments SET seen_flags = flags WHERE id = ?", second.id);
    await move(second.id);
    expect(await findEnrolment(desk.db, second.id)).toMatchObject({ flags: [], seenFlags: [] });
  });
});
