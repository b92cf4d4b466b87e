// npm run browsers: gathers the scripts and style sheets of the tests' built site, inline ones too, each once, for the tools that
// compare them with the browsers of package.json.
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseDocument } from "htmlparser2";
import { root } from "./run-tool.mjs";

const SITE = `${root}.e2e/site/dist/client`;
const FOLDER = `${root}.e2e/built-code`;
const DATA = ["application/ld+json", "application/json", "speculationrules"];

if (!existsSync(SITE)) throw new Error("The tests' sites are not built yet: npm run build:e2e.");
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
for (const file of globSync(`${SITE}/**/*.{js,css}`)) copyFileSync(file, `${FOLDER}/${basename(file)}`);
const written = new Set();
for (const file of globSync(`${SITE}/**/*.html`)) {
  for (const { ending, text } of inlineCode(readFileSync(file, "utf8"))) {
    if (written.has(text)) continue;
    written.add(text);
    writeFileSync(`${FOLDER}/${basename(file, ".html")}-${written.size}.${ending}`, text);
  }
}

/** @returns the text of each inline script and style of a page, with the ending of its kind */
function inlineCode(html) {
  const elements = [];
  const visit = (node) => {
    if (node.name === "style") elements.push({ ending: "css", text: node.children[0]?.data ?? "" });
    if (node.name === "script" && !node.attribs.src && !DATA.includes(node.attribs.type))
      elements.push({ ending: "js", text: node.children[0]?.data ?? "" });
    node.children?.forEach(visit);
  };
  visit(parseDocument(html));
  return elements;
}
