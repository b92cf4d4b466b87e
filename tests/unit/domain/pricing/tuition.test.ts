import { expect, test } from "vitest";
import { fromMajor } from "~/domain/money/money.ts";
import { isAnnounced } from "~/domain/pricing/price-cards.ts";

const price = (naira: number, dollars: number) => ({
  NGN: fromMajor("NGN", naira),
  USD: fromMajor("USD", dollars),
});

test("a price of zero in both currencies is tuition that is not announced yet", () => {
  expect(isAnnounced(price(0, 0))).toBe(false);
});

test("a price in one currency is enough to be announced", () => {
  expect(isAnnounced(price(150_000, 0))).toBe(true);
  expect(isAnnounced(price(0, 100))).toBe(true);
});
