import { mdxToMdast } from "satteri";
import { type MailName, SUBJECT_BEGINS } from "~/domain/mail/learner-mails.ts";
import type {
  Block,
  Condition,
  Fact,
  Inline,
  MailTemplate,
  MaybeBlock,
  MaybeInline,
  Target,
} from "~/domain/mail/mail-template.ts";
import { type Placeholder, placeholdersOf } from "~/domain/mail/placeholders.ts";

/** A mail's file, taken apart. */
export interface MailSource {
  readonly subject: string;
  readonly preheader: string;
  /** The text below the fields. */
  readonly text: string;
  /** Lines of the file on which these begin, counted from 1. */
  readonly lines: { readonly subject: number; readonly preheader: number; readonly text: number };
}

/** What is wrong in a mail's file, for an editor who writes no code. */
export interface MailSlip {
  readonly line: number;
  readonly message: string;
}

/** What is read of a node of the parsed text; nodes of other types leave most of it out. */
interface TextNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly ordered?: boolean;
  readonly name?: string | null;
  readonly attributes?: readonly {
    readonly type: string;
    readonly name?: string;
    readonly value?: unknown;
  }[];
  readonly children?: readonly TextNode[];
  readonly position?: { readonly start: { readonly line: number } } | undefined;
}

/** The components of mails, each with the field that it must have. */
const COMPONENTS: Readonly<Record<string, string | null>> = {
  If: "has",
  Unless: "has",
  Button: "link",
  Facts: null,
  Fact: "name",
  Note: null,
  Charges: null,
  Changes: null,
  Enrolments: null,
};

/** How each is written, for the message about one that is not known. */
const WRITTEN =
  '<If has="…">, <Unless has="…">, <Button link="…">, <Facts>, <Fact name="…">, <Note>, <Charges />, <Changes />, <Enrolments>';

const PLACEHOLDER = /^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)?$/;

/**
 * Reads a mail's file by the parser that the site is built with. A template with slips is not to be used.
 * @throws Error when the text is no MDX
 */
