import type { z } from "astro/zod";
import { describe, expect, test } from "vitest";
import { catalogueSchema } from "~/content/schemas/catalogue.ts";
import { cataloguePageSchema } from "~/content/schemas/catalogue-page.ts";
import { contactPageSchema } from "~/content/schemas/contact-page.ts";
import { faqSchema } from "~/content/schemas/faq.ts";
import { homePageSchema } from "~/content/schemas/home-page.ts";
import { perkSchema } from "~/content/schemas/perk.ts";
import { testimonialSchema } from "~/content/schemas/testimonial.ts";
import { textPageSchema } from "~/content/schemas/text-page.ts";
import { type ProseFile, readProse, readProseFolder, refusals } from "../fixtures/prose-files.ts";

const faqFiles = readProseFolder("faqs");
const perkFiles = readProseFolder("perks");
const catalogueFiles = readProseFolder("catalogue");
const pageFiles = ["about", "terms", "policy"].map((name) => readProse(`pages/${name}.mdx`));

/** Which schema reads which files. */
const withSchema: [z.ZodType, ProseFile[]][] = [
  [faqSchema, faqFiles],
  [testimonialSchema, readProseFolder("testimonials")],
  [perkSchema, perkFiles],
  [catalogueSchema, catalogueFiles],
  [textPageSchema, pageFiles],
  [homePageSchema, [readProse("pages/home.yaml")]],
  [contactPageSchema, [readProse("pages/contact.yaml")]],
  [cataloguePageSchema, [readProse("pages/catalogue.yaml")]],
];
const everyFile = withSchema.flatMap(([, files]) => files);

describe("every text the site prints", () => {
  test.each(
    withSchema.flatMap(([schema, files]) => files.map((file) => ({ schema, file, path: file.path }))),
  )("the text $path has all its fields, and no other", ({ schema, file }) => {
    expect(refusals(schema, file.data)).toEqual([]);
  });

  test.each(everyFile)(
    "the text $path has no price, which belongs in the course records alone",
    ({ source }) => {
      const money = /(?:₦|\$|\b(?:N|NGN|USD)) ?\d|\d[\d,.]*\s?(?:K\b|naira|dollars?|NGN|USD)/i;
      expect(source.match(money)?.[0]).toBeUndefined();
    },
  );

  test.each([...faqFiles, ...pageFiles])(
    "the text $path uses only the two components that pages provide",
    ({ body }) => {
      const called = [...body.matchAll(/<([A-Za-z]\w*)/g)].map((match) => match[1]);
      expect(called.filter((name) => !["Fee", "ContactEmail", "TrackWeeks"].includes(name ?? ""))).toEqual(
        [],
      );
    },
  );

  test.each(everyFile)("the text $path links inside the site to addresses that exist", ({ source }) => {
    const routes = [
      "/Pricing",
      "/Courses",
      "/Contact",
      "/Signup",
      "/My-enrolment",
      "/Policy",
      "/Terms%26Condition",
      "/licences.txt",
    ];
    const links = [...source.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]);
    expect(links.filter((link) => !routes.includes(link ?? ""))).toEqual([]);
  });
});

describe("an editor's slip is refused with words that name the field", () => {
  const perk = perkFiles[0]?.data as object;
  const faq = faqFiles[0]?.data as object;
  const course = catalogueFiles[0]?.data as object;

  test.each<[string, z.ZodType, object, RegExp]>([
    ["a missing title", perkSchema, { ...perk, title: undefined }, /^title: is missing$/],
    ["an empty title", perkSchema, { ...perk, title: " " }, /^title: is empty$/],
    ["a title that is a number", perkSchema, { ...perk, title: 2024 }, /^title: must be text/],
    [
      "a description that is too long",
      perkSchema,
      { ...perk, description: "word ".repeat(100) },
      /^description: is too long: \d+ characters, and at most 280/,
    ],
    [
      "an unknown icon",
      perkSchema,
      { ...perk, icon: "rocket" },
      /^icon: is "rocket", but must be one of: terminal, mentor/,
    ],
    ["a misspelt field", perkSchema, { ...perk, comingSon: true }, /no field called comingSon here/],
    [
      "a question without its mark",
      faqSchema,
      { ...faq, question: "How long does it take" },
      /^question: question must end with a question mark/,
    ],
    ["a place that is not a number", faqSchema, { ...faq, order: "first" }, /^order: must be a number/],
    [
      "a duration in other words",
      catalogueSchema,
      { ...course, time: "half a year" },
      /^time: time must read like/,
    ],
    [
      "a list written as one line",
      catalogueSchema,
      { ...course, learn: "Linux, Git" },
      /^learn: must be a list/,
    ],
    [
      "an empty item in a list",
      catalogueSchema,
      { ...course, prerequisites: ["Laptop", ""] },
      /^prerequisites\.1: is empty$/,
    ],
  ])("an editor's slip is refused with words that name the field: %s", (_, schema, data, message) => {
    const found = refusals(schema, data);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(message);
  });
});
