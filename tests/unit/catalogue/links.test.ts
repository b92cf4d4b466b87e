import { describe, expect, test } from "vitest";
import { cardHref, coursePanelId, signupHref, singleCourseHref } from "~/domain/catalogue/links.ts";

describe("where a course leads", () => {
  test("a course with a track page leads there", () => {
    expect(cardHref({ id: "cybersecurity_bootcamp", trackRoute: "/cybersecurity" })).toBe("/cybersecurity");
  });

  test("any other course leads to the single course page and takes its id along", () => {
    expect(cardHref({ id: "solutions_architect" })).toBe("/Single-course?course=solutions_architect");
  });

  test("an id with a space survives the link", () => {
    const { searchParams } = new URL(singleCourseHref("project managment"), "https://academy.example");
    expect(searchParams.get("course")).toBe("project managment");
  });

  test("an id with a space becomes an anchor without one", () => {
    expect(coursePanelId("project managment")).toBe("course-project-managment");
  });

  test("Apply Now takes the registration course along", () => {
    expect(signupHref("devops-full")).toBe("/Signup?course=devops-full");
  });
});
