import type { APIRoute, GetStaticPaths } from "astro";
import { experimental_AstroContainer as AstroContainer } from "astro/container";
import AlumniMap from "~/components/illustrations/alumni-map/AlumniMap.astro";
import alumniMapCss from "~/components/illustrations/alumni-map/alumni-map.css?raw";
import FilePicture from "~/components/illustrations/FilePicture.astro";
import sharedCss from "~/components/illustrations/picture-file.css?raw";
import { getHome } from "~/content/queries/pages.ts";
import { colourNamed, darkColours, lightColours } from "~/styles/token-colours.ts";

/** The pictures that are separate files, because they are far down a page and would make it heavy. */
const pictures = [
  "alumni-map",
  "closing-notice",
  "video-poster",
  "perk-terminal",
  "perk-mentor",
  "perk-career",
  "perk-community",
] as const;

export const getStaticPaths = (() =>
  pictures.map((picture) => ({ params: { picture } }))) satisfies GetStaticPaths;

export const GET: APIRoute<never, { picture: (typeof pictures)[number] }> = async ({
  params: { picture },
}) => {
  const container = await AstroContainer.create();
  const { alumni } = await getHome();
  const file =
    picture === "alumni-map"
      ? pictureFile(await container.renderToString(AlumniMap, { props: alumni }), alumniMapCss)
      : pictureFile(await container.renderToString(FilePicture, { props: { picture } }));
  return new Response(file, { headers: { "content-type": "image/svg+xml" } });
};

/**
 * Makes an SVG file of a rendered picture. The page's style sheet does not reach the file, so the picture's
 * colours in both schemes and the rules of its text are added.
 * @param html the rendered component, whose first `<svg>` is the picture
 * @param css the picture's own rules
 */
function pictureFile(html: string, css = ""): string {
  const [svg] = /<svg[\s\S]*<\/svg>/.exec(html) ?? [];
  if (!svg) throw new Error("A picture without an <svg> cannot become a file.");
  const names = [
    ...new Set(Array.from(`${svg}${css}`.matchAll(/var\(--color-([a-z-]+)\)/g), ([, name = ""]) => name)),
  ];
  const values = (colours: typeof lightColours) =>
    names.map((name) => `--color-${name}:${colourNamed(name, colours)}`).join(";");
  const style = `:root{${values(lightColours)}}@media (prefers-color-scheme:dark){:root{${values(darkColours)}}}${sharedCss}${css}`;
  return svg
    .replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace(">", `><style>${style}</style>`);
}
