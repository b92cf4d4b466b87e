// npm run browsers: copies the scripts and style sheets of the built test site into one folder, for the tools
// that compare them with the browsers of package.json. Each inline script or style becomes a file, once.
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseDocument } from "htmlparser2";
import { root } from "./run-tool.mjs";

const SITE = `${root}.e2e/site/dist/client`;
const FOLDER = `${root}.e2e/built-code`;
const DATA_TYPES = ["application/ld+json", "application/json", "speculationrules"];

if (!existsSync(SITE)) throw new Error("The tests' sites are not built yet: npm run build:e2e.");
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
for (const file of globSync(`${SITE}/**/*.{js,css}`)) copyFileSync(file, `${FOLDER}/${basename(file)}`);
const writtenTexts = new Set();
for (const file of globSync(`${SITE}/**/*.html`)) {
  for (const { extension, text } of inlineCode(readFileSync(file, "utf8"))) {
    if (writtenTexts.has(text)) continue;
    writtenTexts.add(text);
    writeFileSync(`${FOLDER}/${basename(file, ".html")}-${writtenTexts.size}.${extension}`, text);
  }
}

/** Returns the inline scripts and styles of a page, each with its file extension. */
function inlineCode(html) {
  const code = [];
  const visit = (node) => {
    const text = node.children?.[0]?.data ?? "";
    if (node.name === "style") code.push({ extension: "css", text });
    if (node.name === "script" && !node.attribs.src && !DATA_TYPES.includes(node.attribs.type))
      code.push({ extension: "js", text });
    node.children?.forEach(visit);
  };
  visit(parseDocument(html));
  return code;
}
