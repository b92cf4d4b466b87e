/** A payment that PayPal holds back: what it stops, for how long, and how staff end it. */
import { expect, test } from "vitest";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolledInDollars, seen, pay, paying } = enrolmentDesk(desk);
const { text, does } = staffDesk(desk);

const DAY = 24 * 60;

/** An enrolment in dollars whose second payment PayPal holds back. */
async function heldBack() {
  const { id, key } = await enrolledInDollars();
  const { reference, checkout } = await paying(id, key);
  await desk.paypal.approve(checkout.orderId);
  await desk.paypal.captureAs(checkout.orderId, "pending");
  await desk.capture(checkout.orderId);
  expect(await seen(id, key)).toMatchObject({ pendingCharges: [2] });
  return { id, key, reference, path: `/desk/enrolments/${id}` };
}

test("staff are mailed once after a day", async () => {
  const { reference } = await heldBack();
  const subjects = async () => {
    const mails = await desk.rows<{ subject: string }>(
      "SELECT DISTINCT subject FROM mails WHERE idempotency_key LIKE ?",
      `provider:${reference}:%`,
    );
    return mails.map(({ subject }) => subject);
  };
  await desk.sweepFor(60);
  expect(await subjects()).toEqual([]);
  for (let day = 1; day <= 3; day += 1) {
    desk.later(DAY);
    await desk.sweep();
  }
  expect(await subjects()).toEqual(["Registration: not paid, held back by the provider"]);
});

test("its charges can be paid again after thirty days", async () => {
  const { id, key } = await heldBack();
  desk.later(30 * DAY + 1);
  expect(await seen(id, key)).toMatchObject({ pendingCharges: [] });
  expect((await pay(id, key)).status).toBe(201);
});

test("its charges can be paid at once when staff stop waiting, and its money still counts", async () => {
  const { id, key, reference, path } = await heldBack();
  expect(await does(path, "stop-waiting", {})).toContain(`Stopped waiting for ${reference}`);
  expect(await text(path)).toContain("No longer waited for");
  expect(await desk.registration(reference)).toMatchObject({ status: "unpaid", flag: null });
  expect(await seen(id, key)).toMatchObject({ pendingCharges: [] });
  expect((await pay(id, key)).status).toBe(201);
});
