import { describe, expect, test } from "vitest";
import { requireReference } from "~/content/queries/require-reference.ts";
import { type CatalogueCourse, catalogueSchema } from "~/content/schemas/catalogue.ts";
import { courseSchema } from "~/content/schemas/course.ts";
import { levelSchema } from "~/content/schemas/level.ts";
import { levelDescription } from "~/domain/catalogue/level-description.ts";
import { cardHref } from "~/domain/catalogue/links.ts";
import { entryIds, readFolder } from "../fixtures/content-entries.ts";
import { readProseFolder } from "../fixtures/prose-files.ts";

const courses = readFolder("courses", courseSchema);
const levels = readFolder("levels", levelSchema);
const catalogue: CatalogueCourse[] = readProseFolder("catalogue").map(({ data }) =>
  catalogueSchema.parse(data),
);

describe("a reference that leads nowhere", () => {
  test("a reference that leads nowhere stops a build that the content check did not stop", () => {
    expect(() => requireReference([{ id: "devops-full" }], "devops-ful")).toThrow(
      /"devops-ful".*content:check/,
    );
    expect(requireReference([{ id: "devops-full" }], "devops-full")).toEqual({ id: "devops-full" });
  });
});

describe("the content's references", () => {
  test("there are content references to check", () => {
    expect([levels.size, catalogue.length]).toEqual([10, 7]);
  });

  test("every course of the catalogue names a course to register for", () => {
    const dead = catalogue.filter(({ course }) => !courses.get(course ?? "")?.registrationPrice);
    expect(dead.map(({ id }) => id)).toEqual([]);
  });

  test("every level names a track, and a course to register for", () => {
    const tracks = entryIds("tracks");
    for (const [id, level] of levels) {
      expect(tracks, id).toContain(level.track);
      expect(courses.get(level.course ?? "")?.registrationPrice, id).toBeTruthy();
    }
  });

  test("a catalogue card leads where the academy's catalogue always led", () => {
    expect(
      Object.fromEntries(catalogue.map(({ id = "", trackRoute }) => [id, cardHref({ id, trackRoute })])),
    ).toEqual({
      devops: "/devops",
      solutions_architect: "/Single-course?course=solutions_architect",
      cloud_practitioner: "/Single-course?course=cloud_practitioner",
      data_analytics_bootcamp: "/data-analytics",
      cybersecurity_bootcamp: "/cybersecurity",
      ai_fundamentals_bootcamp: "/ai-fundamentals",
      "project managment": "/project-managment",
    });
  });

  test.each([...levels])("search engines get a fitting description of %s", (_, level) => {
    const { length } = levelDescription(level.courseName, level.durationMonths, level.curriculum);
    expect(length).toBeGreaterThanOrEqual(70);
    expect(length).toBeLessThanOrEqual(160);
  });
});
