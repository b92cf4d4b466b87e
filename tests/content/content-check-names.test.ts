import { describe, expect, test } from "vitest";
import { copyOfContent, errorsAfter, lineOf, lines } from "../fixtures/changed-content.ts";

describe("what leads nowhere or is there twice is found with its file and its line:", () => {
  test.each<[string, string, string, string, string | RegExp]>([
    [
      "a component that no page provides",
      "faqs/06-registration-fee.mdx",
      "<Fee />",
      "<Fees />",
      `content/faqs/06-registration-fee.mdx:${lineOf("faqs/06-registration-fee.mdx", "<Fee />")} Links and pictures: <Fees> is no component of the site. Those that exist are: <ContactEmail /> or <Fee /> or <TrackWeeks />.`,
    ],
    [
      "curly brackets in a text",
      "faqs/06-registration-fee.mdx",
      "<Fee />",
      "{fee}",
      /^content\/faqs\/06-registration-fee\.mdx:\d+ Links and pictures: Curly brackets .* program code/,
    ],
    [
      "a link to no page, with the address that was meant",
      "pages/terms.mdx",
      "(/Policy)",
      "(/policy)",
      `content/pages/terms.mdx:${lineOf("pages/terms.mdx", "(/Policy)")} Links and pictures: The link /policy leads to no page.`,
    ],
    [
      "a link with a stray percent sign",
      "pages/terms.mdx",
      "(/Policy)",
      "(/Pricing%)",
      /^content\/pages\/terms\.mdx:\d+ Links and pictures: The link \/Pricing% leads to no page\.$/,
    ],
    [
      "a link without its slash",
      "faqs/08-internship.mdx",
      "(/Contact)",
      "(Contact)",
      /^content\/faqs\/08-internship\.mdx:\d+ Links and pictures: The link "Contact" must begin with a slash/,
    ],
    [
      "a link to a registration for no course",
      "faqs/06-registration-fee.mdx",
      "(/Signup)",
      "(/Signup?course=devops-ful)",
      /:\d+ Links and pictures: The link .* names a course that \/Signup does not know\.$/,
    ],
    [
      "a link in a text that is printed as it is",
      "pages/contact.yaml",
      "chatLead: ",
      "chatLead: Our [quick](/Faqs) questions. ",
      /^content\/pages\/contact\.yaml:\d+ Links and pictures: chatLead: Links and pictures work in the texts of \.mdx/,
    ],
    [
      "a picture without words",
      "pages/about.mdx",
      "## OUR GOAL",
      "![](/favicon.svg)\n\n## OUR GOAL",
      /^content\/pages\/about\.mdx:\d+ Links and pictures: The picture \/favicon\.svg has no words/,
    ],
    [
      "a picture that is not there",
      "pages/about.mdx",
      "## OUR GOAL",
      "![A class](/photos/class.jpg)\n\n## OUR GOAL",
      /^content\/pages\/about\.mdx:\d+ Links and pictures: The picture \/photos\/class\.jpg is not there/,
    ],
    [
      "a portrait that is not there",
      "testimonials/01.yaml",
      "track: devops",
      "track: devops\nimage: /photos/graduate-01.jpg",
      /^content\/testimonials\/01\.yaml:5 Links and pictures: image: The picture .* is not there/,
    ],
    [
      "a course of a track that does not exist",
      "courses/ai-advanced.yaml",
      "track: ai-fundamentals",
      "track: ai-fundamental",
      /^content\/courses\/ai-advanced\.yaml:3 Names that lead nowhere: track is "ai-fundamental", but content\/tracks has no such file\.$/,
    ],
    [
      "cards of a course that has none",
      "courses/devops-advanced.yaml",
      "plansOf: devops-full",
      "plansOf: ai-advanced",
      /^content\/courses\/devops-advanced\.yaml:7 Names that lead nowhere: plansOf is "ai-advanced", but .* plans of its own\.$/,
    ],
    [
      "a course of the Pricing page without cards",
      "courses/devops-advanced.yaml",
      "plansOf: devops-full",
      "",
      /^content\/courses\/devops-advanced\.yaml:4 Names that lead nowhere: A course with a type .* needs plans/,
    ],
    [
      "a level whose course belongs to another track",
      "levels/ai-advanced.yaml",
      "course: ai-advanced",
      "course: devops-full",
      /^content\/levels\/ai-advanced\.yaml:3 Names that lead nowhere: course is "devops-full", which belongs to the track devops, but/,
    ],
    [
      "a card whose course does not exist",
      "catalogue/devops.mdx",
      "course: devops-full",
      "course: devops",
      /^content\/catalogue\/devops\.mdx:7 Names that lead nowhere: course is "devops", but content\/courses has no such file\.$/,
    ],
    [
      "a card whose course nobody can register for",
      "catalogue/devops.mdx",
      "course: devops-full",
      "course: aws-combined",
      /:7 Names that lead nowhere: course is "aws-combined", but nobody can register for it/,
    ],
    [
      "a country that does not exist",
      "pages/home.yaml",
      "country: Canada",
      "country: Canda",
      /^content\/pages\/home\.yaml:\d+ Names that lead nowhere: alumni, places, 4th, country is "Canda", but no country is called so\.$/,
    ],
    [
      "a country without regions that does not exist",
      "form-options.yaml",
      "Hong Kong",
      "Hongkong",
      /^content\/form-options\.yaml:\d+ Names that lead nowhere: .* is "Hongkong", but no country/,
    ],
    [
      "two questions in the same place",
      "faqs/02-how-long.mdx",
      "order: 2",
      "order: 1",
      'content/faqs/02-how-long.mdx:3 Twice the same: order: "1" is in content/faqs/01-who-is-it-for.mdx:3 too. Each must be the only one.',
    ],
    [
      "two cohorts of the same name",
      "cohorts/february-2024.yaml",
      "26 February 2024",
      "27 May 2024, cohort 8",
      /^content\/cohorts\/february-2024\.yaml:1 Twice the same: name/,
    ],
    [
      "a cohort that was removed, and is the next one",
      "pages/catalogue.yaml",
      "nextCohort: february-2024",
      "nextCohort: march-2024",
      /^content\/pages\/catalogue\.yaml:\d+ Names that lead nowhere: nextCohort is "march-2024", but content\/cohorts has no such file/,
    ],
    [
      "a next cohort without a day",
      "cohorts/february-2024.yaml",
      'firstClass: "2024-02-26"\n',
      "",
      /^content\/pages\/catalogue\.yaml:\d+ Names that lead nowhere: nextCohort is "february-2024", but its file has no firstClass/,
    ],
    [
      "two plans of a course with one id",
      "courses/devops-full.yaml",
      "id: full-tuition",
      "id: two-installments",
      /^content\/courses\/devops-full\.yaml:\d+ Fields: plans: two plans have the same id/,
    ],
    [
      "a late-payment policy for a plan that is paid at once",
      "courses/devops-full.yaml",
      "name: Full Tuition",
      "name: Full Tuition\n    latePaymentPolicy: removed-after-a-week",
      /^content\/courses\/devops-full\.yaml:\d+ Fields: plans, 2nd, latePaymentPolicy: is for payments that come later/,
    ],
    [
      "a late-payment policy that the Terms do not have",
      "courses/devops-full.yaml",
      "removed-after-a-week",
      "removed-after-a-month",
      /^content\/courses\/devops-full\.yaml:\d+ Fields: plans, 3rd, latePaymentPolicy/,
    ],
    [
      "a link to a plan that a course no longer has",
      "faqs/02-how-long.mdx",
      "---\n\n",
      "---\n\n[Register](/Signup?course=devops-full&plan=ten-installments) now. ",
      /^content\/faqs\/02-how-long\.mdx:\d+ Links and pictures: .* names a plan that \/Signup does not know/,
    ],
    [
      "a link to a cohort that was removed",
      "faqs/02-how-long.mdx",
      "---\n\n",
      "---\n\n[Register](/Signup?course=devops-full&cohort=cohort-7) now. ",
      /^content\/faqs\/02-how-long\.mdx:\d+ Links and pictures: .* names a cohort that \/Signup does not know/,
    ],
  ])("the content check finds, with file and line, %s", (_, path, from, to, expected) => {
    expect(errorsAfter(path, from, to)).toEqual([
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    ]);
  });

  test("the content check finds two tracks at one address, and a card whose track then has none", () => {
    expect(errorsAfter("tracks/devops.yaml", "route: /devops", "route: /ai-fundamentals")).toEqual([
      expect.stringMatching(
        /^content\/catalogue\/devops\.mdx:8 Names that lead nowhere: trackRoute is "\/devops", but no file/,
      ),
      expect.stringMatching(
        /^content\/tracks\/devops\.yaml:2 Twice the same: route: "\/ai-fundamentals" is in/,
      ),
    ]);
  });

  test("the content check finds a course in a level's file that has the id of another course", () => {
    const copy = copyOfContent();
    copy.replace(
      "levels/ai-advanced.yaml",
      "course: ai-advanced",
      "ownCourse: { name: Deep AI, title: Deep AI, order: 77, registration: { naira: 1000, dollars: 1 } }",
    );
    expect(lines(copy.check().errors)).toEqual([
      expect.stringMatching(
        /^content\/levels\/ai-advanced\.yaml:3 Twice the same: ownCourse: "ai-advanced" is in content\/courses\/ai-advanced\.yaml/,
      ),
    ]);
  });

  test("the content check finds a cohort that has the id under which learners wait for a date", () => {
    const copy = copyOfContent();
    copy.write("cohorts/to-be-announced.yaml", "name: Cohort 12\n");
    expect(lines(copy.check().errors)).toEqual([
      expect.stringMatching(/^content\/cohorts\/to-be-announced\.yaml:1 .*: The file's name is taken/),
    ]);
  });

  test("a track without levels is a warning of the content check, not an error", () => {
    const copy = copyOfContent();
    copy.remove("levels/foundational.yaml");
    copy.remove("levels/advanced.yaml");
    expect(lines(copy.check().notes)).toContainEqual(
      expect.stringMatching(
        /^content\/tracks\/devops\.yaml:1 Tracks without levels: No file of content\/levels/,
      ),
    );
  });

  test("a file that cannot be read is reported once, not again by each file that refers to it", () => {
    const copy = copyOfContent();
    for (const path of [
      "tracks/devops.yaml",
      "levels/data-analytics-advanced.yaml",
      "levels/data-analytics-foundational.yaml",
    ]) {
      copy.write(path, "name: Cloud: DevOps");
    }
    expect(lines(copy.check().errors)).toEqual([
      expect.stringMatching(/^content\/levels\/data-analytics-advanced\.yaml:1 Cannot be read/),
      expect.stringMatching(/^content\/levels\/data-analytics-foundational\.yaml:1 Cannot be read/),
      expect.stringMatching(/^content\/tracks\/devops\.yaml:1 Cannot be read/),
    ]);
  });

  test("the content check accepts a link to a place on the same page", () => {
    expect(errorsAfter("pages/terms.mdx", "(/Policy)", "(#refund-policy)")).toEqual([]);
  });

  test("the content check accepts a link to a file in public/", () => {
    expect(errorsAfter("pages/terms.mdx", "(/Policy)", "(/favicon.svg)")).toEqual([]);
  });

  test("the content check accepts an address of another website", () => {
    expect(errorsAfter("pages/terms.mdx", "(/Policy)", "(https://ndpc.gov.ng/)")).toEqual([]);
  });
});
