import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { routes } from "../fixtures/routes.ts";

const file = fileURLToPath(new URL("../../public/_redirects", import.meta.url));
const rules = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" "));
const targets = new Map(rules.map(([from, to]) => [from, to]));

/** Small letters and a slash at the end, each also with the bare & where the address has one. */
function spellings(route: string): string[] {
  const forms = route.includes("%26") ? [route, route.replace("%26", "&")] : [route];
  return forms
    .flatMap((form) => [`${form}/`, form.toLowerCase(), `${form.toLowerCase()}/`])
    .filter((spelling) => spelling !== route);
}

describe("addresses typed by hand", () => {
  test.each(routes.filter((route) => route !== "/"))("other spellings of %s lead to it", (route) => {
    for (const spelling of spellings(route)) expect(targets.get(spelling), spelling).toBe(route);
  });

  test.each([
    ["/terms", "/Terms%26Condition"],
    ["/terms-and-conditions", "/Terms%26Condition"],
    ["/project-management", "/project-managment"],
    ["/faq", "/Faqs"],
    ["/sign-up", "/Signup"],
    ["/privacy", "/Policy"],
  ])("%s leads to %s, with or without a slash", (from, to) => {
    expect([targets.get(from), targets.get(`${from}/`)]).toEqual([to, to]);
  });

  test("every rule leads for good to an address that exists, in one step", () => {
    for (const [from, to, status, ...rest] of rules) {
      expect(routes, `${from}`).toContain(to);
      expect([status, rest], `${from}`).toEqual(["301", []]);
    }
  });

  test("no rule catches an address of the site, and none stands twice", () => {
    expect(rules.filter(([from]) => routes.some((route) => route === from))).toEqual([]);
    expect(targets.size).toBe(rules.length);
  });
});
