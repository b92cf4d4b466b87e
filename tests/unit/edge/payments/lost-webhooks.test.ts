/** Payments whose webhook, browser or notice was lost. None of them may be forgotten. */
import { describe, expect, test } from "vitest";
import { flaggedStateOf, saveSeenState } from "~/edge/payments/send-staff-notice.ts";
import { freshReference, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, chargeOf } from "../../../fixtures/paystack-events.ts";
import { NO_PAYSTACK } from "../../../fixtures/provider-books.ts";
import { failingAt } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();
const { verify, sweepAfter, stateOf } = desk;
const MONTH = 31 * 24 * 60;

/** Registers an order that Paystack has charged and not reported. */
async function charged() {
  const order = await desk.registered();
  await desk.paystackKnows(order.reference, chargeOf(order));
  return order;
}

describe("when the webhook is lost", () => {
  test("Paystack in trouble is asked again, and not where it does not know the account", async () => {
    const order = await desk.registered();
    await desk.paystackKnows(order.reference, { trouble: 503 });
    expect(await verify(order.reference)).toEqual({ retryInSeconds: 60 });
    await desk.paystackKnows(order.reference, { trouble: 401 });
    expect(await verify(order.reference)).toBe("done");
  });

  test("a paid registration is not asked about again", async () => {
    const order = await desk.charged();
    await desk.paystackKnows(order.reference, { trouble: 503 });
    expect(await verify(order.reference)).toBe("done");
  });

  test("trouble with one registration does not keep the sweep from the next", async () => {
    const [first, second] = [await desk.registered(), await desk.registered()];
    await desk.paystackKnows(first.reference, { trouble: 500 });
    await desk.paystackKnows(second.reference, chargeOf(second, { id: 6 }));
    await sweepAfter(15);
    expect(await stateOf(second)).toEqual(["paid", null]);
    await desk.paystackKnows(first.reference, chargeOf(first, { id: 7 }));
    await sweepAfter(10);
    expect(await stateOf(first)).toEqual(["paid", "duplicate"]);
  });
});

test("an unpaid registration is looked up for three days, and deleted after a month", async () => {
  const order = await desk.registered();
  const checkTimes: number[] = [];
  let now = 0;
  const verify = async () => {
    checkTimes.push(now);
    return null;
  };
  const paystack = { ...desk.accounts().paystack, client: { ...NO_PAYSTACK, verify } };
  for (const minutes of [14, 15, 59, 60, 359, 360, 1439, 1440, 4319, 4320, 5000, 9000]) {
    desk.later(minutes - now);
    now = minutes;
    await desk.sweep({ providers: { paystack, paypal: null } });
  }
  expect(checkTimes).toEqual([15, 60, 360, 1440, 4320]);
  await sweepAfter(MONTH);
  expect(await desk.paymentOf(order.reference)).toBeNull();
  expect(await desk.history(order.reference)).toEqual([]);
});

test("a paid or flagged registration is not deleted", async () => {
  const paid = await desk.charged();
  const tried = await desk.registered();
  await desk.paystackSends(chargeEvent(tried, { id: 5, domain: "test" }));
  await sweepAfter(MONTH);
  expect(await stateOf(paid)).toEqual(["paid", null]);
  expect(await stateOf(tried)).toEqual(["unpaid", "test-payment"]);
  expect(await desk.history(paid.reference)).toHaveLength(1);
});

test("an unpaid registration is deleted after a month once its flag is marked as looked at", async () => {
  const order = await desk.registered();
  await desk.paystackSends(chargeEvent(order, { domain: "test" }));
  const { flaggedState } = await flaggedStateOf(desk.db, order.reference);
  await saveSeenState(desk.db, { reference: order.reference, state: `${flaggedState}`, isSeen: true });
  await sweepAfter(MONTH);
  expect(await stateOf(order)).toBeNull();
  expect(await desk.rows("SELECT 1 FROM staff_notices")).toEqual([]);
});

describe("staff who could not be notified", () => {
  /** Returns a database that is busy just when staff are to be notified. */
  const takingNoMails = () => failingAt(desk.db, "INSERT INTO mails");

  test("that a payment was recorded are notified by the next try of the job", async () => {
    const order = await charged();
    expect(await verify(order.reference, { db: takingNoMails() })).toEqual({ retryInSeconds: 30 });
    expect(await stateOf(order)).toEqual(["paid", null]);
    expect(await verify(order.reference)).toBe("done");
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("during a sweep are notified by a later one", async () => {
    const order = await charged();
    await sweepAfter(15, { db: takingNoMails() });
    expect(await desk.mailsAbout(order)).toEqual([]);
    await sweepAfter(10);
    expect(await desk.mailsAbout(order)).toHaveLength(4);
    expect(await desk.rows("SELECT 1 FROM payments WHERE next_check_at IS NOT NULL")).toEqual([]);
  });
});

describe("a payment that only a browser reports", () => {
  test("is found by a sweep, and enrolled by the charge's metadata", async () => {
    const order = newOrder();
    await desk.claim(order.reference);
    await desk.paystackKnows(order.reference, chargeOf(order));
    await sweepAfter(15);
    const enrolled = { status: "paid", course: { id: "devops-full" }, customer: { name: "Ada Obi" } };
    expect(await desk.paymentOf(order.reference)).toMatchObject(enrolled);
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("changes nothing if it is registered", async () => {
    const { reference } = await desk.registered();
    const paymentBefore = await desk.paymentOf(reference);
    await desk.claim(reference);
    expect(await desk.paymentOf(reference)).toEqual(paymentBefore);
  });

  test("and that nobody paid is deleted after a month", async () => {
    const reference = freshReference("tuition");
    await desk.claim(reference);
    expect(await desk.paymentOf(reference)).toMatchObject({ status: "unpaid", purpose: "tuition" });
    for (const minutes of [15, 45, MONTH]) await sweepAfter(minutes);
    expect(await desk.paymentOf(reference)).toBeNull();
  });
});
