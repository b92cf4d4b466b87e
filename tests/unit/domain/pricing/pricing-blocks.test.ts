import { expect, test } from "vitest";
import { type Course, pricingCourses, registrationCourses } from "~/content/queries/courses.ts";
import { COURSE_TYPES } from "~/content/schemas/course.ts";
import { pricingBlocks } from "~/domain/pricing/price-cards.ts";
import { courses } from "../../../fixtures/enrolment.ts";

const entries: readonly Course[] = [...courses].map(([id, data]) => ({
  id,
  file: `content/courses/${id}.yaml`,
  data,
}));
const blocks = pricingBlocks(COURSE_TYPES, pricingCourses(entries));

test("the Short Course block holds both AWS courses, and Combined is nowhere", () => {
  expect(blocks.map((block) => block.courses.map(({ name }) => name))).toEqual([
    ["DevOps Full"],
    ["DevOps Foundational"],
    ["DevOps Advanced"],
    ["AWS Solutions Architect Associate (SAA-C03)", "AWS Certified Cloud Practitioner (CLF-C02)"],
  ]);
});

test("a course on the Pricing page without cards is reported by its file", () => {
  const bare = entries.map((entry) =>
    entry.id === "devops-advanced" ? { ...entry, data: { ...entry.data, plansOf: "gone" } } : entry,
  );
  expect(() => pricingCourses(bare)).toThrow("content/courses/devops-advanced.yaml");
});

test("a course without a registration price is not offered for registration", () => {
  expect(registrationCourses(entries).map(({ id }) => id)).not.toContain("aws-combined");
});
