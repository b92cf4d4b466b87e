import { describe, expect, test } from "vitest";
import { type JsonObject, vocabularyProblems } from "../../../fixtures/schema-org.ts";

const COURSE: JsonObject = {
  "@type": "Course",
  name: "DevOps",
  timeRequired: "P3M",
  url: "https://academy.example/devops",
  offers: { "@type": "Offer", category: "Paid", price: "100.00" },
};

describe("the check against schema.org's vocabulary", () => {
  test("the check against schema.org's vocabulary accepts what it knows, inherited properties too", () => {
    expect(vocabularyProblems([COURSE])).toEqual([]);
  });

  test.each<[string, JsonObject, RegExp]>([
    ["a type that there is not", { ...COURSE, "@type": "Kurs" }, /Kurs is no type/],
    ["a property that there is not", { ...COURSE, tuition: "100" }, /tuition is no property/],
    [
      "a property of another type",
      { ...COURSE, courseMode: "Online" },
      /courseMode is no property of Course/,
    ],
    ["a text where a thing belongs", { ...COURSE, offers: "100 dollars" }, /offers.*Offer/],
    ["another thing than belongs there", { ...COURSE, offers: { "@type": "Answer" } }, /offers.*Offer/],
    ["an address that is not whole", { ...COURSE, url: "/devops" }, /url/],
    ["a duration in words", { ...COURSE, timeRequired: "3 months" }, /timeRequired.*Duration/],
    ["nothing at all", { ...COURSE, name: "" }, /name/],
    ["an empty list", { ...COURSE, offers: [] }, /offers is empty/],
    ["a reference to nothing", { ...COURSE, provider: { "@id": "#nobody" } }, /leads to nothing/],
    [
      "a mistake further in",
      { ...COURSE, offers: { "@type": "Offer", cost: "1" } },
      /offers\.cost is no property/,
    ],
    ["a word that was given up", { ...COURSE, "@type": "Code" }, /superseded/],
  ])("the check against schema.org's vocabulary reports %s", (_, thing, problem) => {
    expect(vocabularyProblems([thing]).join("\n")).toMatch(problem);
  });
});
