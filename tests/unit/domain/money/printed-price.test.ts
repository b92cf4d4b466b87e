import { expect, test } from "vitest";
import { pricesIn, showsPrice } from "~/domain/money/money.ts";

test("a page with an amount in an island's props has a price as well", () => {
  expect(showsPrice('<astro-island props="{&quot;minor&quot;:[0,900]}"></astro-island>')).toBe(true);
});

test.each(["N150,000", "N194K", "$9.00", "from N0", "NGN 150,000", "NGN150", "₦150,000", "₦ 15", "USD 100"])(
  "a page with %s has a price",
  (price) => expect(showsPrice(`<p>It costs ${price}.</p>`)).toBe(true),
);

test.each(["Week 12", "4 months", "NGN", "naira and dollars", "EN10", "$ and N"])(
  "a page with %s has no price",
  (words) => expect(showsPrice(`<p>${words}</p>`)).toBe(false),
);

test("the prices of a page are found in order, each as often as it is there", () => {
  const html =
    "<h3>Full</h3><span>N500,000</span><span>$1200</span><p>Week 12, then N194K, and $9.00 again: $9.00.</p>";
  expect(pricesIn(html)).toEqual(["N500,000", "$1200", "N194K", "$9.00", "$9.00."]);
});

test("a page without an amount has no prices", () => expect(pricesIn("<p>Week 12 of N</p>")).toEqual([]));
