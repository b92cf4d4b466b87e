import type { z } from "astro/zod";
import { expect, test } from "vitest";
import { cataloguePageSchema } from "~/content/schemas/catalogue.ts";
import { cohortSchema } from "~/content/schemas/cohort.ts";
import { courseSchema } from "~/content/schemas/course.ts";
import { homePageSchema, testimonialSchema } from "~/content/schemas/home-page.ts";
import { levelSchema } from "~/content/schemas/level.ts";
import { formOptionsSchema } from "~/content/schemas/pages.ts";
import { siteSchema } from "~/content/schemas/site.ts";
import { readEntry } from "../fixtures/content-entries.ts";

const site = readEntry("", "site");
const options = readEntry("", "form-options");
const home = readEntry("pages", "home");
const cataloguePage = readEntry("pages", "catalogue");
const classes = (changes: object) => ({ classes: { ...cataloguePage.classes, ...changes } });
const [phone] = site.phones;

const cohort = { name: "Cohort 8", firstClass: "2024-02-26" };
const testimonial = { ...readEntry("testimonials", "01"), name: "A graduate of Cloud DevOps" };
const fee = { naira: "15,000", dollars: 9 };
const undialled = { ...phone, dial: "0800 000 0000" };

const full = readEntry("courses", "devops-full");
const [plan, ...otherPlans] = full.plans;
const withNaira = (changes: object) => ({
  plans: [{ ...plan, naira: { ...plan.naira, ...changes } }, ...otherPlans],
});
const withRest = (later: number[], due: string[]) => withNaira({ later, due });
const NAIRA = "plans.0.naira";
const WHOLE = "must be a whole number of naira, without commas or signs: write 15000";
const EACH_DUE = "must name one time for each payment in later, after the first class: [2 weeks]";

test.each<[refused: string, message: string, z.ZodType, entry: object, changes: object]>([
  ["phones.1.dial", "must be + and digits only", siteSchema, site, { phones: [phone, undialled] }],
  ["registrationFee.naira", WHOLE, siteSchema, site, { registrationFee: fee }],
  ["firstClass", "is missing", cohortSchema, cohort, { firstClass: undefined, confirmed: true }],
  ["registrationCloses", "not be later", cohortSchema, cohort, { registrationCloses: "2024-03-01" }],
  ["ages", 'must hold "Under 18"', formOptionsSchema, options, { ages: ["18-24"] }],
  ["video.youtubeId.value", "", homePageSchema, home, { video: { ...home.video, youtubeId: {} } }],
  ["classes.to", "later than from", cataloguePageSchema, cataloguePage, classes({ from: "21:00" })],
  ["classes.to", "time of the day", cataloguePageSchema, cataloguePage, classes({ to: "nine" })],
  ["name", "still the example's", testimonialSchema, testimonial, { placeholder: undefined }],
  ["plansOf", "keep one of them", courseSchema, full, { plansOf: "devops-advanced" }],
  ["plans", "two plans have the same id", courseSchema, full, { plans: [plan, plan] }],
  [`${NAIRA}.now`, "more than 0", courseSchema, full, withNaira({ now: 0 })],
  [`${NAIRA}.terms`, "when the rest is due", courseSchema, full, withNaira({ terms: undefined })],
  [`${NAIRA}.due`, EACH_DUE, courseSchema, full, withNaira({ due: undefined })],
  [`${NAIRA}.due`, EACH_DUE, courseSchema, full, withRest([1, 1, 1], ["1 month", "2 months"])],
  [`${NAIRA}.due.0`, "e.g. 3 months", courseSchema, full, withRest([70000], ["three months"])],
])(
  "an entry that was typed wrongly is refused at the field %s: %s",
  (path, message, schema, entry, changes) => {
    expect(schema.safeParse(entry).error).toBeUndefined();
    const { error } = schema.safeParse({ ...entry, ...changes });
    expect(error?.issues).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
    expect(error?.issues[0]?.path.join(".")).toBe(path);
  },
);

interface RawLevel {
  curriculum: { weeks: { title: string; topics: string[] }[] }[];
}

test.each<[refusal: string, change: (level: RawLevel) => void]>([
  [
    "curriculum: 3 months hold 12 to 13 weeks, but there are 14.",
    ({ curriculum }) => curriculum.at(-1)?.weeks.push({ title: "Too many", topics: ["One", "Two", "Three"] }),
  ],
  [
    'curriculum.1.weeks.0.title: Two weeks of the course are called "CI CD etat".',
    ({ curriculum }) => {
      for (const [index, title] of ["CI/CD, état", "CI CD etat"].entries())
        Object.assign(curriculum[index]?.weeks[0] ?? {}, { title });
    },
  ],
  [
    'curriculum.0.weeks.0.topics.1: Two in this list are called "One".',
    ({ curriculum }) => curriculum[0]?.weeks[0]?.topics.splice(0, 2, "One", "One"),
  ],
])("a level is refused: %s", (refusal, change) => {
  const level = readEntry("levels", "advanced");
  change(level);
  const issues = levelSchema.safeParse(level).error?.issues ?? [];
  const refusals = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(refusals).toEqual([expect.stringContaining(refusal)]);
});

test("a date reads the same whether or not the editor put it in quotes", () => {
  const unquoted = { name: "Cohort 8", firstClass: new Date("2024-02-26") };
  expect(cohortSchema.parse(unquoted).firstClass).toBe("2024-02-26");
});

test("the share of a first payment is computed if the entry does not state it", () => {
  const share = (changes: object) => {
    const naira = { now: 33000, later: [33000], due: ["2 weeks"], terms: "rest by week 2", ...changes };
    const entry = { ...full, plans: [{ ...plan, naira }] };
    return courseSchema.parse(entry).plans?.[0]?.schedules.NGN.nowPercent;
  };
  expect([share({}), share({ of: 99000 }), share({ percent: 40 })]).toEqual([50, 33, 40]);
});
