import { z } from "astro/zod";
import { describe, expect, test } from "vitest";
import { courseSchema } from "~/content/schemas/course.ts";
import { formatFull, formatShort } from "~/domain/money/money.ts";
import { entryIds, readEntry } from "../fixtures/content-entries.ts";
import { courseNamed, courses, registrationCourses } from "../fixtures/enrolment.ts";

describe("the registration form", () => {
  test("the registration form offers exactly these courses, in this order and at these prices", () => {
    expect(
      registrationCourses.map(({ name, price }) => [name, formatFull(price.NGN), formatFull(price.USD)]),
    ).toEqual([
      ["DevOps Full", "N480,000", "$1200"],
      ["DevOps Foundational", "N150,000", "$100"],
      ["DevOps Advanced", "N350,000", "$100"],
      ["Solutions Architect", "N170,000", "$408"],
      ["Cloud Practitioner", "N120,000", "$288"],
      ["Data Analytics Foundational", "N0", "$0"],
      ["Data Analytics Advanced", "N0", "$0"],
      ["Cybersecurity Foundational", "N0", "$0"],
      ["Cybersecurity Advanced", "N0", "$0"],
      ["Project Management Foundational", "N0", "$0"],
      ["Project Management Advanced", "N0", "$0"],
      ["AI Foundational", "N0", "$0"],
      ["AI Advanced", "N0", "$0"],
    ]);
  });

  test("the registration form asks the same prices in kobo and cents", () => {
    expect(courseNamed("devops-full").registrationPrice).toEqual({
      NGN: { currency: "NGN", minor: 48_000_000 },
      USD: { currency: "USD", minor: 120_000 },
    });
  });
});

describe("the courses' own pages", () => {
  test.each([
    ["devops-full", "N500,000", "$1200"],
    ["devops-foundational", "N150,000", "$100"],
    ["devops-advanced", "N350,000", "$100"],
    ["aws-solutions-architect", "N170,000", "$408"],
    ["aws-cloud-practitioner", "N120,000", "$288"],
    ["data-analytics-foundational", "N0", "$0"],
    ["data-analytics-advanced", "N0", "$0"],
    ["cybersecurity-foundational", "N0", "$0"],
    ["cybersecurity-advanced", "N0", "$0"],
    ["project-management-foundational", "N0", "$0"],
    ["project-management-advanced", "N0", "$0"],
    ["ai-foundational", "N0", "$0"],
    ["ai-advanced", "N0", "$0"],
  ])("the courses' own pages show %s at %s or %s", (id, naira, dollars) => {
    const { coursePagePrice } = courseNamed(id);
    expect([formatFull(coursePagePrice.NGN), formatFull(coursePagePrice.USD)]).toEqual([naira, dollars]);
  });
});

describe("the price cards", () => {
  test.each<[string, string, [string, string, string][]]>([
    [
      "devops-full",
      "DevOps Full",
      [
        ["Five Installments", "N194K", "$500"],
        ["Full Tuition", "N485K", "$1200"],
        ["Two Installments", "N250K", "$625"],
      ],
    ],
    [
      "aws-solutions-architect",
      "AWS Solutions Architect Associate (SAA-C03)",
      [
        ["Two Installments", "N90K", "$204"],
        ["Full Tuition", "N170K", "$408"],
      ],
    ],
    [
      "aws-cloud-practitioner",
      "AWS Certified Cloud Practitioner (CLF-C02)",
      [
        ["Two Installments", "N66K", "$144"],
        ["Full Tuition", "N120K", "$288"],
      ],
    ],
    [
      "aws-combined",
      "Combined AWS CP and SA",
      [
        ["Two Installments", "N150K", "$384"],
        ["Full Tuition", "N290K", "$696"],
      ],
    ],
  ])("the price cards of %s say what the academy asks", (id, title, cards) => {
    const course = courseNamed(id);
    expect(course.title).toBe(title);
    expect(
      course.plans?.map(({ name, schedules }) => [
        name,
        formatShort(schedules.NGN.now),
        formatShort(schedules.USD.now),
      ]),
    ).toEqual(cards);
  });

  test("the price cards of DevOps Foundational and Advanced are those of DevOps Full", () => {
    expect(courseNamed("devops-foundational").plansOf).toBe("devops-full");
    expect(courseNamed("devops-advanced").plansOf).toBe("devops-full");
  });

  test("the price cards of the Combined course are kept, and not shown", () => {
    expect(courseNamed("aws-combined").onPricingPage).toBe(false);
    expect(courseNamed("aws-combined").registrationPrice).toBeNull();
  });

  test("the price cards say nothing of later payments when all is paid at once, and when the rest is due otherwise", () => {
    for (const [id, { plans = [] }] of courses) {
      for (const { name, schedules } of plans) {
        for (const { nowPercent, later, terms } of Object.values(schedules)) {
          expect([nowPercent === 100, terms === null], `${id}, ${name}`).toEqual([
            later.length === 0,
            later.length === 0,
          ]);
        }
      }
    }
  });
});

