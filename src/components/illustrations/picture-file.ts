import { colourNamed, darkColours, lightColours } from "~/styles/token-colours.ts";
import sharedCss from "./picture-file.css?raw";

/**
 * Makes an SVG file of a picture that would be too heavy inside a page. The file has no access to the page's style sheet,
 * so the colours that it uses, in both schemes, and the rules of its text are added to it.
 * @param html rendered component; its first `<svg>` is the picture
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
