import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { redirectsFile } from "~/build/redirects/integration.ts";
import { contentFolder } from "../../../fixtures/content-entries.ts";
import { routes } from "../../../fixtures/routes.ts";

const names = readFileSync(`${contentFolder}_redirects`, "utf8");

function rulesOf(file: string): string[][] {
  return file
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}

const rules = rulesOf(redirectsFile(routes, names));
const targets = new Map(rules.map(([from, to]) => [from, to]));

/** Returns a route in lower case and with a final slash, each also with a bare & if it has one. */
function spellings(route: string): string[] {
  const forms = route.includes("%26") ? [route, route.replace("%26", "&")] : [route];
  return forms
    .flatMap((form) => [form, `${form}/`, form.toLowerCase(), `${form.toLowerCase()}/`])
    .filter((spelling) => spelling !== route);
}

test.each(routes.filter((route) => route !== "/"))("other spellings of %s lead to it", (route) => {
  for (const spelling of spellings(route)) expect(targets.get(spelling), spelling).toBe(route);
});

test.each([
  ["/terms", "/Terms%26Condition"],
  ["/project-management", "/project-managment"],
  ["/FAQ", "/Faqs"],
  ["/sign-up", "/Signup"],
  ["/privacy", "/Policy"],
  ["/Course/Advanced", "/course/advanced"],
  ["/course/Advanced", "/course/advanced"],
  ["/COURSE/AI-FUNDAMENTALS", "/course/ai-fundamentals"],
  ["/Course/ai-advanced", "/course/ai-advanced"],
  ["/Cityboy/Training", "/cityboy/training"],
])("the address %s leads to %s, with or without a slash", (from, to) => {
  expect([targets.get(from), targets.get(`${from}/`)]).toEqual([to, to]);
});

test("every redirect leads permanently to an address that exists, in one step", () => {
  for (const [from, to, status, ...rest] of rules) {
    expect(routes, `${from}`).toContain(to);
    expect([status, rest], `${from}`).toEqual(["301", []]);
  }
});

test("no redirect catches an address of the site, and none is twice in the file", () => {
  expect(rules.filter(([from]) => routes.some((route) => route === from))).toEqual([]);
  expect(targets.size).toBe(rules.length);
});

test("a build with more redirects than the edge reads stops", () => {
  const many = Array.from({ length: 300 }, (_, index) => `/course/course-${index}`);
  expect(() => redirectsFile([...routes, ...many], names)).toThrow(/2000 rules/);
});

test.each([
  ["that is a page itself", "/About /Contact", /\/About is a page/],
  ["that leads to no page", "/old /nowhere", /\/nowhere, which is no page/],
  ["that leads to two pages", "/old /About\n/old /Contact", /both \/About and \/Contact/],
  ["with a word too much", "/old /About 302", /not a name and a page/],
])("another name for a page %s stops the build", (_, line, problem) => {
  expect(() => redirectsFile(routes, line)).toThrow(problem);
});
