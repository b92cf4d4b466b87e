import type { Field } from "@sveltia/cms";
import { z } from "astro/zod";
import type { fieldDocs, Written } from "./field-docs.ts";

/** Fields that name a file of another collection. */
const REFERENCES: Partial<Record<string, string>> = {
  course: "courses",
  plansOf: "courses",
  fits: "tracks",
  track: "tracks",
};

/** Longer texts get a box of several lines. */
const ONE_LINE = 100;

/** Where the comments stand, and the names of a collection's files, for fields that are called by them. */
export interface Sources {
  readonly docs: ReturnType<typeof fieldDocs>;
  namesIn(collection: string): readonly string[];
}

/** The editor's fields of a block, one for each field of its schema. */
export function fieldsOf(schema: z.core.$ZodType, written: Written | undefined, sources: Sources): Field[] {
  const { inner } = unwrapped(schema);
  if (!(inner instanceof z.core.$ZodObject)) throw new Error("Only a block of fields can be edited.");
  return Object.entries(inner._zod.def.shape).map(([name, value]) => {
    const own = written && sources.docs.field(written.node, name);
    const { isRequired, inner: kind } = unwrapped(value);
    const common = {
      name,
      label: labelOf(name),
      required: isRequired,
      ...(own?.doc && { hint: own.doc }),
    };
    return { ...common, ...widgetOf(name, kind, value, own, sources) } as Field;
  });
}

/** "nextCohortDate" is "Next cohort date". */
export function labelOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z0-9])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A schema without what stands around it: whether it may be left out, and how its value is changed afterwards. */
function unwrapped(schema: z.core.$ZodType): { inner: z.core.$ZodType; isRequired: boolean } {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodDefault) {
    return { ...unwrapped(schema._zod.def.innerType), isRequired: false };
  }
  if (schema instanceof z.core.$ZodPipe) {
    const { in: before, out: after } = schema._zod.def;
    return unwrapped(before instanceof z.core.$ZodTransform ? after : before);
  }
  return { inner: schema, isRequired: true };
}

function widgetOf(
  name: string,
  kind: z.core.$ZodType,
  schema: z.core.$ZodType,
  written: Written | undefined,
  sources: Sources,
): Record<string, unknown> {
  if (kind instanceof z.core.$ZodEnum) {
    return { widget: "select", options: Object.values(kind._zod.def.entries) };
  }
  if (kind instanceof z.core.$ZodBoolean) return { widget: "boolean", default: false, ...defaultOf(schema) };
  if (kind instanceof z.core.$ZodNumber) return numberWidget(kind);
  if (kind instanceof z.core.$ZodString) return textWidget(name, kind);
  if (kind instanceof z.core.$ZodArray) return listWidget(name, kind, written, sources);
  if (kind instanceof z.core.$ZodObject) {
    return { widget: "object", collapsed: "auto", fields: fieldsOf(kind, written, sources) };
  }
  const collection = REFERENCES[name];
  if (kind instanceof z.core.$ZodRecord && collection) {
    const value = widgetOf(name, unwrapped(kind._zod.def.valueType).inner, kind, undefined, sources);
    const fields = sources.namesIn(collection).map((each) => ({
      ...value,
      name: each,
      label: each,
      required: false,
      hint: "Leave it empty, or write how much it counts.",
    }));
    return { widget: "object", collapsed: "auto", fields };
  }
  throw new Error(`The editor has no field for ${name}, a ${kind._zod.def.type}.`);
}

function defaultOf(schema: z.core.$ZodType): { default?: unknown } {
  return schema instanceof z.core.$ZodDefault ? { default: schema._zod.def.defaultValue } : {};
}

function numberWidget(kind: z.core.$ZodNumber): Record<string, unknown> {
  const { type, minimum, exclusiveMinimum, maximum } = rulesOf(kind);
  const isWhole = type === "integer";
  return {
    widget: "number",
    value_type: isWhole ? "int" : "float",
    step: isWhole ? 1 : 0.0001,
    ...limit("min", exclusiveMinimum === 0 ? 1 : minimum),
    ...limit("max", maximum),
  };
}

/** What a schema asks of one value, in the words of JSON Schema. */
function rulesOf(kind: z.core.$ZodType) {
  return z.toJSONSchema(kind, { io: "input", unrepresentable: "any" });
}

/** What the schema says of a text that has another form. */
function wordsForForm(kind: z.core.$ZodString): string {
  const { error } = z.safeParse(kind, "§");
  const words = error?.issues.find(({ code }) => code === "invalid_format")?.message;
  return words ?? "Write it as the help text says.";
}

function textWidget(name: string, kind: z.core.$ZodString): Record<string, unknown> {
  const { minLength, maxLength, pattern, format } = rulesOf(kind);
  const collection = REFERENCES[name];
  if (collection)
    return { widget: "relation", collection, value_field: "{{slug}}", display_fields: ["name"] };
  if (format === "date") return { widget: "datetime", type: "date", format: "YYYY-MM-DD" };
  if (name === "image") return { widget: "image", choose_url: false };
  return {
    widget: (maxLength ?? ONE_LINE) > ONE_LINE ? "text" : "string",
    ...(format === "uri" && { type: "url" }),
    ...limit("minlength", minLength),
    ...limit("maxlength", maxLength),
    ...(pattern && { pattern: [pattern, wordsForForm(kind)] }),
  };
}

function listWidget(
  name: string,
  kind: z.core.$ZodArray,
  written: Written | undefined,
  sources: Sources,
): Record<string, unknown> {
  const { minItems, maxItems } = rulesOf(kind);
  const { inner } = unwrapped(kind._zod.def.element);
  const common = { widget: "list", ...limit("min", minItems), ...limit("max", maxItems) };
  if (inner instanceof z.core.$ZodObject) {
    const fields = fieldsOf(inner, written, sources);
    return { ...common, collapsed: true, summary: `{{fields.${fields[0]?.name}}}`, fields };
  }
  const item = { name: "item", label: labelOf(name), ...widgetOf("item", inner, inner, undefined, sources) };
  return { ...common, field: item };
}

/** A bound, where the schema has one that means something. */
function limit(name: string, value: unknown): Record<string, number> {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? { [name]: value } : {};
}
