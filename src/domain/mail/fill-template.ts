import { dayLabel } from "~/domain/dates/day.ts";
import { formatExact, type Money } from "~/domain/money/money.ts";
import { oneLine } from "~/domain/visible-text.ts";
import type {
  LinkedEnrolment,
  MailAcademy,
  MailChange,
  MailCharge,
  MailName,
  TypedLines,
} from "./learner-mails.ts";
import type {
  Block,
  Condition,
  Fact,
  Inline,
  MailTemplate,
  MaybeBlock,
  MaybeInline,
  Target,
} from "./mail-template.ts";
import type { MailValues, ValueKind } from "./mail-values.ts";
import { placeholdersOf } from "./placeholders.ts";

/** A mail with its values, from which HTML and plain text are written. */
export interface FilledMail {
  /** One line. */
  readonly subject: string;
  readonly preheader: string;
  readonly body: readonly FilledBlock[];
}

export type FilledInline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "strong" | "emphasis"; readonly children: readonly FilledInline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly FilledInline[] }
  | { readonly kind: "break" };

interface FilledFact {
  readonly name: string;
  readonly children: readonly FilledInline[];
}

export type FilledBlock =
  | { readonly kind: "heading"; readonly level: 1 | 2; readonly children: readonly FilledInline[] }
  | { readonly kind: "paragraph"; readonly children: readonly FilledInline[] }
  | {
      readonly kind: "list";
      readonly isOrdered: boolean;
      readonly items: readonly (readonly FilledBlock[])[];
    }
  | { readonly kind: "button"; readonly href: string; readonly children: readonly FilledInline[] }
  | { readonly kind: "facts"; readonly facts: readonly FilledFact[] }
  | { readonly kind: "note"; readonly children: readonly FilledBlock[] }
  | { readonly kind: "charges"; readonly charges: readonly MailCharge[] }
  | { readonly kind: "changes"; readonly changes: readonly MailChange[] }
  | {
      readonly kind: "enrolments";
      readonly enrolments: readonly LinkedEnrolment[];
      readonly children: readonly FilledInline[];
    };

/** The longest name in a mail. Longer ones are cut, because someone may type a message as a name. */
const LONGEST_NAME = 60;

/**
 * Puts the values into a template.
 * @throws TypeError when the template names an unknown value, which no built template does
 */