export function parseMailTemplate(
  mail: MailName,
  source: MailSource,
): { template: MailTemplate; slips: readonly MailSlip[] } {
  const placeholders = placeholdersOf(mail);
  const slips: MailSlip[] = [];
  const used = new Set<string>();
  /** Values that are certainly set at this point of the text. */
  let certain: readonly string[] = [];

  const lineOf = ({ position }: TextNode) => (position?.start.line ?? 1) + source.lines.text - 1;
  const slip = (line: number, message: string) => void slips.push({ line, message });

  const known = (name: string, line: number): Placeholder | null => {
    const placeholder = placeholders[name];
    if (placeholder) return placeholder;
    slip(line, `This mail has no {${name}}.`);
    return null;
  };

  /** Notes that a value is named here. @returns whether it may be */
  const use = (name: string, line: number): boolean => {
    const placeholder = known(name, line);
    if (!placeholder) return false;
    used.add(name);
    const { guard } = placeholder;
    if (guard === null || certain.includes(guard)) return true;
    slip(
      line,
      `{${name}} may be missing. Put what names it between <If has="${guard}"> and </If>, so that it is left out then.`,
    );
    return false;
  };

  const value = (name: string, line: number): Inline[] => {
    const placeholder = known(name, line);
    if (!placeholder) return [];
    const { kind } = placeholder;
    if (WRITTEN_KINDS.includes(kind)) return use(name, line) ? [{ kind: "value", name }] : [];
    slip(
      line,
      NOT_WORDS[kind]?.(name) ??
        `{${name}} is no text. Name one of its parts, e.g. {${name}.${partOf(name)}}.`,
    );
    return [];
  };
  const partOf = (name: string) =>
    Object.keys(placeholders)
      .find((path) => path.startsWith(`${name}.`))
      ?.slice(name.length + 1) ?? "";

  /** {name}; anything else between curly brackets would be program code. */
  const expression = (code: string, line: number): Inline[] => {
    const name = code.trim();
    if (PLACEHOLDER.test(name)) return value(name, line);
    slip(line, `{${code}} is program code. Between curly brackets stands one name, such as {courseName}.`);
    return [];
  };

  const attribute = (node: TextNode): string => {
    const { name, attributes = [] } = node;
    const wanted = COMPONENTS[name ?? ""] ?? null;
    const others = attributes.filter((entry) => entry.name !== wanted);
    if (others.length > 0) {
      slip(lineOf(node), `<${name}> has no ${others.map((entry) => entry.name ?? "{…}").join(", ")} here.`);
    }
    if (wanted === null) return "";
    const given = attributes.find((entry) => entry.name === wanted)?.value;
    if (typeof given === "string" && given.trim() !== "") return given.trim();
    slip(lineOf(node), `<${name}> needs ${wanted}="…", with words between quotes.`);
    return "";
  };

  const condition = <Node>(
    node: TextNode,
    read: (children: readonly TextNode[]) => (Node | Condition<Node>)[],
  ): Condition<Node> => {
    const name = attribute(node);
    const isIf = node.name === "If";
    const placeholder = name === "" ? null : known(name, lineOf(node));
    if (placeholder && placeholder.guard !== name) {
      slip(
        lineOf(node),
        `{${name}} is never missing by itself: take <${node.name}> away, or ask for another.`,
      );
    }
    const outside = certain;
    const outer = name.includes(".") ? [name.slice(0, name.indexOf("."))] : [];
    if (isIf) certain = [...certain, name, ...outer];
    const children = read(node.children ?? []);
    certain = outside;
    return { kind: "condition", value: name, shownWhere: isIf ? "there" : "missing", children };
  };

  const target = (url: string, line: number): Target => {
    const [, name] = /^\{(.*)\}$/.exec(url) ?? [];
    if (name !== undefined) {
      if (use(name, line) && placeholders[name]?.kind !== "link") slip(line, `{${name}} is no link.`);
      return { value: name };
    }
    if (!/^(https:\/\/|mailto:|tel:|\/(?!\/))/.test(url)) {
      slip(
        line,
        `The link ${url} must begin with a slash, https://, mailto: or tel:, or be a name such as {enrolmentLink}.`,
      );
    }
    return { address: url };
  };

  const inlines = (nodes: readonly TextNode[]): MaybeInline[] => nodes.flatMap(inline);

  const inline = (node: TextNode): MaybeInline[] => {
    const line = lineOf(node);
    switch (node.type) {
      case "text":
        return [{ kind: "text", text: (node.value ?? "").replace(/\s*\n\s*/g, " ") }];
      case "break":
        return [{ kind: "break" }];
      case "strong":
        return [{ kind: "strong", children: inlines(node.children ?? []) }];
      case "emphasis":
        return [{ kind: "emphasis", children: inlines(node.children ?? []) }];
      case "link":
        return [{ kind: "link", to: target(node.url ?? "", line), children: inlines(node.children ?? []) }];
      case "paragraph":
        return inlines(node.children ?? []);
      case "mdxTextExpression":
      case "mdxFlowExpression":
        return expression(node.value ?? "", line);
      case "mdxJsxTextElement":
      case "mdxJsxFlowElement":
        if (node.name === "If" || node.name === "Unless") return [condition<Inline>(node, inlines)];
        refuseComponent(node);
        return [];
      default:
        refuse(node);
        return [];
    }
  };

  const refuseComponent = (node: TextNode) => {
    const name = node.name ?? "";
    slip(
      lineOf(node),
      name in COMPONENTS
        ? `<${name}> cannot stand here.`
        : `<${name}> is no component of mails. Those that exist are: ${WRITTEN}.`,
    );
  };

  const refuse = ({ type, ...node }: TextNode) => {
    const what = NOT_IN_MAILS[type] ?? `A part of the kind "${type}"`;
    slip(
      lineOf({ type, ...node }),
      `${what} cannot stand in a mail. Headings, paragraphs, lists, links and the components can.`,
    );
  };

  const blocks = (nodes: readonly TextNode[]): MaybeBlock[] => {
    const read: MaybeBlock[] = [];
    let loose: TextNode[] = [];
    const endLine = () => {
      const children = inlines(loose);
      if (children.length > 0) read.push({ kind: "paragraph", children });
      loose = [];
    };
    for (const node of nodes) {
      // Between two tags on one line, the parser leaves words without a paragraph around them.
      if (LOOSE.includes(node.type)) loose.push(node);
      else {
        endLine();
        read.push(...block(node));
      }
    }
    endLine();
    return read;
  };

  const block = (node: TextNode): MaybeBlock[] => {
    const children = node.children ?? [];
    switch (node.type) {
      case "heading":
        return [{ kind: "heading", level: node.depth === 1 ? 1 : 2, children: inlines(children) }];
      case "paragraph":
        return [{ kind: "paragraph", children: inlines(children) }];
      case "list":
        return [
          {
            kind: "list",
            isOrdered: node.ordered ?? false,
            items: children.map((item) => blocks(item.children ?? [])),
          },
        ];
      case "mdxFlowExpression":
        return [{ kind: "paragraph", children: inline(node) }];
      case "mdxJsxFlowElement":
        if (node.name === "If" || node.name === "Unless") return [condition<Block>(node, blocks)];
        return component(node);
      default:
        refuse(node);
        return [];
    }
  };

  const component = (node: TextNode): MaybeBlock[] => {
    const line = lineOf(node);
    const children = node.children ?? [];
    switch (node.name) {
      case "Button": {
        const link = attribute(node);
        return link === ""
          ? []
          : [{ kind: "button", to: target(`{${link}}`, line), children: inlines(children) }];
      }
      case "Facts":
        attribute(node);
        return [{ kind: "facts", facts: facts(children) }];
      case "Note":
        attribute(node);
        return [{ kind: "note", children: blocks(children) }];
      case "Charges":
        attribute(node);
        return use("charges", line) ? [{ kind: "charges" }] : [];
      case "Changes":
        attribute(node);
        return use("changes", line) ? [{ kind: "changes" }] : [];
      case "Enrolments":
        attribute(node);
        return use("enrolments", line) ? [{ kind: "enrolments", children: inlines(children) }] : [];
      default:
        refuseComponent(node);
        return [];
    }
  };

  const facts = (nodes: readonly TextNode[]): (Fact | Condition<Fact>)[] =>
    nodes.flatMap((node): (Fact | Condition<Fact>)[] => {
      if (node.type === "paragraph") return facts(node.children ?? []);
      if (node.type === "text" && node.value?.trim() === "") return [];
      if (node.name === "If" || node.name === "Unless") return [condition<Fact>(node, facts)];
      if (node.name === "Fact")
        return [{ kind: "fact", name: attribute(node), children: inlines(node.children ?? []) }];
      slip(lineOf(node), 'Between <Facts> and </Facts> stand <Fact name="…"> and <If has="…"> only.');
      return [];
    });

  /** A field's line of words and placeholders. */
  const field = (text: string, line: number): Inline[] =>
    text.split(/(\{[^}]*\})/).flatMap((piece): Inline[] => {
      if (piece === "") return [];
      return piece.startsWith("{") ? expression(piece.slice(1, -1), line) : [{ kind: "text", text: piece }];
    });

  const begins = SUBJECT_BEGINS[mail];
  if (!new RegExp(`^${begins}\\b`).test(source.subject)) {
    slip(source.lines.subject, `subject must begin with "${begins}": people search their mailboxes by it.`);
  }
  const template: MailTemplate = {
    subject: field(source.subject, source.lines.subject),
    preheader: field(source.preheader, source.lines.preheader),
    body: [],
  };
  used.clear();
  const body = blocks((mdxToMdast(source.text) as TextNode).children ?? []);
  for (const [name, { isRequired }] of Object.entries(placeholders)) {
    if (isRequired && !used.has(name))
      slip(source.lines.text, `${writtenForm(name)} is missing. ${MUST_SAY}`);
  }
  return { template: { ...template, body }, slips };
}

