import { expect, test } from "vitest";
import { pricesByPlace, pricingCourses } from "~/content/queries/courses.ts";
import { COURSE_TYPES } from "~/content/schemas/course.ts";
import { toDualPrice } from "~/content/schemas/fields.ts";
import { CURRENCIES, fromMajor } from "~/domain/money/money.ts";
import { explainPrices, isAnnounced, pricingBlocks } from "~/domain/pricing/price-cards.ts";
import { firstPayment, slotPrice } from "~/domain/pricing/registration-fee.ts";
import { courses, priceList } from "../../../fixtures/enrolment.ts";

const blocks = pricingBlocks(COURSE_TYPES, priceList.pricingCourses);

test("the Pricing page groups its courses by their badges", () => {
  expect(blocks.map((block) => block.courses.map(({ name }) => name))).toEqual([
    ["DevOps Full"],
    ["DevOps Foundational"],
    ["DevOps Advanced"],
    ["AWS Solutions Architect Associate (SAA-C03)", "AWS Certified Cloud Practitioner (CLF-C02)"],
  ]);
});

test("a course on the Pricing page without cards stops the build", () => {
  const bare = courses.map((entry) =>
    entry.id === "devops-advanced" ? { ...entry, data: { ...entry.data, plansOf: "gone" } } : entry,
  );
  expect(() => pricingCourses(bare)).toThrow("devops-advanced is on the Pricing page without plans");
});

test("a course without a registration price is not offered for registration", () => {
  expect(priceList.registrationCourses.map(({ id }) => id)).not.toContain("aws-combined");
});

const pricesOf = (id: string) => {
  const course = courses.find((entry) => entry.id === id);
  if (!course) throw new Error(`No course is called ${id}.`);
  return pricesByPlace(course, courses);
};

test("a course with three prices says what is paid at registration", () => {
  expect(explainPrices(pricesOf("devops-full"), "NGN")).toBe("Full tuition is N480,000 when you register.");
});

test("a course with another course's price cards names that course", () => {
  expect(explainPrices(pricesOf("devops-foundational"), "NGN")).toBe(
    "This level alone: N150,000 when you register. The payment plans cover DevOps Full.",
  );
});

test.each(["aws-cloud-practitioner", "aws-solutions-architect", "ai-advanced"])(
  "a course whose prices agree has no note: %s",
  (id) => {
    for (const currency of CURRENCIES) expect(explainPrices(pricesOf(id), currency)).toBeNull();
  },
);

const price = (naira: number, dollars: number) => toDualPrice({ naira, dollars });
const plan = (id: string, naira: number, dollars: number) => ({
  id,
  name: id,
  schedules: { NGN: { now: fromMajor("NGN", naira) }, USD: { now: fromMajor("USD", dollars) } },
});
const fee = price(15_000, 9);

test("a course without plans costs its tuition and the fee on the day of registration", () => {
  expect(firstPayment({ price: price(150_000, 100), plans: [] }, fee)).toEqual({
    tuition: price(150_000, 100),
    total: price(165_000, 109),
    planId: undefined,
  });
});

test("a course with plans costs the fee and the lowest first payment of its plans", () => {
  const plans = [plan("two", 250_000, 500), plan("five", 194_000, 625)];
  expect(firstPayment({ price: price(480_000, 1200), plans }, fee)).toEqual({
    tuition: price(194_000, 625),
    total: price(209_000, 634),
    planId: "five",
  });
});

test("a course whose tuition is not announced costs the fee alone", () => {
  const unannounced = firstPayment({ price: price(0, 0), plans: [] }, fee);
  expect(unannounced).toMatchObject({ total: fee, planId: undefined });
});

test("a slot costs as much as the cheapest registration in each currency", () => {
  const courses = [
    { price: price(480_000, 100), plans: [plan("halves", 194_000, 50)] },
    { price: price(0, 200), plans: [] },
  ];
  expect(slotPrice(courses, fee)).toEqual(price(15_000, 59));
});

test("tuition is announced by a price in one currency, and not by zeros", () => {
  expect([price(0, 0), price(150_000, 0), price(0, 100)].map(isAnnounced)).toEqual([false, true, true]);
});
