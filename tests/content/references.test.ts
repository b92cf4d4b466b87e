import { describe, expect, test } from "vitest";
import { levelDescription } from "~/domain/catalogue/level-description.ts";
import { cardHref } from "~/domain/catalogue/links.ts";
import { nearestNames } from "~/domain/words/nearest-names.ts";
import { requireReference } from "~/pages/_content/require-reference.ts";
import { type CatalogueCourse, catalogueSchema } from "~/schemas/catalogue.ts";
import { courseSchema } from "~/schemas/course.ts";
import { levelSchema } from "~/schemas/level.ts";
import { entryIds, readFolder } from "../fixtures/content-entries.ts";
import { readProseFolder } from "../fixtures/prose-files.ts";

const courses = readFolder("courses", courseSchema);
const levels = readFolder("levels", levelSchema);
const catalogue: CatalogueCourse[] = readProseFolder("catalogue").map(({ data }) =>
  catalogueSchema.parse(data),
);

const place = { file: "content/levels/advanced.yaml", field: "course", folder: "content/courses" };
const named = [{ id: "devops-full" }, { id: "devops-advanced" }, { id: "ai-advanced" }];

describe("a reference that leads nowhere", () => {
  test("stops the build with the file, the field, the value and the likeliest name first", () => {
    expect(() => requireReference(named, "devops-advnaced", place)).toThrow(
      /^content\/levels\/advanced\.yaml: course is "devops-advnaced", but content\/courses has no such file\. Did you mean devops-advanced or/,
    );
  });

  test("says so when there is nothing to choose from", () => {
    expect(() => requireReference([], "devops-full", place)).toThrow(/There is no entry at all/);
  });

  test("names three entries at most", () => {
    expect(nearestNames("b", ["abc", "b", "bb", "zzzz"])).toEqual(["b", "bb", "abc"]);
  });
});

describe("the content's references", () => {
  test("there is content to check", () => {
    expect([levels.size, catalogue.length]).toEqual([10, 7]);
  });

  test("every course of the catalogue names what one can register for", () => {
    const dead = catalogue.filter(({ course }) => !courses.get(course ?? "")?.registrationPrice);
    expect(dead.map(({ id }) => id)).toEqual([]);
  });

  test("every level names a track, and a course one can register for", () => {
    const tracks = entryIds("tracks");
    for (const [id, level] of levels) {
      expect(tracks, id).toContain(level.track);
      expect(courses.get(level.course ?? "")?.registrationPrice, id).toBeTruthy();
    }
  });

  test("a card leads where the academy's catalogue always led", () => {
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
