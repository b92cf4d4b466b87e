import { describe, expect, it, test } from "vitest";
import { catalogueSchema } from "~/content/schemas/catalogue.ts";
import { cataloguePageSchema } from "~/content/schemas/catalogue-page.ts";
import { placesInOrder, readProse, readProseFolder, refusals } from "../fixtures/prose-files.ts";

const catalogueFiles = readProseFolder("catalogue");
const cataloguePage = readProse("pages/catalogue.yaml");

describe("course catalogue", () => {
  const courses = catalogueFiles.map((file) => catalogueSchema.parse(file.data));
  const inOrder = [...courses].sort((a, b) => a.order - b.order);

  it("course catalogue offers the seven courses, each leading to its page and registering for its course", () => {
    expect(
      inOrder.map(({ id, time, course, trackRoute, line }) => [id, time, course, trackRoute, line]),
    ).toEqual([
      ["devops", "6 Months", "devops-full", "/devops", "green"],
      ["solutions_architect", "8 Weeks", "aws-solutions-architect", undefined, "cloud"],
      ["cloud_practitioner", "4 Weeks", "aws-cloud-practitioner", undefined, "cloud"],
      ["data_analytics_bootcamp", "3 / 3 Months", "data-analytics-foundational", "/data-analytics", "data"],
      ["cybersecurity_bootcamp", "3 / 4 Months", "cybersecurity-foundational", "/cybersecurity", "cyber"],
      ["ai_fundamentals_bootcamp", "3 / 3 Months", "ai-foundational", "/ai-fundamentals", "ai"],
      ["project managment", "3 / 3 Months", "project-management-foundational", "/project-managment", "pm"],
    ]);
  });

  it("course catalogue gives each course a place of its own", () => {
    expect(placesInOrder(courses)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("course catalogue teaches DevOps in the order of the curriculum", () => {
    expect(inOrder[0]?.outline).toEqual([
      "Linux",
      "Containerisation",
      "Cloud Computing With AWS",
      "Git",
      "Jenkins",
      "Python",
      "Ansible",
      "Kubernetes",
    ]);
  });

  it("course catalogue asks for basic IT knowledge in Solutions Architect only", () => {
    const common = ["Laptop", "Good Internet", "Willingness To Learn"];
    for (const course of courses) {
      const extra = course.id === "solutions_architect" ? ["Basic IT Knowledge"] : [];
      expect(course.prerequisites).toEqual([...common, ...extra]);
    }
  });

  test.each(["solutions_architect", "cloud_practitioner"])(
    "the course %s covers the whole exam: its domains add up to 100%%",
    (id) => {
      const domains = courses.find((course) => course.id === id)?.outline ?? [];
      const weights = domains.map((domain) => Number(/\((\d+)% of the exam\)/.exec(domain)?.[1]));
      expect(weights).toHaveLength(4);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(100);
    },
  );

  test.each(catalogueFiles)("the course in $path has an 'About this course'", ({ body }) => {
    expect(body.length).toBeGreaterThan(200);
  });

  it("course catalogue gives all courses the same level, mode and next cohort", () => {
    expect(cataloguePageSchema.parse(cataloguePage.data)).toMatchObject({
      level: "Beginner",
      learningMode: "Online Classes",
      nextCohortDate: "2024-02-26",
      nextCohortConfirmed: false,
    });
  });

  it("course catalogue reads a date the same whether or not the editor put it in quotes", () => {
    const unquoted = { ...(cataloguePage.data as object), nextCohortDate: new Date("2024-02-26") };
    expect(cataloguePageSchema.parse(unquoted).nextCohortDate).toBe("2024-02-26");
  });

  test.each([
    ["a class that ends before it begins", { classes: { from: "21:00", to: "19:00" } }, "to must be later"],
    ["a time in words", { classes: { from: "seven" } }, 'e.g. "19:00"'],
    ["a day that is none", { classes: { days: ["Tuesdays"] } }, "must be one of: Sunday, Monday"],
    ["hours with a unit", { classes: { hoursAWeek: "10 hours" } }, "must be a number, without a unit"],
    [
      "a registration that closes after the first class",
      { registrationCloses: "2024-03-01" },
      "must not be later than nextCohortDate",
    ],
  ])("course catalogue refuses %s, and says what would be right", (_, change, words) => {
    const page = cataloguePage.data as { classes: object };
    const classes = { ...page.classes, ...("classes" in change ? change.classes : {}) };
    expect(refusals(cataloguePageSchema, { ...page, ...change, classes }).join()).toContain(words);
  });
});
