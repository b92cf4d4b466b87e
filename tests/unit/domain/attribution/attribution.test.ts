import { expect, test } from "vitest";
import { attributionLabel, attributionText, readAttribution } from "~/domain/attribution/attribution.ts";

const stored = (query: string) => attributionText(readAttribution(new URLSearchParams(query)));

test("a link's attribution is stored in one spelling and one order", () => {
  expect(stored("ref=ADA7&course=devops-full&utm_campaign=May%20Cohort&utm_source=Instagram&gclid=x")).toBe(
    "utm_source=instagram&utm_campaign=may-cohort&ref=ada7",
  );
  expect(stored("course=devops-full")).toBe("");
});

test.each([
  ["an e-mail address", "utm_source=ada@example.com"],
  ["a phone number", "utm_campaign=call-08031234567"],
  ["a name in another script", "utm_source=Adé"],
  ["markup", "utm_source=<b>x</b>"],
  ["more than 32 letters", `utm_source=${"a".repeat(33)}`],
  ["a code of more than 12 letters", `ref=${"a".repeat(13)}`],
])("%s in a link is not stored", (_, query) => {
  expect(stored(query)).toBe("");
});

test("the desk shows a link's attribution in words", () => {
  const link = readAttribution(new URLSearchParams("utm_source=instagram&utm_medium=social&ref=ada7"));
  expect(attributionLabel(link)).toBe("instagram, social, recommended by ada7");
});
