import { fileURLToPath } from "node:url";
import type { CmsConfig } from "@sveltia/cms";
import { expect, test } from "vitest";
import { cmsConfig } from "../../scripts/dev/editor/cms-config.ts";
import { siteRoutes } from "../../src/build/content-check/links.ts";
import { readContent } from "../../src/build/content-check/read-entries.ts";
import { collections } from "../../src/content/schemas/collections.ts";
import { contentFolder } from "../fixtures/content-entries.ts";
import { routes } from "../fixtures/routes.ts";
import { realContent } from "./real-content.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const config = cmsConfig(realContent, "http://localhost:4321");

/** The part of an editor's field that the tests read. */
interface EditorField {
  readonly name: string;
  readonly label: string;
  readonly widget: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly pattern?: readonly [string, string];
  readonly fields?: readonly EditorField[];
  readonly field?: EditorField;
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

/** Reads every entry of a folder of content. */
function entriesIn(folder: string) {
  return readContent(folder).entries;
}

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

/** Returns the values of a file that the editor would refuse or lose. */
function slips(fields: readonly EditorField[], data: unknown, path = ""): string[] {
  const block = data as Record<string, unknown>;
  const unknown = Object.keys(block).filter((key) => !fields.some(({ name }) => name === key));
  const missing = fields.filter(({ name, required }) => required && name !== "body" && !(name in block));
  return [
    ...unknown.map((key) => `${path}${key} has no field`),
    ...missing.map(({ name }) => `${path}${name} is required, and not there`),
    ...fields
      .filter(({ name }) => name in block)
      .flatMap((field) => slipsOfValue(field, block[field.name], path + field.name)),
  ];
}

function slipsOfValue(field: EditorField, value: unknown, path: string): string[] {
  const { widget, min = -Infinity, max = Infinity, minlength = 0, maxlength = Infinity } = field;
  const isWithin = (size: number, from: number, to: number) => size >= from && size <= to;
  const refused = (isRight: boolean) => (isRight ? [] : [`${path} refuses ${JSON.stringify(value)}`]);
  switch (widget) {
    case "object":
      return slips(field.fields ?? [], value, `${path}.`);
    case "list": {
      const items = value as unknown[];
      return [
        ...refused(isWithin(items.length, min, max)),
        ...items.flatMap((item, index) =>
          field.field
            ? slipsOfValue(field.field, item, `${path}.${index}`)
            : slips(field.fields ?? [], item, `${path}.${index}.`),
        ),
      ];
    }
    case "number":
      return refused(typeof value === "number" && isWithin(value, min, max));
    case "boolean":
      return refused(typeof value === "boolean");
    case "select":
      return refused(field.options?.includes(String(value)) ?? false);
    case "datetime":
      return refused(/^\d{4}-\d{2}-\d{2}$/.test(String(value)));
    default: {
      const text = String(value).trim();
      const hasForm = !field.pattern || new RegExp(field.pattern[0]).test(text);
      return refused(typeof value === "string" && isWithin(text.length, minlength, maxlength) && hasForm);
    }
  }
}

test("the visual editor has every collection", () => {
  const files = entriesIn(contentFolder).map(({ file }) => kindOf(file).name);
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

test.each(entriesIn(realContent).map((entry): [string, unknown] => [entry.file, entry.typed]))(
  "the visual editor accepts %s as it is",
  (file, data) => {
    expect(slips(kindOf(file).fields, data)).toEqual([]);
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

test("the visual editor shows the schema's own error messages", () => {
  const time = allFields(kindOf("content/catalogue/devops.mdx").fields).find(([path]) => path === "time");
  expect(time?.[1].pattern?.[1]).toBe('time must read like "8 Weeks", "6 Months" or "3 / 4 Months".');
});

test("the visual editor leaves out empty fields", () => {
  const { output }: CmsConfig = config;
  expect(output?.omit_empty_optional_fields).toBe(true);
});

test("the editor has no address on the site", () => {
  const addresses = siteRoutes(`${root}src/pages/`);
  expect(addresses.filter((address) => /edit|cms|admin/i.test(address))).toEqual([]);
});
