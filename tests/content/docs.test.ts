/** Checks that the documents name only links, headings, paths and commands that exist. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/dev/run-tool.mjs";

const read = (path: string) => readFileSync(root + path, "utf8");

const documents = globSync(["*.md", "docs/**/*.md", "content/*.md", ".github/**/*.md"], { cwd: root }).map(
  (path) => path.replaceAll("\\", "/"),
);
const manifest: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"));

/** Removes blocks of code, whose brackets are no links. */
const withoutCode = (markdown: string) => markdown.replace(/^ *```[\s\S]*?^ *```/gm, "");

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchors(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

/** Returns the local targets of a document's links and pictures, each with the text after "#". */
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
