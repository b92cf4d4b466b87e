import { expect, test } from "vitest";
import { type DualPrice, fromMajor } from "~/domain/money/money.ts";
import { firstPayment } from "~/domain/pricing/payment-plan.ts";
import { isAnnounced } from "~/domain/pricing/price-cards.ts";

const price = (naira: number, dollars: number): DualPrice => ({
  NGN: fromMajor("NGN", naira),
  USD: fromMajor("USD", dollars),
});
const plan = (naira: number, dollars: number) => ({
  schedules: { NGN: { now: fromMajor("NGN", naira) }, USD: { now: fromMajor("USD", dollars) } },
});
const fee = price(15_000, 9);

test("a course without plans costs its tuition and the fee on the day of registration", () => {
  expect(firstPayment({ price: price(150_000, 100), plans: [] }, fee)).toEqual({
    tuition: price(150_000, 100),
    total: price(165_000, 109),
    isInstalment: false,
  });
});

test("a course with plans costs the smallest first payment of each currency and the fee", () => {
  const plans = [plan(194_000, 625), plan(250_000, 500)];
  expect(firstPayment({ price: price(480_000, 1200), plans }, fee)).toEqual({
    tuition: price(194_000, 500),
    total: price(209_000, 509),
    isInstalment: true,
  });
});

test("a course whose tuition is not announced costs the fee alone", () => {
  const unannounced = firstPayment({ price: price(0, 0), plans: [] }, fee);
  expect(unannounced).toMatchObject({ total: fee, isInstalment: false });
});

test("tuition is announced by a price in one currency, and not by zeros", () => {
  expect([price(0, 0), price(150_000, 0), price(0, 100)].map(isAnnounced)).toEqual([false, true, true]);
});