describe("what the courses refer to", () => {
  test.each([...courses])("%s belongs to a track that exists", (_, course) => {
    expect(entryIds("tracks")).toContain(course.track);
  });

  const borrowers = [...courses].filter(([, course]) => course.plansOf);

  test("some courses take their price cards from another course", () => {
    expect(borrowers).toHaveLength(2);
  });

  test.each(borrowers)("%s takes its price cards from a course that has some of its own", (_, course) => {
    expect(courseNamed(course.plansOf ?? "").plans).toBeDefined();
  });

  test.each([...courses].filter(([, course]) => course.type && course.onPricingPage))(
    "%s has price cards for the Pricing page",
    (_, course) => {
      expect(course.plans ?? course.plansOf).toBeDefined();
    },
  );

  test("no two courses share a name, a title or a place in the list", () => {
    const all = [...courses.values()];
    for (const key of ["name", "title", "order"] as const) {
      expect(new Set(all.map((course) => course[key])).size, key).toBe(all.length);
    }
  });
});

describe("an entry that was typed wrongly is refused, and the field is named:", () => {
  type Plan = { naira: Record<string, unknown>; [key: string]: unknown };
  type Entry = { registration: Record<string, unknown>; plans: Plan[]; [key: string]: unknown };

  const full = (): Entry => readEntry("courses", "devops-full");
  const withPlan = (changes: Record<string, unknown>): Entry => {
    const [plan, ...others] = full().plans;
    return { ...full(), plans: [{ ...plan, ...changes } as Plan, ...others] };
  };
  const withNaira = (changes: Record<string, unknown>) =>
    withPlan({ naira: { ...full().plans[0]?.naira, ...changes } });

  test("the schema accepts the entry that the tests of refusals change", () => {
    expect(courseSchema.safeParse(full()).success).toBe(true);
  });

  test.each<[string, unknown, string, string]>([
    [
      "a price with a comma",
      { ...full(), registration: { naira: "480,000", dollars: 1200 } },
      "registration.naira",
      "without commas",
    ],
    [
      "a price as text",
      { ...full(), registration: { naira: "480000", dollars: 1200 } },
      "registration.naira",
      "whole number",
    ],
    [
      "a price with a sign",
      { ...full(), registration: { naira: 480000, dollars: "$1200" } },
      "registration.dollars",
      "without commas or signs",
    ],
    [
      "a price with cents",
      { ...full(), registration: { naira: 480000, dollars: 9.5 } },
      "registration.dollars",
      "whole number",
    ],
    [
      "a negative price",
      { ...full(), registration: { naira: -1, dollars: 1200 } },
      "registration.naira",
      "0 or more",
    ],
    [
      "a missing price",
      { ...full(), registration: { naira: 480000 } },
      "registration.dollars",
      "whole number",
    ],
    [
      "an unknown currency",
      { ...full(), registration: { naira: 1, dollars: 1, euros: 1 } },
      "registration",
      "euros",
    ],
    ["an unknown field", { ...full(), prise: 480000 }, "", "prise"],
    ["no name", { ...full(), name: undefined }, "name", "string"],
    ["no track", { ...full(), track: undefined }, "track", "string"],
    ["no place in the list", { ...full(), order: undefined }, "order", "number"],
    ["an unknown badge", { ...full(), type: "Long Course" }, "type", "Short Course"],
    [
      "cards of its own and of another",
      { ...full(), plansOf: "devops-advanced" },
      "plansOf",
      "keep one of them",
    ],
    ["an empty list of cards", { ...full(), plans: [] }, "plans", "at least one plan"],
    ["two cards of one name", { ...full(), plans: [full().plans[0], full().plans[0]] }, "plans", "same name"],
    ["a card that costs nothing", withNaira({ now: 0 }), "plans.0.naira.now", "more than 0"],
    ["a card that costs less", withNaira({ now: -194000 }), "plans.0.naira.now", "more than 0"],
    ["a card with a comma", withNaira({ now: "194,000" }), "plans.0.naira.now", "without commas"],
    ["a card without a price", withNaira({ now: undefined }), "plans.0.naira.now", "whole number"],
    ["a card without dollars", withPlan({ dollars: undefined }), "plans.0.dollars", "object"],
    ["a card with an unknown field", withPlan({ border: true }), "plans.0", "border"],
    ["a share above 100 percent", withNaira({ percent: 101 }), "plans.0.naira.percent", "100"],
    ["a share of nothing", withNaira({ percent: 0 }), "plans.0.naira.percent", "1"],
    [
      "a rest without the time it is due",
      withNaira({ terms: undefined }),
      "plans.0.naira.terms",
      "when the rest is due",
    ],
    [
      "a later payment of nothing",
      withNaira({ later: [70000, 0], due: undefined }),
      "plans.0.naira.later.1",
      "more than 0",
    ],
    [
      "a time for three of five payments",
      withNaira({ due: ["1 month", "2 months", "3 months"] }),
      "plans.0.naira.due",
      "one time for each payment",
    ],
    [
      "a time in words",
      withNaira({ later: [70000], due: ["three months"] }),
      "plans.0.naira.due.0",
      "e.g. 3 months",
    ],
  ])("an entry that was typed wrongly is refused, and the field is named: %s", (_, entry, path, words) => {
    const { error } = courseSchema.safeParse(entry);
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
    expect(z.prettifyError(error ?? new z.ZodError([]))).toContain(words);
  });

  test("an empty file is refused as an entry", () => {
    expect(courseSchema.safeParse(null).success).toBe(false);
  });
});