export function fillTemplate<Name extends MailName>(
  name: Name,
  template: MailTemplate,
  given: MailValues[Name],
  academy: MailAcademy,
): FilledMail {
  const placeholders = placeholdersOf(name);
  const values: unknown = { ...given, academy };

  const valueAt = (path: string): unknown =>
    path.split(".").reduce<unknown>((outer, step) => new Map(Object.entries(outer ?? {})).get(step), values);

  const required = (path: string): unknown => {
    const value = valueAt(path);
    if (value === null || value === undefined)
      throw new TypeError(`The mail ${name} has no value for ${path}.`);
    return value;
  };

  /** The academy's address and phone are links wherever they appear. */
  const contacts: Partial<Record<string, string>> = {
    "academy.email": `mailto:${academy.email}`,
    "academy.phone": `tel:${academy.dial}`,
  };

  const textOf = (path: string): string => {
    const kind = placeholders[path]?.kind;
    if (!kind) throw new TypeError(`The mail ${name} has no placeholder ${path}.`);
    return formatValue(kind, required(path));
  };

  const hrefOf = (to: Target): string =>
    "value" in to ? (required(to.value) as URL).href : new URL(to.address, academy.site).href;

  const isShown = (path: string) => isPresent(valueAt(path));

  const inlines = (nodes: readonly MaybeInline[]): FilledInline[] =>
    shownNodes(nodes, isShown).flatMap((node): FilledInline[] => {
      switch (node.kind) {
        case "value": {
          if (placeholders[node.name]?.kind === "lines") return typedLines(required(node.name) as TypedLines);
          const text: FilledInline = { kind: "text", text: textOf(node.name) };
          const href = contacts[node.name];
          return [href ? { kind: "link", href, children: [text] } : text];
        }
        case "link":
          return [{ kind: "link", href: hrefOf(node.to), children: inlines(node.children) }];
        case "strong":
        case "emphasis":
          return [{ kind: node.kind, children: inlines(node.children) }];
        default:
          return [node];
      }
    });

  const blocks = (nodes: readonly MaybeBlock[]): FilledBlock[] =>
    shownNodes(nodes, isShown)
      .map(block)
      .filter((filled) => !isEmpty(filled));

  const block = (node: Block): FilledBlock => {
    switch (node.kind) {
      case "heading":
      case "paragraph":
        return { ...node, children: inlines(node.children) };
      case "list":
        return { ...node, items: node.items.map(blocks).filter((item) => item.length > 0) };
      case "button":
        return { kind: "button", href: hrefOf(node.to), children: inlines(node.children) };
      case "facts":
        return {
          kind: "facts",
          facts: shownNodes<Fact>(node.facts, isShown).map((fact) => ({
            name: fact.name,
            children: inlines(fact.children),
          })),
        };
      case "note":
        return { kind: "note", children: blocks(node.children) };
      case "charges":
        return { kind: "charges", charges: required("charges") as readonly MailCharge[] };
      case "changes":
        return { kind: "changes", changes: required("changes") as readonly MailChange[] };
      case "enrolments":
        return {
          kind: "enrolments",
          enrolments: required("enrolments") as readonly LinkedEnrolment[],
          children: inlines(node.children),
        };
    }
  };

  const line = (nodes: readonly Inline[]) => oneLine(wordsOf(inlines(nodes)));
  return {
    subject: line(template.subject),
    preheader: line(template.preheader),
    body: blocks(template.body),
  };
}

/** Returns the words of a line, without formatting and without the addresses of its links. */
export function wordsOf(nodes: readonly FilledInline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === "text") return node.text;
      return node.kind === "break" ? "\n" : wordsOf(node.children);
    })
    .join("");
}

function typedLines(lines: TypedLines): FilledInline[] {
  return lines.flatMap((line, index): FilledInline[] => [
    ...(index > 0 ? [{ kind: "break" } as const] : []),
    { kind: "text", text: oneLine(line) },
  ]);
}

function formatValue(kind: ValueKind, value: unknown): string {
  switch (kind) {
    case "name":
      return safeName(String(value));
    case "text":
      return oneLine(String(value));
    case "day":
      return dayLabel(String(value));
    case "money":
      return formatExact(value as Money);
    default:
      throw new TypeError(`A value of the kind ${kind} is not written as words.`);
  }
}

/** Returns a typed name that no mailbox turns into a link. */
function safeName(name: string): string {
  const spaced = oneLine(name).replace(/[.:/@\\](?=\S)/g, "$& ");
  return spaced.length > LONGEST_NAME ? `${spaced.slice(0, LONGEST_NAME).toWellFormed().trim()}…` : spaced;
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && value !== "";
}

function isEmpty(block: FilledBlock): boolean {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return wordsOf(block.children).trim() === "";
    case "list":
      return block.items.length === 0;
    case "facts":
      return block.facts.length === 0;
    case "note":
      return block.children.length === 0;
    case "charges":
      return block.charges.length === 0;
    case "changes":
      return block.changes.length === 0;
    default:
      return false;
  }
}

function shownNodes<Node extends { readonly kind: string }>(
  nodes: readonly (Node | Condition<Node>)[],
  has: (value: string) => boolean,
): Node[] {
  return nodes.flatMap((node) => {
    if (!isCondition(node)) return [node];
    return has(node.value) === (node.shownWhere === "there") ? shownNodes(node.children, has) : [];
  });
}

function isCondition<Node extends { readonly kind: string }>(
  node: Node | Condition<Node>,
): node is Condition<Node> {
  return node.kind === "condition";
}
