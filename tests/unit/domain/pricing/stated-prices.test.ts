import { describe, expect, test } from "vitest";
import { statedPrices } from "~/content/queries/courses.ts";
import { CURRENCIES, formatFull } from "~/domain/money/money.ts";
import { explainPrices } from "~/domain/pricing/stated-prices.ts";
import { courses } from "../../../fixtures/enrolment.ts";

const all = [...courses].map(([id, data]) => ({ id, file: `content/courses/${id}.yaml`, data }));
const stated = (id: string) => {
  const course = all.find((each) => each.id === id);
  if (!course) throw new Error(`No course is called ${id}.`);
  return statedPrices(course, all);
};

describe("what each of a course's prices buys", () => {
  test("a course with three prices says what each is", () => {
    expect(explainPrices(stated("devops-full"), "NGN")).toBe(
      "N500,000 is the list price of the course page. Registering with full tuition costs N480,000, and the registration fee. The card Full Tuition on the Pricing page is N485,000. You pay one of them, not several.",
    );
  });

  test("a course with another's price cards says whose they are", () => {
    expect(explainPrices(stated("devops-foundational"), "NGN")).toBe(
      "Registering with full tuition costs N150,000, and the registration fee. The card Full Tuition on the Pricing page is N485,000, which is the card of DevOps Full. You pay one of them, not several.",
    );
  });

  test.each(["aws-cloud-practitioner", "aws-solutions-architect", "ai-advanced"])(
    "a course whose prices agree needs no words: %s",
    (id) => {
      for (const currency of CURRENCIES) expect(explainPrices(stated(id), currency)).toBeNull();
    },
  );

  test.each(all.map(({ id }) => id))("%s: each price that differs is in the sentence", (id) => {
    const { list, registration, card } = stated(id);
    for (const currency of CURRENCIES) {
      const prices = [
        registration ? list[currency] : null,
        registration?.[currency],
        card?.plan.schedules[currency].now,
      ]
        .filter((price) => price != null)
        .map(formatFull);
      const sentence = explainPrices(stated(id), currency);
      if (new Set(prices).size < 2) expect(sentence).toBeNull();
      else for (const price of prices) expect(sentence).toContain(price);
    }
  });
});
