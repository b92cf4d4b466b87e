/** What the documents name must be there: links, headings, paths, commands and packages. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");

const documents = globSync(["*.md", "docs/**/*.md", "content/*.md", ".github/**/*.md"], { cwd: root }).map(
  (path) => path.replaceAll("\\", "/"),
);
const manifest: {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
} = JSON.parse(read("package.json"));

/** Blocks of code show examples, in which brackets are no links. */
const withoutCode = (markdown: string) => markdown.replace(/^ *```[\s\S]*?^ *```/gm, "");

/** The anchors of a document's headings, as GitHub makes them. */
function anchors(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

/** Where a document's links and pictures on this machine lead, with what follows the "#". */
function links(markdown: string): { target: string; anchor: string }[] {
  const prose = withoutCode(markdown).replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? "")
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [target = "", anchor = ""] = link.split("#");
      return { target, anchor };
    });
}

const spans = (markdown: string) =>
  [...withoutCode(markdown).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);

describe.each(documents)("%s", (path) => {
  const markdown = read(path);

  test("a document links only to files and headings that exist", () => {
    const broken = links(markdown).filter(({ target, anchor }) => {
      const file = target ? posix.join(posix.dirname(path), decodeURIComponent(target)) : path;
      if (!existsSync(root + file)) return true;
      return anchor !== "" && !anchors(read(file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("a document names only paths that exist", () => {
    const named = spans(markdown).filter((span) =>
      /^(?:\.github|content|docs|public|scripts|src|tests)\/\S*$/.test(span),
    );
    expect(named.filter((name) => globSync(name, { cwd: root }).length === 0)).toEqual([]);
  });

  test("a document names only npm scripts that exist", () => {
    const named = [...markdown.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, script, short]) => script ?? short ?? "",
    );
    expect(named.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });
});

test("the README stays a page that people read", () => {
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(150);
});

test("docs/packages.md says of each package why it is here, and of no other", () => {
  const [explained = ""] = read("docs/packages.md").split("\n## Updating\n");
  const names = (explained.match(/^\| `.*?\|/gm) ?? []).flatMap(spans);
  expect(names.sort()).toEqual(
    [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)].sort(),
  );
});

test("docs/packages.md names the versions of packages that are held back as they are installed", () => {
  const [, held = ""] = read("docs/packages.md").split("\n## Held back\n");
  const rows = [...held.matchAll(/^\| (`.*?) \| ([\d.]+) \|/gm)];
  expect(rows.length).toBeGreaterThan(0);
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const [, packages = "", version = ""] of rows) {
    for (const name of spans(packages)) expect(installed[name], name).toMatch(new RegExp(`^${version}`));
  }
});

test("docs/testing.md names only end-to-end tests that exist", () => {
  const [, proofs = ""] = read("docs/testing.md").split("\n## What proves what\n");
  const [table = ""] = proofs.split("\n## ");
  const names = [...table.matchAll(/^\|.*\| (.*) \|$/gm)]
    .flatMap(([, cell = ""]) => spans(cell))
    .filter((name) => /^[a-z-]+$/.test(name));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !existsSync(`${root}tests/e2e/${name}.spec.ts`))).toEqual([]);
});
