/** Vouchers from the check of a code to the payment that they lower. */
import { describe, expect, test } from "vitest";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { NewVoucher } from "~/edge/vouchers/voucher-store.ts";
import { freshReference, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, formCookie, formPost, SIGNUP_FIELDS } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import {
  FIVE_INSTALLMENTS,
  makeVoucher,
  percentOff,
  voucherCheck,
  voucherOrders,
} from "../../../fixtures/vouchers.ts";

const desk = paymentDesk();
const { signUp, charge, readView, mails, askPayerLink, startPayment } = enrolmentDesk(desk);

const { orderWith, started } = voucherOrders(desk, signUp);

const check = (body: object, from?: string) => desk.ask(voucherCheck(body, from));

describe("a code is checked", () => {
  test("in upper or lower case, and returns the discount and payments in both currencies", async () => {
    await makeVoucher(desk);
    const answer = await check({ code: " early10 " });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      code: "EARLY10",
      off: { NGN: 5_440_000, USD: 12_000 },
      payments: { NGN: [17_460_000, ...Array(5).fill(6_300_000)], USD: [45_000, 63_000] },
    });
  });

  const ofOtherCourse = percentOff(10, { courseIds: ["devops-foundational"] });
  test.each<[string, Partial<NewVoucher>, number, string]>([
    ["unknown", { code: "OTHER10" }, 404, "unknown"],
    ["of another course", { discount: ofOtherCourse }, 404, "not-for-this"],
    ["of paying at once", { discount: percentOff(10, { isForPayingAtOnce: true }) }, 404, "not-for-this"],
    ["too early", { firstDay: "2026-11-22" }, 410, "not-yet"],
    ["too late", { lastDay: "2026-11-20" }, 410, "ended"],
    ["used up", { uses: 0 }, 410, "used-up"],
  ])("that is %s", async (_, changes, status, reason) => {
    await makeVoucher(desk, changes);
    const answer = await check({ code: "EARLY10" });
    expect([answer.status, (await answer.json()).reason]).toEqual([status, reason]);
  });

  test("is valid on its first and last day, without a limit of uses", async () => {
    await makeVoucher(desk, { uses: null, firstDay: "2026-11-21", lastDay: "2026-11-21" });
    expect((await check({ code: "EARLY10" })).status).toBe(200);
  });

  test("at most twenty times an hour for one visitor", async () => {
    await makeVoucher(desk);
    for (let tries = 0; tries < 20; tries += 1) expect((await check({ code: "GUESS" })).status).toBe(404);
    expect((await check({ code: "EARLY10" })).status).toBe(429);
    expect((await check({ code: "EARLY10" }, "198.51.100.9")).status).toBe(200);
    desk.later(60);
    expect((await check({ code: "EARLY10" })).status).toBe(200);
  });
});

describe("a registration with a voucher", () => {
  test("is charged the lowered amount, and keeps its lowered payments", async () => {
    const voucher = await makeVoucher(desk);
    const { order, status, body } = await started(voucher);
    expect([status, body.amount.minor]).toEqual([201, 18_960_000]);
    await desk.db.prepare("UPDATE vouchers SET percent = 50, ended_at = '2026-11-21'").run();
    await charge(order.reference, 18_960_000);
    expect(await readView(body.id, body.key)).toMatchObject({
      state: "active",
      voucher: { code: "EARLY10", off: { minor: 5_440_000 } },
      left: { minor: 31_500_000 },
      charges: [1_500_000, 17_460_000, ...Array(5).fill(6_300_000)].map((minor) => ({ amount: { minor } })),
    });
    const [receipt] = await mails();
    expect(receipt?.text).toContain("voucher EARLY10: N54,400 off");
    const [notice] = await desk.mailsAbout(order);
    expect(notice?.message).toContain("EARLY10");
  });

  const twice = (name: string, value: unknown) => (name === "minor" ? Number(value) * 2 : value);
  const raised: PriceList = JSON.parse(JSON.stringify(priceList), twice);

  test.each([
    ["the page has made up", percentOff(90), priceList, "N189,600"],
    ["content has raised since the page was opened", percentOff(10), raised, "N379,200"],
  ])("whose price %s is refused with the right one", async (_, discount, prices, price) => {
    const voucher = await makeVoucher(desk);
    const answer = await signUp(orderWith({ ...voucher, discount }), { prices });
    const message = expect.stringContaining(`has changed to ${price}`);
    expect([answer.status, (await answer.json()).message]).toEqual([409, message]);
  });

  test("is refused beside the field once the voucher has ended", async () => {
    const voucher = await makeVoucher(desk);
    await desk.db.prepare("UPDATE vouchers SET ended_at = '2026-11-21T09:00:00Z'").run();
    const { status, body } = await started(voucher);
    expect([status, body.errors.voucher]).toEqual([422, expect.stringContaining("has ended")]);
  });

  test("in dollars gets its order at PayPal even if the request that starts it was lost", async () => {
    const voucher = await makeVoucher(desk);
    const purchase = { registration: FIVE_INSTALLMENTS, voucher, currency: "USD" } as const;
    const order = orderOf({ ...purchase, reference: freshReference(), now: desk.now });
    expect((await desk.order(order)).status).toBe(201);
    const uses = await desk.rows("SELECT code, usd_minor AS usd FROM voucher_uses");
    expect(uses).toEqual([{ code: "EARLY10", usd: 12_000 }]);
  });
});

