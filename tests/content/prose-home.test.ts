import { describe, expect, it } from "vitest";
import { contactPageSchema } from "~/content/schemas/contact-page.ts";
import { homePageSchema } from "~/content/schemas/home-page.ts";
import { perkSchema } from "~/content/schemas/perk.ts";
import { testimonialSchema } from "~/content/schemas/testimonial.ts";
import { placesInOrder, readProse, readProseFolder, refusals } from "../fixtures/prose-files.ts";

describe("home", () => {
  const words = homePageSchema.parse(readProse("pages/home.yaml").data);

  it("Home counts to the three figures in their time", () => {
    const counters = words.metrics.figures.map(({ value, suffix, seconds }) => [value, suffix, seconds]);
    expect(counters).toEqual([
      [95, "%", 1],
      [2500, "+", 3],
      [85, "%", 2],
    ]);
  });

  it("Home explains only the 85 percent, and marks the other two figures as unexplained", () => {
    expect(words.metrics.figures.map((figure) => figure.placeholder)).toEqual([true, true, false]);
    expect(words.metrics.figures[2]?.label).toMatch(/attendance/i);
  });

  it("Home marks a video without an address as one that is still to come", () => {
    const unfinished = { ...words, video: { ...words.video, youtubeId: {} } };
    expect(refusals(homePageSchema, unfinished)).toEqual([
      "video.youtubeId.value: youtubeId is missing. Write it as value, or keep placeholder: true.",
    ]);
  });
});

describe("testimonials", () => {
  const testimonials = readProseFolder("testimonials").map((file) => testimonialSchema.parse(file.data));

  it("there are seven testimonials, no two alike", () => {
    expect(testimonials).toHaveLength(7);
    expect(new Set(testimonials.map((testimonial) => testimonial.comment)).size).toBe(7);
  });

  it("a placeholder never passes for a graduate's own testimonial", () => {
    const waiting = testimonials.filter((testimonial) => testimonial.placeholder);
    for (const testimonial of waiting) {
      expect(testimonial.comment).toMatch(/^Here a graduate tells /);
      expect(testimonial.name).toMatch(/^A graduate of /);
    }
  });

  it("a testimonial is refused when it is published with the name still missing", () => {
    const finished = {
      comment: "The labs made the difference: I broke a server on purpose and learnt to mend it.",
      name: "A graduate of Cloud DevOps",
      role: "Cloud Engineer",
      track: "devops",
    };
    expect(refusals(testimonialSchema, finished)).toEqual([
      "name: name is still the example's. Write the real one, or keep placeholder: true.",
    ]);
  });
});

describe("perks", () => {
  const perks = readProseFolder("perks").map((file) => perkSchema.parse(file.data));

  it("there are four perks, each with a place and a drawing of its own", () => {
    expect(placesInOrder(perks)).toEqual([1, 2, 3, 4]);
    expect(new Set(perks.map((perk) => perk.icon)).size).toBe(4);
  });

  it("of the perks only the job community is coming soon", () => {
    expect(perks.filter((perk) => perk.comingSoon).map((perk) => perk.icon)).toEqual(["community"]);
  });
});

it("contact greets with the words people know", () => {
  expect(contactPageSchema.parse(readProse("pages/contact.yaml").data)).toMatchObject({
    heading: "Need help? Get in touch",
    subtitle: "Contact us for more enquiries.",
    chatHeading: "OR Chat with our representative",
  });
});
