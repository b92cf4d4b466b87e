/** What the documents promise about defences and settings must be true of the code. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

const textOf = (pattern: string) =>
  globSync(`${root}${pattern}`)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

/** The rows of the first table under a heading of a document, each as its cells. */
function table(document: string, heading: string): string[][] {
  const [, rest = ""] = readFileSync(root + document, "utf8").split(`\n## ${heading}\n`);
  const [section = ""] = rest.split("\n## ");
  const rows = section.match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
}
const quoted = (cell: string | undefined) =>
  [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);

test("each test that is named in the table of defences exists", () => {
  const tests = textOf("tests/{unit,e2e}/**/*.test.ts") + textOf("tests/{unit,e2e}/**/*.spec.ts");
  const rows = table("docs/security.md", "What is defended, how, and by which test");
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(quoted(row.at(-1)), row[0]).not.toEqual([]);
  const names = rows.flatMap((row) => quoted(row.at(-1)));
  expect(names.filter((name) => !tests.includes(`"${name}"`))).toEqual([]);
});

test("each setting of .env.example is read by somebody", () => {
  const code = textOf("{src,scripts}/**/*.{ts,mjs,astro}") + readFileSync(`${root}astro.config.mjs`, "utf8");
  const names = [...readFileSync(`${root}.env.example`, "utf8").matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name = ""]) => name,
  );
  expect(names.filter((name) => !code.includes(name))).toEqual([]);
});
