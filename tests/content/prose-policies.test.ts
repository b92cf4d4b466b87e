import { describe, expect, it, test } from "vitest";
import { faqSchema } from "~/content/schemas/faq.ts";
import { paymentPageSchema } from "~/content/schemas/payment-page.ts";
import { textPageSchema } from "~/content/schemas/text-page.ts";
import { checkedEntry } from "../fixtures/content-entries.ts";
import { placesInOrder, readProse, readProseFolder, sectionHeadings } from "../fixtures/prose-files.ts";

const faqFiles = readProseFolder("faqs");
const about = readProse("pages/about.mdx");
const terms = readProse("pages/terms.mdx");
const policy = readProse("pages/policy.mdx");

describe("frequently asked questions", () => {
  const faqs = faqFiles.map((file) => faqSchema.parse(file.data));
  const answerTo = (start: string) =>
    faqFiles.find((file) => file.path.startsWith(`faqs/${start}`))?.body ?? "";

  it("there are ten frequently asked questions, each with a place of its own", () => {
    expect(placesInOrder(faqs)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("five frequently asked questions are on Home", () => {
    expect(faqs.filter((faq) => faq.onHome)).toHaveLength(5);
  });

  test.each(faqFiles)("the question in $path has an answer", ({ body }) => {
    expect(body.length).toBeGreaterThan(100);
  });

  test.each([
    ["a beginner reads that no IT background is needed", "01", /no IT background/],
    ["a program takes 16 to 24 weeks", "02", /16 to 24 weeks/],
    ["classes are virtual, live and twice a week", "03", /virtual and live, twice a week/],
    ["at least 85 percent of the classes are to be attended", "04", /At least 85 percent/],
    ["the fee is named apart from tuition", "05", /<Fee \/>[\s\S]*not included in the tuition/],
    [
      "the fee buys a slot and the portal, and is not given back",
      "06",
      /slot[\s\S]*portal is activated once your tuition is paid[\s\S]*non-refundable/,
    ],
    ["a refund is possible in the first week of class", "07", /first week of class after the pre-course/],
    ["the internship lasts 3 months and has a stipend", "08", /3 months and comes with a stipend/],
    ["both certificates are named", "09", /Cloud Practitioner[\s\S]*Solutions Architect/],
    ["a learner reads that a phone is not enough", "10", /phone or tablet is not enough/],
  ])("frequently asked questions: %s", (_, start, words) => {
    expect(answerTo(start)).toMatch(words);
  });
});

describe("terms", () => {
  it("the terms have their four sections", () => {
    expect(sectionHeadings(terms.body)).toEqual([
      "Terms and Conditions",
      "Payment Terms",
      "Refund Policy",
      "Other",
    ]);
  });

  it("the terms speak of participants, tutors and an administrator", () => {
    expect(terms.body).toMatch(/participant/);
    expect(terms.body).toMatch(/tutor/);
    expect(terms.body).toMatch(/administrator/);
  });

  test.each([
    ["the registration fee is not given back", "registration fee is <Fee />. It is non-refundable"],
    ["the registration fee is not part of tuition", "is not included in tuition"],
    [
      "registration secures a slot, and tuition opens the portal",
      "The portal is activated once tuition is paid",
    ],
    ["participants attend at least 85 percent", "attend at least 85 percent"],
    [
      "a refund can be asked for in the first week of class",
      "during the first week of class after the pre-course",
    ],
    ["a refund is paid less a processing fee", "less a processing fee"],
    ["no refund is made 5 days before the start", "no refund is made in the 5 days before classes start"],
    [
      "one may withdraw until a week before the start, by e-mail",
      "up to one week before the start of classes, by e-mail",
    ],
    [
      "two installments: over a week late means removal without refund",
      "more than one week late is removed from the course, with no refund",
    ],
    [
      "five installments: a missed month means being dropped",
      "misses a month's payment is dropped from the course",
    ],
    [
      "the LMS is restricted while a payment lags",
      "while a payment is behind, access to the LMS is restricted",
    ],
    ["a slot cannot be handed to somebody else", "transferring a slot to another person is not allowed"],
    [
      "only a one-time payer with an approved excuse may continue in the next cohort",
      "only for participants on the one-time payment plan, and only with an excuse that the administrator has approved",
    ],
  ])("the terms say it word for word: %s", (_, words) => {
    expect(terms.body).toContain(words);
  });
});

describe("the refund rules beside every button that pays", () => {
  const { refunds } = checkedEntry("pages", "payment", paymentPageSchema);
  const lines = refunds.join(" ");

  it("the refund rules beside every button that pays are three lines", () => {
    expect(refunds).toHaveLength(3);
  });

  test.each([
    [
      "the registration fee is not given back",
      "fee is never refunded",
      "**Registration fee:** it is non-refundable",
    ],
    [
      "one may withdraw until a week before the start",
      "withdraw by e-mail up to one week before",
      "withdraw up to one week before the start of classes, by e-mail",
    ],
    [
      "the last days before the start are excepted",
      "last 5 days, no refund is made",
      "no refund is made in the 5 days before classes start",
    ],
    [
      "the refund window is the first week of class",
      "in the first week after the pre-course",
      "during the first week of class after the pre-course",
    ],
    ["a processing fee is taken off", "less a processing fee", "less a processing fee"],
    [
      "later there is none",
      "Later, tuition is not refunded",
      "**After the refund window:** tuition is not refunded",
    ],
  ])("the refund rules beside every button that pays say what the terms say: %s", (_, short, long) => {
    expect(lines).toContain(short);
    expect(terms.body).toContain(long);
  });
});

describe("privacy policy", () => {
  it("the privacy policy has its seven sections", () => {
    expect(sectionHeadings(policy.body)).toEqual([
      "Introduction",
      "What User Data We Collect",
      "Why We Collect Your Data",
      "Safeguarding and Securing the Data",
      "Our Cookie Policy",
      "Links to Other Websites",
      "Restricting the Collection of your Personal Data",
    ]);
  });

  test.each([
    ["the IP address is named among what is collected", /IP address/],
    ["contact information and e-mail are named", /contact information and e-mail/],
    ["interests and preferences are named", /interests and preferences/],
    ["the online-behaviour profile is named", /online-behaviour profile/],
    ["the stored location is named as it is stored", /local storage[\s\S]*under the name "location"/],
    ["an undelivered registration is kept in the browser", /until it has been delivered to us/],
    ["both payment providers are named", /Paystack[\s\S]*PayPal/],
    ["registrations reach staff by e-mail", /sent by e-mail to the members of our staff/],
    ["statistics are removed after use", /statistical analysis only and is then removed/],
    ["cookies do not control the computer", /do not give us control of your computer/],
    ["data is not sold or leased", /do not sell or lease/],
    [
      "a reader learns how to have data corrected or deleted",
      /Correcting or deleting your data[\s\S]*<ContactEmail \/>/,
    ],
    ["under 18s are told to ask a parent or guardian", /under 18[\s\S]*parent or guardian/],
  ])("the privacy policy says it word for word: %s", (_, words) => {
    expect(policy.body).toMatch(words);
  });
});

describe("about", () => {
  it("the About page tells story, goal and mission under the words ABOUT US", () => {
    expect(textPageSchema.parse(about.data).heading).toBe("ABOUT US");
    expect(sectionHeadings(about.body)).toEqual(["OUR STORY", "OUR GOAL", "OUR MISSION"]);
  });

  test.each([
    ["a few hundred engineers have been trained", "few hundred engineers"],
    ["the goal is 10,000 engineers in five years", "train and deploy 10,000 engineers in five years"],
    [
      "the mission is a community fit for migration and remote services",
      "a community of talented professionals fit for migration and remote services",
    ],
  ])("the About page says it word for word: %s", (_, words) => {
    expect(about.body).toContain(words);
  });
});
