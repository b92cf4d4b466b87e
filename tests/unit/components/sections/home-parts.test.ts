import { experimental_AstroContainer as AstroContainer } from "astro/container";
import { beforeAll, expect, it } from "vitest";
import { playerAddress } from "~/browser/page-scripts/play-video.ts";
import AlumniPlaces from "~/components/sections/AlumniPlaces.astro";
import Testimonial from "~/components/sections/Testimonial.astro";
import Video from "~/components/sections/Video.astro";

let container: AstroContainer;
beforeAll(async () => {
  container = await AstroContainer.create();
});

it.each([
  ["the initials without a photo", undefined, ">AO<", "<img"],
  ["the photo", "/photos/ada.jpg", 'src="/photos/ada.jpg"', ">AO<"],
])("a testimonial shows %s", async (_, image, shown, hidden) => {
  const graduate = { name: "Ada Obi", role: "Cloud Engineer", line: "green", initials: "AO" } as const;
  const props = { ...graduate, comment: "I built it.", placeholder: false, image };
  const html = await container.renderToString(Testimonial, { props });
  expect(html).toContain(shown);
  expect(html).not.toContain(hidden);
});

it("the video is a poster with a link, and asks YouTube for nothing", async () => {
  const props = { youtubeId: "dQw4w9WgXcQ", title: "A class" };
  const html = await container.renderToString(Video, { props });
  expect(html).toContain('href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"');
  expect(html).not.toMatch(/<iframe|src="https/);
});

it("the video plays from the host that sets no cookies", () => {
  expect(playerAddress("dQw4w9WgXcQ")).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/);
});

it("the places of graduates have a note while one of them is an example", async () => {
  const props = { heading: "Where", lead: "Here.", placeholderNote: "Only examples." };
  const place = { city: "Lagos", country: "Nigeria", latitude: 6.5, longitude: 3.4 };
  const renderPlaces = (...areExamples: boolean[]) => {
    const places = areExamples.map((placeholder) => ({ ...place, placeholder }));
    return container.renderToString(AlumniPlaces, { props: { ...props, places } });
  };
  expect(await renderPlaces(false, true)).toContain("Only examples.");
  expect(await renderPlaces(false)).not.toContain("Only examples.");
});