describe("a full scholarship", () => {
  const all = { discount: percentOff(100, { includesFee: true }) };

  test("registers at once without a provider; learner and staff are mailed as after a payment", async () => {
    const voucher = await makeVoucher(desk, all);
    const { order, status, body } = await started(voucher);
    expect([status, body.status, body.amount.minor, body.checkout]).toEqual([201, "paid", 0, null]);
    expect(await readView(body.id, body.key)).toMatchObject({
      state: "complete",
      left: { minor: 0 },
      receipts: [{ amount: { minor: 0 }, provider: "voucher" }],
    });
    const [receipt] = await mails();
    expect(receipt?.text).toContain("N0");
    expect(await desk.subjectsAbout(order)).toEqual(["Registration: paid"]);
  });

  test("registers once, though the request comes twice", async () => {
    const voucher = await makeVoucher(desk, all);
    const { order } = await started(voucher);
    await signUp(order);
    expect(await mails()).toHaveLength(1);
    expect(await desk.rows("SELECT id FROM enrolments")).toHaveLength(1);
  });

  test("without the fee leaves only the fee to pay", async () => {
    const voucher = await makeVoucher(desk, { discount: percentOff(100) });
    const { order, body } = await started(voucher);
    expect(body.amount.minor).toBe(priceList.fee.NGN.minor);
    await charge(order.reference, priceList.fee.NGN.minor);
    expect(await readView(body.id, body.key)).toMatchObject({ state: "complete", left: { minor: 0 } });
  });
});

describe("Signup's form without script", () => {
  const FIELDS = { ...SIGNUP_FIELDS, course: "devops-full", email: "ada@example.com" };
  const send = (changes: Record<string, string>) =>
    desk.ask(formPost({ ...FIELDS, ...changes }, formCookie(desk.now)));

  test("uses the voucher that was typed into it", async () => {
    await makeVoucher(desk);
    expect((await send({ voucher: "early10 " })).status).toBe(303);
    const payments = await desk.rows("SELECT expected_minor AS expected FROM payments");
    expect(payments).toEqual([{ expected: 44_700_000 }]);
    expect(await desk.rows("SELECT code FROM voucher_uses")).toEqual([{ code: "EARLY10" }]);
  });

  test("comes back with the reason beside the open field and the typed code", async () => {
    const answer = await send({ voucher: "NOBODY" });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("We don&#39;t know this voucher.");
    expect(page).toMatch(/<details open><input[^>]* value="NOBODY"/);
  });

  test("skips the providers if nothing is left to pay", async () => {
    await makeVoucher(desk, { discount: percentOff(100, { includesFee: true }) });
    const answer = await send({ voucher: "EARLY10" });
    expect(answer.headers.get("location")).toContain("/prod/payments/return?reference=REG-");
    expect(await desk.rows("SELECT state FROM enrolments")).toEqual([{ state: "complete" }]);
  });
});

test("a stranger who knows a reference and sends it with its voucher is refused", async () => {
  const { order } = await started(await makeVoucher(desk));
  const answer = await signUp(order, {}, { "idempotency-key": newKey() });
  expect(answer.status).toBe(409);
  expect(await answer.json()).not.toHaveProperty("key");
  expect(await desk.rows("SELECT 1 FROM voucher_uses")).toHaveLength(1);
});

test("a payer link of a lowered plan shows and charges the lowered amount", async () => {
  const { order, body } = await started(await makeVoucher(desk));
  await charge(order.reference, order.charge.minor);
  const payer = await (await askPayerLink(body.id, body.key)).json();
  const lowered = { currency: "NGN", minor: 6_300_000 };
  expect(payer.amount).toEqual(lowered);
  const view = await readView(body.id, payer.key);
  expect(view).toMatchObject({ kind: "payer", left: lowered, voucherOff: { NGN: { minor: 5_440_000 } } });
  expect(JSON.stringify(view), "the code is the learner's").not.toContain("EARLY10");
  expect(await startPayment(body.id, payer.key)).toMatchObject({ amount: lowered });
});
