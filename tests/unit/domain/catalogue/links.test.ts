import { describe, expect, test } from "vitest";
import { cardHref, coursePanelId, signupHref, singleCourseHref } from "~/domain/catalogue/links.ts";

describe("where a course leads", () => {
  test("a course with a track page leads there", () => {
    expect(cardHref({ id: "cybersecurity_bootcamp", trackRoute: "/cybersecurity" })).toBe("/cybersecurity");
  });

  test("a course without a track page leads to the single course page with its id", () => {
    expect(cardHref({ id: "solutions_architect" })).toBe("/Single-course?course=solutions_architect");
  });

  test("a course id with a space survives the link", () => {
    const { searchParams } = new URL(singleCourseHref("project managment"), "https://academy.example");
    expect(searchParams.get("course")).toBe("project managment");
  });

  test("a course id with a space becomes an anchor without one", () => {
    expect(coursePanelId("project managment")).toBe("course-project-managment");
  });

  test("Apply Now links to the registration with its course", () => {
    expect(signupHref("devops-full")).toBe("/Signup?course=devops-full");
    expect(signupHref("devops-full", "two-installments")).toBe(
      "/Signup?course=devops-full&plan=two-installments",
    );
  });
});
