import { expect, test } from "vitest";
import { plainProse, searchIndex } from "~/content/feeds/search.ts";
import { openSearch } from "~/domain/search/search-options.ts";

const lesson = (path: string, title: string, place: string, text: string) => ({
  id: `/course/${path}`,
  title,
  place,
  text,
  kind: "curriculum" as const,
});
const search = openSearch(
  searchIndex([
    {
      id: "/Faqs#faq-7",
      title: "Can I get my tuition back?",
      place: "Questions",
      kind: "question",
      text: "You may ask for a refund in the first week.",
    },
    lesson("foundational#week-9", "Containers with Docker", "week 9", "Images, layers, Docker Compose"),
    lesson("advanced#week-2", "Many containers", "week 2", "Kubernetes, pods and Docker images"),
    lesson("advanced#week-3", "Price your cloud", "week 3", "The price of a server, price alarms"),
    lesson("advanced#week-4", "Dockerfile linting", "week 4", "Dockerfiles that are small"),
    {
      id: "/Pricing",
      title: "Pricing",
      place: "Pages",
      kind: "page",
      text: "What every course costs.",
      synonyms: "price instalment installment",
    },
  ]),
);
const idsFor = (query: string) => search(query).map(({ href }) => href);

test("the search finds a word of a text, and its address", () => {
  expect(search("refund")).toEqual([
    {
      href: "/Faqs#faq-7",
      title: "Can I get my tuition back?",
      place: "Questions",
      excerpt: "You may ask for a refund in the first week.",
    },
  ]);
});

test("the search ranks whole words before longer words that begin with them", () => {
  expect(idsFor("docker")).toEqual([
    "/course/foundational#week-9",
    "/course/advanced#week-2",
    "/course/advanced#week-4",
  ]);
});

test.each(["price", "instalment", "installment", "pricing"])(
  "the search for %s leads to the page about prices first",
  (query) => {
    expect(idsFor(query)[0]).toBe("/Pricing");
  },
);

test.each(["dock", "dokcer", "DOCKER"])("the search finds Docker for %s", (query) => {
  expect(idsFor(query)).toContain("/course/foundational#week-9");
});

test("a text is searched without its Markdown", () => {
  const text = "The fee is <Fee />.\n\n- **Bold** words\n- A [link](/Pricing)\n";
  expect(plainProse(text, { Fee: "N15,000" })).toBe("The fee is N15,000. Bold words A link");
});

test("the search finds nothing for a word that does not occur", () => {
  expect(idsFor("blockchain")).toEqual([]);
});

test("the search matches all words, or any of them where nothing has them all", () => {
  expect(idsFor("docker kubernetes")).toEqual(["/course/advanced#week-2"]);
  expect(idsFor("refund kubernetes")).toHaveLength(2);
});
