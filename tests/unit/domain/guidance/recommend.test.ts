import { expect, test } from "vitest";
import { recommend } from "~/domain/guidance/recommend.ts";

test("the recommended track has the most points of all answers, the strongest reasons first", () => {
  const strong = { fits: { devops: 2, cybersecurity: 1 }, reason: "You like servers." };
  const weak = { fits: { devops: 1 }, reason: "You like code." };
  expect(recommend([weak, strong], ["cybersecurity", "data-analytics", "devops"])).toEqual([
    { track: "devops", score: 3, reasons: ["You like servers.", "You like code."] },
    { track: "cybersecurity", score: 1, reasons: ["You like servers."] },
  ]);
});
