import type { Field } from "@sveltia/cms";
import { z } from "astro/zod";
import { references } from "../../../src/content/schemas/collections.ts";

const ONE_LINE = 100;

interface Rules
  extends Pick<
    z.core.JSONSchema.BaseSchema,
    | "type"
    | "description"
    | "default"
    | "enum"
    | "required"
    | "format"
    | "pattern"
    | "minLength"
    | "maxLength"
    | "minItems"
    | "maxItems"
    | "minimum"
    | "exclusiveMinimum"
    | "maximum"
  > {
  readonly properties?: Readonly<Record<string, Rules>>;
  readonly items?: Rules;
  readonly additionalProperties?: Rules;
  readonly wordsForForm?: string;
}

/**
 * The editor's fields of a block, one for each field of its schema, with the schema's descriptions as help texts.
 * @param namesIn the names of a collection's files, for fields that are called by them
 */
export function fieldsOf(schema: z.ZodType, namesIn: (collection: string) => readonly string[]): Field[] {
  const rules = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.core.$ZodString) jsonSchema.wordsForForm = wordsForForm(zodSchema);
    },
  });
  return blockFields(rules as Rules);

  function blockFields({ properties = {}, required = [] }: Rules): Field[] {
    return Object.entries(properties).map(([name, field]) => {
      const common = { name, label: labelOf(name), required: required.includes(name) };
      const hint = field.description && { hint: field.description };
      return { ...common, ...hint, ...widgetOf(name, field) } as Field;
    });
  }

  function widgetOf(name: string, field: Rules): Record<string, unknown> {
    if (field.enum) return { widget: "select", options: field.enum };
    switch (field.type) {
      case "boolean":
        return { widget: "boolean", default: field.default ?? false };
      case "integer":
      case "number":
        return numberWidget(field);
      case "string":
        return textWidget(name, field);
      case "array":
        return listWidget(name, field);
      case "object": {
        const fields = field.properties ? blockFields(field) : fieldsByName(name, field);
        return { widget: "object", collapsed: "auto", fields };
      }
      default:
        throw new Error(`The editor has no field for ${name}, of the type ${field.type}.`);
    }
  }

  function listWidget(name: string, { items = {}, minItems, maxItems }: Rules): Record<string, unknown> {
    const common = { widget: "list", ...limit("min", minItems), ...limit("max", maxItems) };
    if (items.properties) {
      const fields = blockFields(items);
      return { ...common, collapsed: true, summary: `{{fields.${fields[0]?.name}}}`, fields };
    }
    return { ...common, field: { name: "item", label: labelOf(name), ...widgetOf("item", items) } };
  }

  /** One field for each file of the collection that is referred to. */
  function fieldsByName(name: string, { additionalProperties = {} }: Rules) {
    const value = widgetOf("item", additionalProperties);
    const hint = "Leave it empty, or write how much it counts.";
    return namesIn(references[name] ?? "").map((id) => ({
      ...value,
      name: id,
      label: id,
      required: false,
      hint,
    }));
  }
}

/** "registrationCloses" is "Registration closes". */
export function labelOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z0-9])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function numberWidget({ type, minimum, exclusiveMinimum, maximum }: Rules): Record<string, unknown> {
  const isWhole = type === "integer";
  return {
    widget: "number",
    value_type: isWhole ? "int" : "float",
    step: isWhole ? 1 : 0.0001,
    ...limit("min", exclusiveMinimum === 0 ? 1 : minimum),
    ...limit("max", maximum),
  };
}

function wordsForForm(schema: z.core.$ZodString): string {
  const { error } = z.safeParse(schema, "§");
  const words = error?.issues.find(({ code }) => code === "invalid_format")?.message;
  return words ?? "Write it as the help text says.";
}

function textWidget(name: string, rules: Rules): Record<string, unknown> {
  const { minLength, maxLength, pattern, format } = rules;
  const collection = references[name];
  if (collection)
    return { widget: "relation", collection, value_field: "{{slug}}", display_fields: ["name"] };
  if (format === "date") return { widget: "datetime", type: "date", format: "YYYY-MM-DD" };
  if (name === "image") return { widget: "image", choose_url: false };
  return {
    widget: (maxLength ?? ONE_LINE) > ONE_LINE ? "text" : "string",
    ...(format === "uri" && { type: "url" }),
    ...limit("minlength", minLength),
    ...limit("maxlength", maxLength),
    ...(pattern && { pattern: [pattern, rules.wordsForForm] }),
  };
}

/** Returns a bound of the schema, unless it is the default of integers. */
function limit(name: string, value: unknown): Record<string, number> {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? { [name]: value } : {};
}
