import type { Field } from "@sveltia/cms";
import { z } from "astro/zod";
import { references } from "../../../src/content/schemas/collections.ts";

/** The most characters of a text that is edited in one line. */
const ONE_LINE = 100;

type SchemaKey =
  | ("type" | "description" | "default" | "enum" | "required" | "format" | "pattern")
  | ("minLength" | "maxLength" | "minItems" | "maxItems" | "minimum" | "exclusiveMinimum" | "maximum");

/** A schema of content in JSON Schema, whose nested schemas are never booleans. */
interface Rules extends Pick<z.core.JSONSchema.BaseSchema, SchemaKey> {
  readonly properties?: Readonly<Record<string, Rules>>;
  readonly items?: Rules;
  readonly additionalProperties?: Rules;
  /** The message about a text that does not match the pattern. */
  readonly patternMessage?: string;
}

/**
 * Returns the editor's fields of an object, one for each field of its schema. Descriptions become help texts.
 * @param entryIds returns the ids of a collection's entries, which name the fields of some objects
 */
export function fieldsOf(schema: z.ZodType, entryIds: (collection: string) => readonly string[]): Field[] {
  const rules = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.core.$ZodString) jsonSchema.patternMessage = patternMessage(zodSchema);
    },
  });
  return objectFields(rules as Rules);

  function objectFields({ properties = {}, required = [] }: Rules): Field[] {
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
        const fields = field.properties ? objectFields(field) : fieldsById(name, field);
        return { widget: "object", collapsed: "auto", fields };
      }
      default:
        throw new Error(`The editor has no field for ${name}, of the type ${field.type}.`);
    }
  }

  function listWidget(name: string, { items = {}, minItems, maxItems }: Rules): Record<string, unknown> {
    const common = { widget: "list", ...limit("min", minItems), ...limit("max", maxItems) };
    if (items.properties) {
      const fields = objectFields(items);
      return { ...common, collapsed: true, summary: `{{fields.${fields[0]?.name}}}`, fields };
    }
    return { ...common, field: { name: "item", label: labelOf(name), ...widgetOf("item", items) } };
  }

  /** Returns a field for each entry of the collection that the object refers to. */
  function fieldsById(name: string, { additionalProperties = {} }: Rules) {
    const value = widgetOf("item", additionalProperties);
    const hint = "Leave it empty, or write how much it counts.";
    return entryIds(references[name] ?? "").map((id) => ({
      ...value,
      name: id,
      label: id,
      required: false,
      hint,
    }));
  }
}

/** Returns the label of a field: "Registration closes" for "registrationCloses". */
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

/** Returns the schema's own message about a text of the wrong form. */
function patternMessage(schema: z.core.$ZodString): string {
  const { error } = z.safeParse(schema, "§");
  const issue = error?.issues.find(({ code }) => code === "invalid_format");
  return issue?.message ?? "Write it as the help text says.";
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
    ...(pattern && { pattern: [pattern, rules.patternMessage] }),
  };
}

/** Returns a limit of the schema as an option of a field; none for the default limits of integers. */
function limit(name: string, value: unknown): Record<string, number> {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? { [name]: value } : {};
}
