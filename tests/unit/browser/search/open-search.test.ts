import { describe, expect, test } from "vitest";
import { openSearch } from "~/browser/search/open-search.ts";
import { plainProse } from "~/content/feeds/plain-prose.ts";
import { searchIndex } from "~/content/feeds/search-index.ts";

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
  test("the search finds a word of a text, and its address", () => {
    expect(search.find("refund")).toEqual([
      {
        id: "/Faqs#faq-7",
        title: "Can I get my tuition back?",
        place: "Questions",
        excerpt: "You may ask for a refund in the first week.",
      },
    ]);
  });

  test("the search ranks a match in the title first", () => {
    expect(found("docker")).toEqual(["/course/foundational#week-9", "/course/advanced#week-2"]);
  });

  test.each([["dock"], ["dokcer"], ["DOCKER"]])("the search finds Docker for %s", (query) => {
    expect(found(query)).toContain("/course/foundational#week-9");
  });

  test("the search matches all words, or any of them where nothing has them all", () => {
    expect(found("docker kubernetes")).toEqual(["/course/advanced#week-2"]);
    expect(found("refund kubernetes")).toHaveLength(2);
  });

  test("the search finds nothing for what does not occur", () => {
    expect(found("blockchain")).toEqual([]);
  });
});

test("a text is searched by its words, not by its marks", () => {
  const text = "The fee is <Fee />.\n\n- **Bold** words\n- A [link](/Pricing)\n";
  expect(plainProse(text, { Fee: "N15,000" })).toBe("The fee is N15,000. Bold words A link");
});
