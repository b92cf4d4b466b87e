/** The refunds that an owner requests from PayPal. */
import { expect, test } from "vitest";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { refundDesk } from "../../../fixtures/refund-books.ts";
import { OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const { desk, books } = refundDesk();
const { sweepAfter } = desk;
const { perform } = staffDesk(desk);

/** Makes a payment that PayPal took. Its webhooks are dropped. */
async function captured() {
  const order = newOrder("USD");
  const id = await desk.place(order);
  books.paypal.approve(id);
  await desk.capture(id);
  books.webhooks.length = 0;
  const { reference } = order;
  const payment = await desk.paymentOf(reference);
  const refund = async (amount = "5") => {
    const path = `/desk/enrolments/${payment?.enrolmentId}`;
    await perform(path, "refund-through-provider", { reference, amount }, OWNER);
    await desk.doJob({ type: "refunds", reference });
  };
  return {
    order,
    refund,
    refunds: () => books.paypal.orders.get(id)?.refunds ?? [],
    state: async () => (await desk.rows<{ state: string }>("SELECT state FROM refund_requests"))[0]?.state,
    isBack: async () => (payment?.paidMinor ?? 0) - ((await desk.paymentOf(reference))?.paidMinor ?? 0),
  };
}

test("a refund whose answer was lost is requested again under the same id, and counted once", async () => {
  const { refund, refunds, state, isBack } = await captured();
  books.fault = "loses the answer";
  await refund("1209");
  for (const event of books.webhooks) await desk.paypalSends(event);
  expect([await state(), await isBack()]).toEqual(["requested", 120_900]);
  books.fault = null;
  await sweepAfter(6);
  expect([refunds().length, await state(), await isBack()]).toEqual([1, "done", 120_900]);
});

test("a refund without an answer for three days needs attention, and is not sent again", async () => {
  const { refund, refunds, state } = await captured();
  books.fault = "never arrives";
  await refund();
  for (let day = 0; day < 4; day += 1) await sweepAfter(24 * 60);
  books.fault = null;
  await sweepAfter(7 * 60);
  expect([refunds().length, await state()]).toEqual([0, "needs-attention"]);
});

test("a refund that PayPal reports as failed is reported to staff once", async () => {
  const { order, refund, refunds, state, isBack } = await captured();
  books.isSlow = true;
  await refund();
  for (const { id } of refunds()) books.paypal.moveRefund(id, "FAILED");
  for (const event of books.webhooks.splice(0)) await desk.paypalSends(event);
  const mails = (await desk.mailsAbout(order)).length;
  await sweepAfter(7 * 60);
  expect([await state(), await isBack()]).toEqual(["failed", 0]);
  expect(await desk.mailsAbout(order)).toHaveLength(mails);
});

test("the checks of two refunds of one payment do not wake each other, and end after two months", async () => {
  const { refund } = await captured();
  for (const _ of [1, 2]) await refund();
  await sweepAfter(8 * 24 * 60);
  const checks = () => desk.rows<{ at: string | null }>("SELECT next_check_at AS at FROM refund_requests");
  for (const { at } of await checks()) expect(Date.parse(at ?? "")).toBeGreaterThan(desk.now.getTime());
  await sweepAfter(61 * 24 * 60);
  expect(await checks()).toEqual([{ at: null }, { at: null }]);
});
