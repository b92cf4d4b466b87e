import { expect, test } from "vitest";
import { cmsConfig } from "../../scripts/dev/editor/cms-config.ts";
import { readContent } from "../../src/build/content-check/read-entries.ts";
import { collections } from "../../src/content/schemas/collections.ts";
import { contentFolder } from "../fixtures/content-entries.ts";
import { routes } from "../fixtures/routes.ts";
import { realContent } from "./real-content.ts";

const config = cmsConfig(realContent, "http://localhost:4321");

/** The part of an editor's field that the tests read. */
interface EditorField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly fields?: readonly EditorField[];
}

interface EditorKind {
  readonly name: string;
  readonly folder?: string;
  readonly file?: string;
  readonly extension?: string;
  readonly preview_path: string;
  readonly fields: readonly EditorField[];
}

const folders = config.collections as unknown as EditorKind[];
const singles = config.singletons as unknown as EditorKind[];
const kinds = [...folders, ...singles];

function kindOf(file: string): EditorKind {
  const kind =
    singles.find((single) => single.file === file) ??
    folders.find(({ folder, extension }) => `${folder}/${file.split("/").pop()}` === file && extension);
  if (!kind) throw new Error(`The editor does not have ${file}.`);
  return kind;
}

/** Lists every field, nested ones too, by its path. */
function allFields(fields: readonly EditorField[], path = ""): [path: string, field: EditorField][] {
  return fields.flatMap((field) => [
    [path + field.name, field] as [string, EditorField],
    ...allFields(field.fields ?? [], `${path}${field.name}.`),
  ]);
}

/** Returns the paths of a file's fields that the editor does not have, and would lose. */
function lostFields(fields: readonly EditorField[], data: unknown, path = ""): string[] {
  if (Array.isArray(data)) return data.flatMap((item) => lostFields(fields, item, path));
  if (fields.length === 0 || typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field ? lostFields(field.fields ?? [], value, `${path}${name}.`) : [path + name];
  });
}

test("the visual editor has every collection", () => {
  const files = readContent(contentFolder).entries.map(({ file }) => kindOf(file).name);
  expect(new Set(files).size).toBe(kinds.length);
  expect(folders.map(({ name }) => name)).toEqual(
    Object.entries(collections).flatMap(([name, { names }]) => (names ? [] : [name])),
  );
});

test.each(kinds.map((kind): [string, EditorKind] => [kind.name, kind]))(
  "the visual editor has a label and a help text for every field of %s",
  (_, { fields }) => {
    const silent = allFields(fields).filter(([, { hint, label }]) => !hint || !label);
    expect(silent.map(([path]) => path)).toEqual([]);
  },
);

test.each(readContent(realContent).entries.map((entry): [string, unknown] => [entry.file, entry.typed]))(
  "the visual editor has every field of %s",
  (file, data) => {
    expect(lostFields(kindOf(file).fields, data)).toEqual([]);
  },
);

test("the visual editor shows each entry on a page that exists", () => {
  // The page of mails is the sandbox's. It exists wherever the editor does.
  const pages: readonly string[] = [...routes, "/sandbox/mails"];
  const previewPages = kinds.map(({ preview_path: page }) =>
    page.replace("{{slug}}", "foundational").replace(/#.*/, ""),
  );
  expect(previewPages.filter((page) => !pages.includes(page))).toEqual([]);
});

test("the visual editor has the limits of the schema and its error messages", () => {
  const fields = Object.fromEntries(allFields(kindOf("content/catalogue/devops.mdx").fields));
  expect(fields).toMatchObject({
    order: { widget: "number", required: true, min: 1 },
    time: {
      minlength: 6,
      maxlength: 20,
      pattern: [expect.any(String), 'time must read like "8 Weeks", "6 Months" or "3 / 4 Months".'],
    },
    picture: { widget: "select", required: false, options: expect.arrayContaining(["aws"]) },
    learn: { widget: "list", min: 3, max: 10, field: { minlength: 10 } },
  });
});
