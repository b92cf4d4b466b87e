import { z } from "astro/zod";
import { UNDER_AGE } from "~/domain/enrolment/learner.ts";
import { headingAndLead, line, listOf, metaDescription, metaTitle, order, photo, text } from "./fields.ts";
import { titledList, topicSchema } from "./titled-list.ts";

/**
 * A page that is mostly text: `about.mdx`, `terms.mdx`, `policy.mdx` in `content/pages`.
 * Each section begins with a line `## Heading`. `<Fee />` prints the registration fee and
 * `<ContactEmail />` the academy's address, `<Legal />` the business behind it: none is typed into the text.
 */
export const textPageSchema = z.strictObject({
  title: metaTitle.describe('In the browser\'s tab, and the heading of the page unless "heading" is given.'),
  heading: text({ min: 3, max: 60 })
    .optional()
    .describe("The big heading on the page, where it is worded differently from the tab."),
  description: metaDescription,
  photo: photo.optional().describe("Below the text: the people behind the page."),
});

/** `content/pages/contact.yaml`: the words around the contact form. Addresses and phones are in `content/site.yaml`. */
export const contactPageSchema = z.strictObject({
  title: metaTitle,
  description: metaDescription,
  heading: text({ min: 3, max: 60 }).describe("The big heading."),
  subtitle: text({ min: 3, max: 120 }).describe("The line under it."),
  lead: text({ min: 20, max: 320 }).describe("Above the form: what to write, so that one message is enough."),
  privacyNote: text({ min: 20, max: 220 }).describe(
    "Below the form: what happens to what the visitor typed. The link to the privacy policy follows it.",
  ),
  chatHeading: text({ min: 3, max: 60 }).describe("Above the WhatsApp button."),
  chatLead: text({ min: 20, max: 220 }).describe("Under it: what the chat is good for."),
});

const sectionSchema = z.strictObject({
  title: text({ min: 3, max: 40 }).describe(
    'The tool or subject. 3 to 40 characters, e.g. "Cloud Computing with AWS".',
  ),
  gloss: text({ min: 40, max: 200 }).describe(
    "What it is and why it matters, for somebody who has never heard of it. One sentence, 40 to 200 characters.",
  ),
  topics: titledList(topicSchema, { min: 2, max: 14 }).describe(
    "What is taught, one line each. 2 to 14 lines.",
  ),
});

/** The page /Curriculum: the DevOps curriculum by tool, for a first look. The weeks are in content/levels. */
export const curriculumPageSchema = z.strictObject({
  heading: text({ min: 3, max: 40 }).describe('Heading of the page: "Curriculum".'),
  description: text({ min: 70, max: 160 }).describe(
    "Text under the heading, also shown by search engines, which cut off after 160 characters. 70 to 160.",
  ),
  features: listOf(line, { min: 2, max: 8 }).describe(
    'What every class offers, a few words each. 2 to 8 lines, e.g. "Hands-on Labs".',
  ),
  sections: titledList(sectionSchema, { min: 1, max: 15 }).describe(
    "The parts that open and close, in the order shown. 1 to 15.",
  ),
});

/** Words beside every button that pays: content/pages/payment.yaml. */
export const paymentPageSchema = z.strictObject({
  refunds: listOf(text({ min: 20, max: 140 }), { min: 3, max: 3 }).describe(
    "The refund rules in exactly three lines, each one or two short sentences; the same rules as in content/pages/terms.mdx.",
  ),
});

/** Words around the registration form: content/pages/signup.yaml. */
export const signupPageSchema = z.strictObject({
  benefits: listOf(text({ min: 10, max: 160 }), { min: 3, max: 6 }).describe(
    "What the visitor gets for the registration, three to six lines.",
  ),
  consent: text({ min: 20, max: 300 }).describe(
    "What the consent box says. It is about this enrolment alone: news and offers have a box of their own.",
  ),
  guardianLead: text({ min: 20, max: 200 }).describe(
    "Stands above the guardian's lines, which only a learner under 18 sees. One or two sentences.",
  ),
  guardianConsent: text({ min: 20, max: 300 }).describe(
    'What a parent or guardian agrees to, in their own words: "I am the parent or guardian. I agree …".',
  ),
  marketing: text({ min: 20, max: 200 }).describe(
    "What the box for news and offers says. Nobody needs to tick it to register.",
  ),
});

const options = z.array(z.string().min(1)).min(1);

/** The choices of the registration form: content/form-options.yaml. */
export const formOptionsSchema = z.strictObject({
  education: options.describe("Levels of education."),
  ages: options
    .refine((ages) => ages.includes(UNDER_AGE), {
      error: `must hold "${UNDER_AGE}": whoever chooses it is asked for a guardian's consent`,
    })
    .describe(
      'Age bands. "Under 18" must be among them, in these words: whoever chooses it is asked for a guardian\'s consent.',
    ),
  genders: options.describe("Genders."),
  countriesWithoutRegions: options.describe(
    "Countries for which no region is asked, even if the site knows their regions. English names.",
  ),
});

export type FormOptions = z.infer<typeof formOptionsSchema>;

const weight = z.int().min(1).max(3);

const answerSchema = z.strictObject({
  answer: text({ min: 5, max: 60 }).describe(
    "What one can answer: up to 60 characters, without a full stop.",
  ),
  fits: z
    .record(z.string(), weight, { error: "fits must name tracks with weights, e.g. { devops: 2 }." })
    .refine((fits) => Object.keys(fits).length > 0, { error: "fits must name at least one track." })
    .describe(
      "Names of files in content/tracks, each with how strongly the answer points there: { devops: 2, cybersecurity: 1 }.",
    ),
  reason: text({ min: 20, max: 140 })
    .regex(/^You\b/, { error: 'reason must begin with "You".' })
    .describe('Why the answer speaks for these tracks, in one sentence that begins with "You".'),
});

/** `content/pages/which-track.yaml`: the questions of /Which-track, and what each answer says. */
export const whichTrackPageSchema = z.strictObject({
  title: metaTitle,
  description: metaDescription,
  ...headingAndLead,
  questions: listOf(
    z.strictObject({
      question: text({ min: 10, max: 80 })
        .regex(/\?$/, {
          error: "question must end with a question mark.",
        })
        .describe("A question that ends with a question mark."),
      answers: listOf(answerSchema, { min: 2, max: 5 }).describe(
        "Two to five answers, of which one is chosen.",
      ),
    }),
    { min: 3, max: 8 },
  ).describe("Three to eight questions, in order."),
});

/** `content/faqs`. The answer is the text below the second `---` line. */
export const faqSchema = z
  .strictObject({
    question: text({ min: 10, max: 110 })
      .endsWith("?", {
        error: "question must end with a question mark.",
      })
      .describe('As a visitor would ask it, with its question mark, e.g. "Do I need an IT background?"'),
    order: order.describe("Place in the list on /Faqs, counted from 1."),
    onHome: z
      .boolean()
      .default(false)
      .describe("true shows the question on the Home page too. Leave the line out otherwise."),
  })
  .describe(
    "One question; the text is its answer. Write <Fee /> where the registration fee belongs: the page prints it in both currencies.",
  );
