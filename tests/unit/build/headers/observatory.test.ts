import { describe, expect, test } from "vitest";
import { type Answer, observatoryGrade } from "../../../fixtures/observatory.ts";

const HEADERS = {
  "content-security-policy": "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-resource-policy": "same-origin",
};
const PAGE = "<!doctype html><script src=/a.js></script>";

function score(changes: Record<string, string>, html = PAGE): [number, string] {
  const answer: Answer = { headers: { ...HEADERS, ...changes }, html };
  const { score, grade } = observatoryGrade(answer);
  return [score, grade];
}

const policy = (text: string) => ({ "content-security-policy": `${text}; frame-ancestors 'none'` });

/** The scores that the published package, version 1.4.8, gave the same answers. */
describe("Observatory's rules, compared with its own scores", () => {
  test.each<[string, Record<string, string>, number, string]>([
    ["all that it asks for", {}, 130, "A+"],
    ["no default of none", policy("default-src 'self'"), 125, "A+"],
    ["inline styles", policy("default-src 'none'; style-src 'unsafe-inline'"), 120, "A+"],
    [
      "inline styles beside a hash",
      policy("default-src 'none'; style-src 'unsafe-inline' 'sha256-a'"),
      130,
      "A+",
    ],
    ["inline scripts", policy("default-src 'none'; script-src 'unsafe-inline'"), 80, "B+"],
    ["eval", policy("default-src 'none'; script-src 'unsafe-eval'"), 110, "A+"],
    ["any script", policy("img-src 'self'"), 80, "B+"],
    ["scripts without TLS", policy("default-src 'none'; script-src http://a.example"), 80, "B+"],
    ["pictures without TLS", policy("default-src 'none'; img-src http:"), 110, "A+"],
    ["no policy", { "content-security-policy": "" }, 55, "C"],
    ["a short HSTS", { "strict-transport-security": "max-age=100" }, 120, "A+"],
    ["no HSTS", { "strict-transport-security": "" }, 80, "B+"],
    ["no nosniff", { "x-content-type-options": "" }, 125, "A+"],
    ["a telling referrer", { "referrer-policy": "unsafe-url" }, 120, "A+"],
    ["no resource policy", { "cross-origin-resource-policy": "" }, 120, "A+"],
  ])("our copy of Observatory's rules gives its own score: %s", (_, changes, points, grade) => {
    expect(score(changes)).toEqual([points, grade]);
  });

  test("in Observatory's rules a page's own policy can only take away", () => {
    const html = `<meta http-equiv="content-security-policy" content="style-src 'self' 'sha256-a'">`;
    expect(score(policy("default-src 'none'; style-src 'self' 'unsafe-inline'"), html)).toEqual([130, "A+"]);
  });

  test("in Observatory's rules a script from elsewhere costs points", () => {
    expect(score({}, `<script src="https://other.example/a.js"></script>`)).toEqual([125, "A+"]);
  });
});
