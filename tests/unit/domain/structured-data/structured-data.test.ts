import { expect, test } from "vitest";
import { toDualPrice } from "~/content/schemas/fields.ts";
import {
  type AcademyFacts,
  academyData,
  type CourseFacts,
  courseData,
  toJsonLd,
} from "~/domain/structured-data/structured-data.ts";

const SITE = new URL("https://www.academy.org");

const COURSE: CourseFacts = {
  href: "/course/advanced",
  name: "Cloud DevOps Advanced",
  description: "Automate all of it.",
  level: "Advanced",
  duration: "3 months",
  learningMode: "Online Classes",
  startDate: null,
  price: toDualPrice({ naira: 350_000, dollars: 100 }),
  signupHref: "/Signup?course=devops-advanced",
  prerequisites: ["Laptop"],
  sections: [{ title: "Kubernetes", weeks: 3 }],
};

const course = (changes: Partial<CourseFacts> = {}) => courseData({ ...COURSE, ...changes }, "Academy", SITE);

test("a course's structured data has its price in each currency, its length and its provider", () => {
  expect(course()).toMatchObject({
    "@id": "https://www.academy.org/course/advanced#course",
    provider: { "@id": "https://www.academy.org/#academy", name: "Academy" },
    timeRequired: "P3M",
    syllabusSections: [{ name: "Kubernetes", timeRequired: "P3W" }],
    offers: [
      {
        url: "https://www.academy.org/Signup?course=devops-advanced",
        price: "350000.00",
        priceCurrency: "NGN",
      },
      { price: "100.00", priceCurrency: "USD" },
    ],
    hasCourseInstance: {
      courseMode: "Online",
      courseSchedule: { repeatCount: 3, repeatFrequency: "Monthly" },
    },
  });
});

test("a course whose tuition is not announced has no price in structured data, and is not free", () => {
  const { offers } = course({ price: toDualPrice({ naira: 0, dollars: 0 }) });
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
  const [academy, website] = academyData(FACTS, SITE);
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
  const text = JSON.stringify(academyData(examples, SITE));
  expect(text).not.toMatch(/hello@|linkedin|instagram|twitter|telephone|sameAs|\+234/);
});

test("no text can end the script element of structured data", () => {
  const text = toJsonLd([{ "@type": "Course", name: "</script><script>alert(1)</script>" }]);
  expect(text).not.toContain("<");
  expect(JSON.parse(text).name).toBe("</script><script>alert(1)</script>");
});
