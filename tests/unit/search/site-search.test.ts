import { describe, expect, test } from "vitest";
import { plainProse } from "~/search/plain-prose.ts";
import { openSearch, searchIndex } from "~/search/site-search.ts";

const search = openSearch(
  searchIndex([
    {
      id: "/Faqs#faq-7",
      title: "Can I get my tuition back?",
      place: "Questions",
      text: "You may ask for a refund in the first week.",
    },
    {
      id: "/course/foundational#week-9",
      title: "Containers with Docker",
      place: "Cloud DevOps Foundational, week 9",
      text: "Images, layers, Docker Compose",
    },
    {
      id: "/course/advanced#week-2",
      title: "Many containers",
      place: "Cloud DevOps Advanced, week 2",
      text: "Kubernetes, pods and Docker images",
    },
  ]),
);
const found = (query: string) => search.find(query).map(({ id }) => id);

describe("the search", () => {
  test("finds a word of a text, and where it stands", () => {
    expect(search.find("refund")).toEqual([
      {
        id: "/Faqs#faq-7",
        title: "Can I get my tuition back?",
        place: "Questions",
        excerpt: "You may ask for a refund in the first week.",
      },
    ]);
  });

  test("puts what has the word in its title first", () => {
    expect(found("docker")).toEqual(["/course/foundational#week-9", "/course/advanced#week-2"]);
  });

  test.each([["dock"], ["dokcer"], ["DOCKER"]])("finds Docker for %s", (query) => {
    expect(found(query)).toContain("/course/foundational#week-9");
  });

  test("wants all words, and any of them where nothing has them all", () => {
    expect(found("docker kubernetes")).toEqual(["/course/advanced#week-2"]);
    expect(found("refund kubernetes")).toHaveLength(2);
  });

  test("finds nothing for what does not occur", () => {
    expect(found("blockchain")).toEqual([]);
  });
});

test("a text is searched by its words, not by its marks", () => {
  const text = "The fee is <Fee />.\n\n- **Bold** words\n- A [link](/Pricing)\n";
  expect(plainProse(text, { Fee: "N15,000" })).toBe("The fee is N15,000. Bold words A link");
});