const MUST_SAY = "Whoever gets this mail must read it somewhere in its text.";

/** How a required value is written. */
function writtenForm(name: string): string {
  const component = name.charAt(0).toUpperCase() + name.slice(1);
  return component in COMPONENTS ? `<${component} />` : `{${name}}`;
}

const WRITTEN_KINDS: readonly string[] = ["name", "text", "day", "money"];

/** Why a value cannot be written among words, and what to write. */
const NOT_WORDS: Partial<Record<Placeholder["kind"], (name: string) => string>> = {
  link: (name) => `{${name}} is a link: write [words]({${name}}) or <Button link="${name}">words</Button>.`,
  flag: (name) => `{${name}} is a yes or a no: write <If has="${name}"> and </If>.`,
  charges: () => "{charges} is a table: write <Charges />.",
  changes: () => "{changes} is a table: write <Changes />.",
  enrolments: () => "{enrolments} is a list of links: write <Enrolments>words of each button</Enrolments>.",
};

const NOT_IN_MAILS: Readonly<Record<string, string>> = {
  image: "A picture",
  table: "A table of your own",
  mdxjsEsm: "An import line",
  code: "A block of code",
  inlineCode: "Code",
  blockquote: "A quotation",
  html: "HTML",
};

/** What is part of a line. */
const LOOSE: readonly string[] = [
  "text",
  "strong",
  "emphasis",
  "link",
  "break",
  "mdxTextExpression",
  "mdxJsxTextElement",
];
