import { describe, expect, test } from "vitest";
import { statedPrices } from "~/content/queries/courses.ts";
import { CURRENCIES, formatFull } from "~/domain/money/money.ts";
import { explainPrices } from "~/domain/pricing/price-cards.ts";
import { courses } from "../../../fixtures/enrolment.ts";

const all = [...courses].map(([id, data]) => ({ id, file: `content/courses/${id}.yaml`, data }));
const stated = (id: string) => {
  const course = all.find((each) => each.id === id);
  if (!course) throw new Error(`No course is called ${id}.`);
  return statedPrices(course, all);
};

describe("what each of a course's prices buys", () => {
  test("a course with three prices says what is paid at registration", () => {
    expect(explainPrices(stated("devops-full"), "NGN")).toBe("Full tuition is N480,000 when you register.");
  });

  test("a course with another's price cards says whose they are", () => {
    expect(explainPrices(stated("devops-foundational"), "NGN")).toBe(
      "This level alone: N150,000 when you register. The payment plans cover DevOps Full.",
    );
  });

  test.each(["aws-cloud-practitioner", "aws-solutions-architect", "ai-advanced"])(
    "a course whose prices agree needs no words: %s",
    (id) => {
      for (const currency of CURRENCIES) expect(explainPrices(stated(id), currency)).toBeNull();
    },
  );

  test.each(all.map(({ id }) => id))(
    "%s: where prices differ, the one of the registration is in the sentence",
    (id) => {
      const { list, registration, card } = stated(id);
      for (const currency of CURRENCIES) {
        const sentence = explainPrices(stated(id), currency);
        const prices = [list, registration].map((price) => price?.[currency].minor);
        if (card) prices.push(card.plan.schedules[currency].now.minor);
        if (!registration || new Set(prices).size < 2) expect(sentence).toBeNull();
        else expect(sentence).toContain(formatFull(registration[currency]));
      }
    },
  );
});
