import type { z } from "astro/zod";
import { describe, expect, test } from "vitest";
import { cataloguePageSchema } from "~/content/schemas/catalogue.ts";
import { cohortSchema } from "~/content/schemas/cohort.ts";
import { homePageSchema, testimonialSchema } from "~/content/schemas/home-page.ts";
import { formOptionsSchema, signupPageSchema } from "~/content/schemas/pages.ts";
import { siteSchema } from "~/content/schemas/site.ts";
import { readEntry } from "../fixtures/content-entries.ts";

/** Where an entry is refused. */
function refusedAt(schema: z.ZodType, entry: unknown): string[] {
  return schema.safeParse(entry).error?.issues.map((issue) => issue.path.join(".")) ?? [];
}

describe("an entry that was typed wrongly is refused at the field:", () => {
  const site = readEntry("", "site");
  const options = readEntry("", "form-options");
  const signup = readEntry("pages", "signup");
  const home = readEntry("pages", "home");
  const cataloguePage = readEntry("pages", "catalogue");
  const classes = (changes: object) => ({
    ...cataloguePage,
    classes: { ...cataloguePage.classes, ...changes },
  });
  const [phone] = site.phones;

  test.each<[string, z.ZodType, object, string]>([
    ["one phone number", siteSchema, { ...site, phones: [phone] }, "phones"],
    [
      "a phone number that cannot be dialled",
      siteSchema,
      { ...site, phones: [phone, { ...phone, dial: "0800 000 0000" }] },
      "phones.1.dial",
    ],
    [
      "a WhatsApp number with a plus",
      siteSchema,
      { ...site, whatsapp: { number: "+2348000000000" } },
      "whatsapp.number",
    ],
    ["a malformed address", siteSchema, { ...site, email: "hello(at)academy.example" }, "email"],
    ["nobody to notify of a registration", siteSchema, { ...site, staffRecipients: [] }, "staffRecipients"],
    [
      "a link that is no whole address",
      siteSchema,
      { ...site, links: { ...site.links, portal: "portal.academy.example" } },
      "links.portal",
    ],
    [
      "a fee with a comma",
      siteSchema,
      { ...site, registrationFee: { naira: "15,000", dollars: 9 } },
      "registrationFee.naira",
    ],
    ["an unknown field", siteSchema, { ...site, adress: "Lagos" }, ""],
    [
      "a cohort that is confirmed without a day",
      cohortSchema,
      { name: "Cohort 9", confirmed: true },
      "firstClass",
    ],
    ["a cohort without a place", cohortSchema, { name: "Cohort 9", seats: 0 }, "seats"],
    ["a choice that is a number", formOptionsSchema, { ...options, education: [18] }, "education.0"],
    ["no age under 18", formOptionsSchema, { ...options, ages: ["18-24"] }, "ages"],
    ["no consent", signupPageSchema, { ...signup, consent: undefined }, "consent"],
    [
      "a video without an address",
      homePageSchema,
      { ...home, video: { ...home.video, youtubeId: {} } },
      "video.youtubeId.value",
    ],
    [
      "a class that ends before it begins",
      cataloguePageSchema,
      classes({ from: "21:00", to: "19:00" }),
      "classes.to",
    ],
    ["a time in words", cataloguePageSchema, classes({ to: "nine" }), "classes.to"],
    [
      "a registration that closes after the first class",
      cohortSchema,
      { name: "Cohort 8", firstClass: "2024-02-26", registrationCloses: "2024-03-01" },
      "registrationCloses",
    ],
    [
      "a testimonial that is published with the example's name",
      testimonialSchema,
      {
        comment: "The labs made the difference: I broke a server on purpose and learnt to mend it.",
        name: "A graduate of Cloud DevOps",
        role: "Cloud Engineer",
        track: "devops",
      },
      "name",
    ],
  ])("an entry that was typed wrongly is refused at the field: %s", (_, schema, entry, path) => {
    expect(refusedAt(schema, entry)).toEqual([path]);
  });

  test("a date reads the same whether or not the editor put it in quotes", () => {
    const unquoted = { name: "Cohort 8", firstClass: new Date("2024-02-26") };
    expect(cohortSchema.parse(unquoted).firstClass).toBe("2024-02-26");
  });
});
