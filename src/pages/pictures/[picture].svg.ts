import type { APIRoute, GetStaticPaths } from "astro";
import { experimental_AstroContainer as AstroContainer } from "astro/container";
import AlumniMap from "~/components/illustrations/alumni-map/AlumniMap.astro";
import alumniMapCss from "~/components/illustrations/alumni-map/alumni-map.css?raw";
import ClosingSign from "~/components/illustrations/ClosingSign.astro";
import PerkPicture from "~/components/illustrations/PerkPicture.astro";
import PlaySign from "~/components/illustrations/PlaySign.astro";
import perkCss from "~/components/illustrations/perk-picture.css?raw";
import { pictureFile } from "~/components/illustrations/picture-file.ts";
import { getHome } from "~/content/queries/pages.ts";

/** Pictures far down a page: files of their own, fetched when they come near the screen, so that the page stays light. */
const pictures = {
  "alumni-map": { Picture: AlumniMap, css: alumniMapCss },
  "closing-notice": { Picture: ClosingSign, css: "" },
  "video-poster": { Picture: PlaySign, css: "" },
  "perk-terminal": { Picture: PerkPicture, css: perkCss },
  "perk-mentor": { Picture: PerkPicture, css: perkCss },
  "perk-career": { Picture: PerkPicture, css: perkCss },
  "perk-community": { Picture: PerkPicture, css: perkCss },
} as const;

export const getStaticPaths = (() =>
  Object.keys(pictures).map((picture) => ({ params: { picture } }))) satisfies GetStaticPaths;

export const GET: APIRoute<never, { picture: keyof typeof pictures }> = async ({ params }) => {
  const { Picture, css } = pictures[params.picture];
  const container = await AstroContainer.create();
  const home = await getHome();
  const props = {
    places: home.alumni.places,
    icon: params.picture.replace("perk-", ""),
  };
  return new Response(pictureFile(await container.renderToString(Picture, { props }), css), {
    headers: { "content-type": "image/svg+xml" },
  });
};
