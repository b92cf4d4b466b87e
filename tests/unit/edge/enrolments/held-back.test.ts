/** The charges of a payment that PayPal holds back, and the ends of the wait. */
import { expect, test } from "vitest";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { captureIdOf, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolledInDollars, readView, startPayment, askPayerLink } = enrolmentDesk(desk);
const { text, perform } = staffDesk(desk);

const DAY = 24 * 60;

/** Makes an enrolment with two dollar charges left, one held back, and a payer's link for `count` charges. */
async function heldBack(count = 1) {
  const { id, key, path } = await enrolledInDollars();
  await desk.rows(
    `INSERT INTO charges (enrolment_id, currency, number, amount_minor, due_on)
     VALUES (?, 'USD', 3, 9900, '2027-06-01')`,
    id,
  );
  const { key: payer } = await (await askPayerLink(id, key, { count })).json();
  const { reference, checkout } = await startPayment(id, key);
  await desk.paypal.approve(checkout.orderId);
  await desk.paypal.captureAs(checkout.orderId, "pending");
  await desk.capture(checkout.orderId);
  expect(await readView(id, key)).toMatchObject({ pendingCharges: [2] });
  return { id, key, payer, reference, path };
}

/** Pays what is due, under a new reference because PayPal takes none twice. */
async function payAgain(id: string, key: string) {
  const { checkout } = await startPayment(id, key);
  await desk.paypal.approve(checkout.orderId);
  expect(await desk.outcomeOf(checkout.orderId)).toMatchObject({ status: "paid" });
}

test.each([
  ["PayPal can be asked", "secret"],
  ["PayPal cannot be asked", ""],
])("staff are mailed once after a day if %s", async (_, PAYPAL_CLIENT_SECRET) => {
  const { reference } = await heldBack();
  const changes = { providers: desk.providers({ PAYPAL_CLIENT_SECRET }) };
  const notices = () =>
    desk.rows("SELECT DISTINCT subject FROM mails WHERE idempotency_key LIKE ?", `provider:${reference}:%`);
  await desk.sweepFor(60, { every: 5 }, changes);
  expect(await notices()).toEqual([]);
  for (let day = 1; day <= 3; day += 1) {
    desk.later(DAY);
    await desk.sweep(changes);
  }
  expect(await notices()).toEqual([{ subject: "Registration: not paid, held back by the provider" }]);
});

test("staff are mailed again if a second payment under its reference is held back", async () => {
  const order = await desk.registered("USD");
  for (const _ of ["first", "second"]) {
    const orderId = await desk.agree(order);
    await desk.paypal.captureAs(orderId, "pending");
    await desk.capture(orderId);
    await desk.sweepFor(2 * DAY, { every: DAY });
    await desk.paypal.deny(orderId);
    await desk.paypalSends(captureEvent("DENIED", order, { id: captureIdOf(orderId) }));
  }
  const notices = await desk.rows(
    "SELECT 1 FROM staff_notices WHERE reference = ? AND reported LIKE 'payment-pending%'",
    order.reference,
  );
  expect(notices).toHaveLength(2);
});

test("its charges can be paid again after thirty days", async () => {
  const { id, key } = await heldBack();
  desk.later(30 * DAY + 1);
  expect(await readView(id, key)).toMatchObject({ pendingCharges: [] });
  await payAgain(id, key);
});

test("its charges can be paid at once when staff stop waiting", async () => {
  const { id, key, reference, path } = await heldBack();
  expect(await perform(path, "stop-waiting", {})).toContain(`Stopped waiting for ${reference}`);
  expect(await text(path)).toContain("No longer waited for");
  expect(await desk.paymentOf(reference)).toMatchObject({ status: "unpaid", flag: null });
  expect(await readView(id, key)).toMatchObject({ pendingCharges: [] });
  await payAgain(id, key);
});

test("it loses its flag after thirty days, and its money counts if it comes later", async () => {
  const { id, key, reference } = await heldBack();
  for (let day = 0; day <= 31; day += 1) {
    await desk.sweep();
    desk.later(DAY);
  }
  expect(await desk.paymentOf(reference)).toMatchObject({ status: "unpaid", flag: null });
  const [order] = await desk.paypal.ordersOf(reference);
  const captureId = order?.purchase_units[0].payments?.captures[0]?.id;
  await desk.paypalSends(captureEvent("COMPLETED", { ...newOrder("USD"), reference }, { id: captureId }));
  expect((await readView(id, key)).charges[1]).toMatchObject({ status: "paid" });
});

test("a payer's link pays the requested charges that are not held back", async () => {
  const { id, payer } = await heldBack(2);
  expect(await readView(id, payer)).toMatchObject({ isPending: false, charges: [{ number: 3 }] });
  expect((await startPayment(id, payer)).charges).toEqual([3]);
});

test("a payer's link says that all its charges are being confirmed", async () => {
  const { id, payer } = await heldBack(1);
  expect(await readView(id, payer)).toMatchObject({ isPending: true, charges: [{ number: 2 }] });
});
