import { gzipSync } from "node:zlib";
import { experimental_AstroContainer as AstroContainer } from "astro/container";
import { beforeAll, expect, it } from "vitest";
import AlumniMap from "~/components/illustrations/alumni-map/AlumniMap.astro";
import FilePicture from "~/components/illustrations/FilePicture.astro";
import HeroMap from "~/components/illustrations/HeroMap.astro";
import LogoMark from "~/components/illustrations/LogoMark.astro";
import PagePicture from "~/components/illustrations/PagePicture.astro";
import TrackPicture from "~/components/illustrations/TrackPicture.astro";
import { trackPictures } from "~/components/illustrations/track-pictures.ts";

type Component = Parameters<AstroContainer["renderToString"]>[0];
type Picture = readonly [name: string, component: Component, props: Record<string, unknown>];

const places = [
  { city: "Lagos", country: "Nigeria", latitude: 6.45, longitude: 3.4 },
  { city: "Abuja", country: "Nigeria", latitude: 9.06, longitude: 7.5 },
];

const decorations: readonly Picture[] = [
  ["hero map", HeroMap, {}],
  ["about picture", PagePicture, { picture: "about" }],
  ["curriculum picture", PagePicture, { picture: "curriculum" }],
  ["buffer stop", PagePicture, { picture: "not-found" }],
  ["play sign", FilePicture, { picture: "video-poster" }],
  ["logo", LogoMark, {}],
  ...Object.keys(trackPictures).map((track): Picture => [`${track} picture`, TrackPicture, { track }]),
  ["alumni map", AlumniMap, { places }],
];

let container: AstroContainer;
beforeAll(async () => {
  container = await AstroContainer.create();
});

it.each(decorations)(
  "the %s is small, uses the tokens' colours, and is hidden from screen readers",
  async (_, component, props) => {
    const html = await container.renderToString(component, { props });
    expect(html).toContain("<svg");
    expect(gzipSync(html).length).toBeLessThan((component === AlumniMap ? 12 : 4) * 1024);
    expect(html).not.toMatch(/style=|<style|#[0-9a-f]{3,8}\b|rgb|undefined|NaN/i);
    expect(html).toContain('aria-hidden="true"');
    expect(html).not.toContain('role="img"');
  },
);

it.each(decorations.filter(([name]) => name === "hero map" || name === "about picture"))(
  "the %s with a title is an image for screen readers",
  async (_, component, props) => {
    const html = await container.renderToString(component, { props: { ...props, title: "What it shows" } });
    expect(html).toContain('role="img"');
    expect(html).toContain("<title>What it shows</title>");
    expect(html).not.toContain("aria-hidden");
  },
);
