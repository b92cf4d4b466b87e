import { expect, test } from "vitest";
import { fromMajor } from "~/domain/money/money.ts";
import {
  type AcademyFacts,
  academyData,
  type CourseFacts,
  courseData,
  type Thing,
  toJsonLd,
} from "~/domain/structured-data/structured-data.ts";
import { type JsonObject, thingsIn, vocabularyProblems } from "../../../fixtures/schema-org.ts";

const SITE = new URL("https://www.academy.org");

/** Returns the things as a search engine reads them, and expects schema.org to know them. */
function read(...things: Thing[]): JsonObject[] {
  const parsedThings = thingsIn(JSON.parse(toJsonLd(things)));
  expect(vocabularyProblems(parsedThings)).toEqual([]);
  return parsedThings;
}

const price = (naira: number, dollars: number) => ({
  NGN: fromMajor("NGN", naira),
  USD: fromMajor("USD", dollars),
});

const COURSE: CourseFacts = {
  href: "/course/advanced",
  name: "Cloud DevOps Advanced",
  description: "Automate all of it.",
  level: "Advanced",
  duration: "3 months",
  learningMode: "Online Classes",
  startDate: null,
  price: price(350_000, 100),
  signupHref: "/Signup?course=devops-advanced",
  prerequisites: ["Laptop"],
  sections: [{ title: "Kubernetes", weeks: 3 }],
};

const course = (changes: Partial<CourseFacts> = {}) =>
  read(courseData({ ...COURSE, ...changes }, "Academy", SITE))[0];

test("a course's structured data has its price in each currency, its length and its provider", () => {
  expect(course()).toEqual({
    "@type": "Course",
    "@id": "https://www.academy.org/course/advanced#course",
    url: "https://www.academy.org/course/advanced",
    name: "Cloud DevOps Advanced",
    description: "Automate all of it.",
    provider: {
      "@type": "EducationalOrganization",
      "@id": "https://www.academy.org/#academy",
      name: "Academy",
      url: "https://www.academy.org/",
    },
    inLanguage: "en",
    educationalLevel: "Advanced",
    coursePrerequisites: ["Laptop"],
    timeRequired: "P3M",
    syllabusSections: [{ "@type": "Syllabus", name: "Kubernetes", timeRequired: "P3W" }],
    offers: [
      { price: "350000.00", priceCurrency: "NGN" },
      { price: "100.00", priceCurrency: "USD" },
    ].map((amount) => ({
      "@type": "Offer",
      category: "Paid",
      url: "https://www.academy.org/Signup?course=devops-advanced",
      ...amount,
    })),
    hasCourseInstance: {
      "@type": "CourseInstance",
      courseMode: "Online",
      courseSchedule: { "@type": "Schedule", repeatCount: 3, repeatFrequency: "Monthly" },
    },
  });
});

test("a course whose tuition is not announced has no price in structured data, and is not free", () => {
  const { offers } = course({ price: price(0, 0) }) ?? {};
  expect(offers).toEqual([expect.objectContaining({ category: "Paid" })]);
  expect(JSON.stringify(offers)).not.toMatch(/price/);
});

test("a course has a start date in structured data only where one is given", () => {
  expect(course({ startDate: "2027-01-04" })).toMatchObject({
    hasCourseInstance: { startDate: "2027-01-04" },
  });
  expect(JSON.stringify(course())).not.toContain("startDate");
});

test("a course's structured data has its weeks, or its length in words if levels differ", () => {
  expect(course({ duration: "8 Weeks" })).toMatchObject({
    timeRequired: "P8W",
    hasCourseInstance: { courseSchedule: { repeatCount: 8, repeatFrequency: "Weekly" } },
  });
  expect(course({ duration: "3 / 4 Months" })).toMatchObject({
    hasCourseInstance: { courseWorkload: "3 / 4 Months" },
  });
});

const FACTS: AcademyFacts = {
  name: "Academy",
  mission: "We train beginners.",
  email: "hello@academy.org",
  phones: [
    { dial: "+2348012345678", placeholder: false },
    { dial: "+2340000000002", placeholder: true },
  ],
  links: {
    linkedin: "https://www.linkedin.com/school/academy",
    twitter: "https://twitter.com/academy_example",
    instagram: "https://www.instagram.com/academy",
  },
  placeholder: false,
};

test("the academy's structured data has its own addresses and numbers", () => {
  const [academy, website] = read(...academyData(FACTS, SITE));
  expect(academy).toMatchObject({
    "@type": "EducationalOrganization",
    name: "Academy",
    url: "https://www.academy.org/",
    logo: "https://www.academy.org/icon-512.png",
    email: "hello@academy.org",
    telephone: ["+2348012345678"],
    sameAs: ["https://www.linkedin.com/school/academy", "https://www.instagram.com/academy"],
  });
  expect(website).toMatchObject({ "@type": "WebSite", publisher: { "@id": academy?.["@id"] } });
});

test("the academy's structured data leaves out placeholders", () => {
  const examples = { ...FACTS, placeholder: true, phones: FACTS.phones.slice(1) };
  const text = JSON.stringify(read(...academyData(examples, SITE)));
  expect(text).not.toMatch(/hello@|linkedin|instagram|twitter|telephone|sameAs|\+234/);
});

test("no text can end the script element of structured data", () => {
  const text = toJsonLd([{ "@type": "Course", name: "</script><script>alert(1)</script>" }]);
  expect(text).not.toContain("<");
  expect(JSON.parse(text).name).toBe("</script><script>alert(1)</script>");
});
