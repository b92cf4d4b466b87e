import { z } from "astro/zod";
import { expect, test } from "vitest";
import { courseSchema } from "~/content/schemas/course.ts";
import { readEntry } from "../fixtures/content-entries.ts";

const LATER = "plans.0.naira.later";
const DUE = "plans.0.naira.due";

type Plan = { naira: Record<string, unknown>; [key: string]: unknown };
type Entry = { registration: Record<string, unknown>; plans: Plan[]; [key: string]: unknown };

const full = (): Entry => readEntry("courses", "devops-full");
const withPlan = (changes: Record<string, unknown>): Entry => {
  const [plan, ...others] = full().plans;
  return { ...full(), plans: [{ ...plan, ...changes } as Plan, ...others] };
};
const withNaira = (changes: Record<string, unknown>) =>
  withPlan({ naira: { ...full().plans[0]?.naira, ...changes } });
const withRest = (later: number[], due: string[]) => withNaira({ later, due });
const withPrice = (changes: Record<string, unknown>) => ({
  ...full(),
  registration: { naira: 480000, dollars: 1200, ...changes },
});

test("the schema accepts the unchanged entry", () => {
  expect(courseSchema.safeParse(full()).success).toBe(true);
});

test.each<[string, unknown, string, string]>([
  ["a price with a comma", withPrice({ naira: "480,000" }), "registration.naira", "without commas"],
  ["a price with a sign", withPrice({ dollars: "$1200" }), "registration.dollars", "commas or signs"],
  ["a price with cents", withPrice({ dollars: 9.5 }), "registration.dollars", "whole number"],
  ["a negative price", withPrice({ naira: -1 }), "registration.naira", "0 or more"],
  ["a missing price", withPrice({ dollars: undefined }), "registration.dollars", "whole number"],
  ["an unknown badge", { ...full(), type: "Long Course" }, "type", "Short Course"],
  ["another's cards too", { ...full(), plansOf: "devops-advanced" }, "plansOf", "keep one of them"],
  ["an empty list of cards", { ...full(), plans: [] }, "plans", "at least one plan"],
  ["two cards of one id", { ...full(), plans: [full().plans[0], full().plans[0]] }, "plans", "same id"],
  ["a card that costs nothing", withNaira({ now: 0 }), "plans.0.naira.now", "more than 0"],
  ["a share above 100 percent", withNaira({ percent: 101 }), "plans.0.naira.percent", "100"],
  ["a share of nothing", withNaira({ percent: 0 }), "plans.0.naira.percent", "1"],
  ["a rest without its time", withNaira({ terms: undefined }), "plans.0.naira.terms", "when the rest is due"],
  ["a later payment of nothing", withRest([70000, 0], ["1 month", "2 months"]), `${LATER}.1`, "more than 0"],
  ["payments that never fall due", withNaira({ due: undefined }), DUE, "one time for each payment"],
  ["times for two of three", withRest([1, 1, 1], ["1 month", "2 months"]), DUE, "one time for each payment"],
  ["a time in words", withRest([70000], ["three months"]), `${DUE}.0`, "e.g. 3 months"],
])("an entry that was typed wrongly is refused, and the field is named: %s", (_, entry, path, words) => {
  const { error } = courseSchema.safeParse(entry);
  expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  expect(z.prettifyError(error ?? new z.ZodError([]))).toContain(words);
});

test("the share of a first payment is computed if the entry does not state it", () => {
  const share = (naira: Record<string, unknown>) =>
    courseSchema.parse(withPlan({ naira })).plans?.[0]?.schedules.NGN.nowPercent;
  const half = { now: 33000, later: [33000], due: ["2 weeks"], terms: "rest by week 2" };
  expect(share(half)).toBe(50);
  expect(share({ ...half, of: 99000 })).toBe(33);
  expect(share({ ...half, percent: 40 })).toBe(40);
});
