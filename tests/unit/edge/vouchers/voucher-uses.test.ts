/** The limit of a voucher's uses. */
import { describe, expect, test } from "vitest";
import { fromMinor } from "~/domain/money/money.ts";
import { erasure, personalData } from "~/edge/erase/personal-data.ts";
import { endingVoucher, type NewVoucher, reservingUse } from "~/edge/vouchers/voucher-store.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { refundEvent } from "../../../fixtures/paystack-events.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";
import { makeVoucher, voucherCheck, voucherOrders } from "../../../fixtures/vouchers.ts";

const desk = paymentDesk();
const { signUp, charge, readView, startPayment } = enrolmentDesk(desk);
const { perform } = staffDesk(desk);
const { orderWith, started } = voucherOrders(desk, signUp);

const bola = { email: "bola@example.com", firstName: "Bola", phone: "+2348099999999" };

test("the last use goes to one of two learners who start at the same moment", async () => {
  const voucher = await makeVoucher(desk);
  const both = await Promise.all([started(voucher), started(voucher, bola)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  const refused = both.find(({ status }) => status === 422);
  expect(refused?.body.errors.voucher).toContain("used up");
  expect(await desk.rows("SELECT code FROM voucher_uses")).toHaveLength(1);
});

test("the last use moves to the learner's next attempt under the same address", async () => {
  const voucher = await makeVoucher(desk);
  const [first, again] = [await started(voucher), await started(voucher)];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect((await started(voucher, bola)).status).toBe(422);
  expect((await desk.ask(voucherCheck({ code: "EARLY10" }))).status).toBe(410);
  expect((await desk.ask(voucherCheck({ code: "EARLY10", email: "Ada@example.com" }))).status).toBe(200);
});

test("the last use is reserved once for a request that is sent twice at once", async () => {
  const voucher = await makeVoucher(desk);
  const order = orderWith(voucher);
  const answers = await Promise.all([signUp(order), signUp(order)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const now = desk.now.toISOString();
  expect(await desk.rows("SELECT 1 FROM voucher_uses WHERE reserved_until > ?", now)).toHaveLength(1);
});

test("the last use is free again after a day without a payment", async () => {
  const voucher = await makeVoucher(desk);
  await started(voucher);
  desk.later(24 * 60 - 1);
  expect((await started(voucher, bola)).status).toBe(422);
  desk.later(1);
  expect((await started(voucher, bola)).status).toBe(201);
});

test("a use that is paid too late keeps its price, and is flagged if all uses are taken", async () => {
  const voucher = await makeVoucher(desk);
  const late = await started(voucher);
  desk.later(24 * 60);
  const inTime = await started(voucher, bola);
  await charge(inTime.order.reference, 18_960_000);
  await charge(late.order.reference, 18_960_000);
  expect(await desk.rows("SELECT id, flags FROM enrolments ORDER BY created_at")).toEqual([
    { id: late.body.id, flags: "voucher-overused:0" },
    { id: inTime.body.id, flags: "" },
  ]);
  expect(await readView(late.body.id, late.body.key)).toMatchObject({
    left: { minor: 31_500_000 },
    credit: { minor: 0 },
  });
});

test("a use that is paid too late is not flagged while a use is left", async () => {
  const voucher = await makeVoucher(desk, { uses: 2 });
  const late = await started(voucher);
  desk.later(25 * 60);
  await charge(late.order.reference, 18_960_000);
  expect(await desk.rows("SELECT flags FROM enrolments")).toEqual([{ flags: "" }]);
});

test("the last use stays taken when its learner withdraws, is refunded or erased", async () => {
  const voucher = await makeVoucher(desk);
  const { order, body } = await started(voucher);
  await charge(order.reference, 18_960_000);
  const stateOf = () => desk.rows("SELECT state, erased_at IS NOT NULL AS isErased FROM enrolments");
  const isUsedUp = async () => (await started(voucher, bola)).status === 422;
  await perform(`/desk/enrolments/${body.id}`, "withdraw", { day: "2026-11-21" });
  expect([await stateOf(), await isUsedUp()]).toEqual([[{ state: "withdrawn", isErased: 0 }], true]);
  await desk.paystackSends(refundEvent("refund.processed", order, { amount: "18960000" }));
  expect(await isUsedUp()).toBe(true);
  const ada = { email: "ada@example.com", enrolmentId: null };
  await desk.db.batch(await erasure(desk.db, await personalData(desk.db, ada), desk.now));
  expect([await stateOf(), await isUsedUp()]).toMatchObject([[{ isErased: 1 }], true]);
});

test("a use that is paid in time is not flagged after one that was paid too late", async () => {
  const voucher = await makeVoucher(desk);
  const late = await started(voucher);
  desk.later(24 * 60);
  const inTime = await started(voucher, bola);
  await charge(late.order.reference, 18_960_000);
  await charge(inTime.order.reference, 18_960_000);
  desk.later(24 * 60);
  const { reference } = await startPayment(inTime.body.id, inTime.body.key);
  await charge(reference, 6_300_000);
  const flagged = await desk.rows("SELECT id FROM enrolments WHERE flags LIKE '%overused%'");
  expect(flagged).toEqual([{ id: late.body.id }]);
});

describe("the batch that starts an enrolment", () => {
  /** Reserves a use like another learner who has read that one is left. */
  async function reserving(changes: Partial<NewVoucher>, isPaid: boolean) {
    const voucher = await makeVoucher(desk, changes);
    const { order, body } = await started(voucher);
    await charge(order.reference, 18_960_000);
    desk.later(25 * 60);
    const { id } = (await (await signUp(newOrder())).json()) as { id: string };
    const off = { NGN: fromMinor("NGN", 1), USD: fromMinor("USD", 1) };
    const agreed = { code: voucher.code, discount: voucher.discount, off };
    const use = { enrolmentId: id, voucher: agreed, emailKey: null, isPaid };
    return { body, run: () => desk.db.batch(reservingUse(desk.db, use, desk.now)) };
  }

  test("fails if the last use was confirmed after its reservation ended", async () => {
    await expect((await reserving({ uses: 1 }, false)).run()).rejects.toThrow();
  });

  test("fails if the voucher has ended", async () => {
    const { run } = await reserving({ uses: 2 }, false);
    await endingVoucher(desk.db, "EARLY10", desk.now).run();
    await expect(run()).rejects.toThrow();
  });

  test.each([
    ["a voucher without a limit", { uses: null }, false],
    ["money that has come already", { uses: 1 }, true],
  ])("succeeds for %s", async (_, changes, isPaid) => {
    await (await reserving(changes, isPaid)).run();
    expect(await desk.rows("SELECT 1 FROM voucher_uses")).toHaveLength(2);
  });
});
