import { colourNamed, darkColours, lightColours } from "~/styles/token-colours.ts";
import sharedCss from "./picture-file.css?raw";

/**
 * A picture as a file of its own, for pages far above which it would weigh: it brings the colours of both schemes that
 * it names and the rules of its lettering, because a file sees nothing of the page's style sheet.
 * @param html what the picture's component draws; its first `<svg>` is the picture
 * @param css the picture's own rules
 */
export function pictureFile(html: string, css = ""): string {
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
