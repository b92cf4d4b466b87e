import type { z } from "astro/zod";
import { expect, test } from "vitest";
import { cataloguePageSchema } from "~/content/schemas/catalogue.ts";
import { cohortSchema } from "~/content/schemas/cohort.ts";
import { homePageSchema, testimonialSchema } from "~/content/schemas/home-page.ts";
import { formOptionsSchema, signupPageSchema } from "~/content/schemas/pages.ts";
import { siteSchema } from "~/content/schemas/site.ts";
import { readEntry } from "../fixtures/content-entries.ts";

/** Returns the paths at which an entry is refused. */
function refusedAt(schema: z.ZodType, entry: unknown): string[] {
  return schema.safeParse(entry).error?.issues.map((issue) => issue.path.join(".")) ?? [];
}

const site = readEntry("", "site");
const options = readEntry("", "form-options");
const signup = readEntry("pages", "signup");
const home = readEntry("pages", "home");
const cataloguePage = readEntry("pages", "catalogue");
const classes = (changes: object) => ({ classes: { ...cataloguePage.classes, ...changes } });
const [phone] = site.phones;

const cohort = { name: "Cohort 8", firstClass: "2024-02-26" };
const testimonial = { ...readEntry("testimonials", "01"), name: "A graduate of Cloud DevOps" };
const fee = { naira: "15,000", dollars: 9 };
const undialled = { ...phone, dial: "0800 000 0000" };

test.each<[refused: string, z.ZodType, entry: object, changes: object]>([
  ["phones", siteSchema, site, { phones: [phone] }],
  ["phones.1.dial", siteSchema, site, { phones: [phone, undialled] }],
  ["whatsapp.number", siteSchema, site, { whatsapp: { number: "+2348000000000" } }],
  ["email", siteSchema, site, { email: "hello(at)academy.example" }],
  ["staffRecipients", siteSchema, site, { staffRecipients: [] }],
  ["links.portal", siteSchema, site, { links: { ...site.links, portal: "portal.academy.example" } }],
  ["registrationFee.naira", siteSchema, site, { registrationFee: fee }],
  ["", siteSchema, site, { adress: "Lagos" }],
  ["firstClass", cohortSchema, cohort, { firstClass: undefined, confirmed: true }],
  ["seats", cohortSchema, cohort, { seats: 0 }],
  ["registrationCloses", cohortSchema, cohort, { registrationCloses: "2024-03-01" }],
  ["education.0", formOptionsSchema, options, { education: [18] }],
  ["ages", formOptionsSchema, options, { ages: ["18-24"] }],
  ["consent", signupPageSchema, signup, { consent: undefined }],
  ["video.youtubeId.value", homePageSchema, home, { video: { ...home.video, youtubeId: {} } }],
  ["classes.to", cataloguePageSchema, cataloguePage, classes({ from: "21:00", to: "19:00" })],
  ["classes.to", cataloguePageSchema, cataloguePage, classes({ to: "nine" })],
  ["name", testimonialSchema, testimonial, { placeholder: undefined }],
])("an entry that was typed wrongly is refused at the field %j", (path, schema, entry, changes) => {
  expect(refusedAt(schema, { ...entry, ...changes })).toEqual([path]);
});

test("a date reads the same whether or not the editor put it in quotes", () => {
  const unquoted = { name: "Cohort 8", firstClass: new Date("2024-02-26") };
  expect(cohortSchema.parse(unquoted).firstClass).toBe("2024-02-26");
});
