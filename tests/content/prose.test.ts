import type { z } from "astro/zod";
import { describe, expect, test } from "vitest";
import { catalogueSchema } from "~/schemas/catalogue.ts";
import { cataloguePageSchema } from "~/schemas/catalogue-page.ts";
import { contactPageSchema } from "~/schemas/contact-page.ts";
import { faqSchema } from "~/schemas/faq.ts";
import { homePageSchema } from "~/schemas/home-page.ts";
import { perkSchema } from "~/schemas/perk.ts";
import { testimonialSchema } from "~/schemas/testimonial.ts";
import { textPageSchema } from "~/schemas/text-page.ts";
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
  )("$path has all its fields, and no other", ({ schema, file }) => {
    expect(refusals(schema, file.data)).toEqual([]);
  });

  test.each(everyFile)("$path types no price, which belongs in the course records alone", ({ source }) => {
    const money = /(?:₦|\$|\b(?:N|NGN|USD)) ?\d|\d[\d,.]*\s?(?:K\b|naira|dollars?|NGN|USD)/i;
    expect(source.match(money)?.[0]).toBeUndefined();
  });

  test.each([...faqFiles, ...pageFiles])(
    "$path calls only the two components that pages provide",
    ({ body }) => {
      const called = [...body.matchAll(/<([A-Za-z]\w*)/g)].map((match) => match[1]);
      expect(called.filter((name) => name !== "Fee" && name !== "ContactEmail")).toEqual([]);
    },
  );

  test.each(everyFile)("$path links inside the site by addresses that exist", ({ source }) => {
    const routes = [
      "/Pricing",
      "/Courses",
      "/Contact",
      "/Signup",
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
    ["a missing title", perkSchema, { ...perk, title: undefined }, /^title: title is missing\.$/],
    ["an empty title", perkSchema, { ...perk, title: " " }, /^title: title is empty\.$/],
    ["a title that is a number", perkSchema, { ...perk, title: 2024 }, /^title: title must be text/],
    [
      "a description that is too long",
      perkSchema,
      { ...perk, description: "word ".repeat(100) },
      /^description: description is too long: \d+ characters, and at most 280/,
    ],
    [
      "an unknown icon",
      perkSchema,
      { ...perk, icon: "rocket" },
      /^icon: icon must be one of: terminal, mentor/,
    ],
    ["a misspelt field", perkSchema, { ...perk, comingSon: true }, /no field called "comingSon".*comingSoon/],
    [
      "a question without its mark",
      faqSchema,
      { ...faq, question: "How long does it take" },
      /^question: question must end with a question mark/,
    ],
    [
      "a place that is not a number",
      faqSchema,
      { ...faq, order: "first" },
      /^order: order must be a whole number/,
    ],
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
      /^learn: learn must be a list/,
    ],
    [
      "an empty item in a list",
      catalogueSchema,
      { ...course, prerequisites: ["Laptop", ""] },
      /^prerequisites\.1: An item of prerequisites is empty/,
    ],
  ])("%s", (_, schema, data, message) => {
    const found = refusals(schema, data);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(message);
  });
});
