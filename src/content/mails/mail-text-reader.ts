import type { Block, Condition, Fact, Inline, MaybeBlock, MaybeInline } from "~/domain/mail/mail-template.ts";
import type { Placeholder } from "~/domain/mail/placeholders.ts";
import type { TemplateValues } from "./template-values.ts";

/** A node of a parsed text, with every property that is read from some type of node. */
export interface TextNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  /** The description of a picture. */
  readonly alt?: string | null;
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

/** The components of mails, each with the attribute that it must have. */
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

/** The components as they are written, for the message about an unknown one. */
const COMPONENT_LIST =
  '<If has="…">, <Unless has="…">, <Button link="…">, <Facts>, <Fact name="…">, <Note>, <Charges />, <Changes />, <Enrolments>';

/** Turns the parsed text into a template's parts. */
export class MailTextReader {
  readonly #values: TemplateValues;
  readonly #firstLine: number;

  constructor(values: TemplateValues, firstLine: number) {
    this.#values = values;
    this.#firstLine = firstLine;
  }

  readonly blocks = (nodes: readonly TextNode[]): MaybeBlock[] => {
    const read: MaybeBlock[] = [];
    let inlineNodes: TextNode[] = [];
    const endParagraph = () => {
      const children = this.#inlines(inlineNodes);
      if (children.length > 0) read.push({ kind: "paragraph", children });
      inlineNodes = [];
    };
    for (const node of nodes) {
      // Between two tags on one line, the parser leaves words without a paragraph around them.
      if (INLINE_TYPES.includes(node.type)) inlineNodes.push(node);
      else {
        endParagraph();
        read.push(...this.#block(node));
      }
    }
    endParagraph();
    return read;
  };

  #block(node: TextNode): MaybeBlock[] {
    const children = node.children ?? [];
    switch (node.type) {
      case "heading":
        return [{ kind: "heading", level: node.depth === 1 ? 1 : 2, children: this.#inlines(children) }];
      case "paragraph":
        return [{ kind: "paragraph", children: this.#inlines(children) }];
      case "list": {
        const items = children.map((item) => this.blocks(item.children ?? []));
        return [{ kind: "list", isOrdered: node.ordered ?? false, items }];
      }
      case "mdxFlowExpression":
        return [{ kind: "paragraph", children: this.#inline(node) }];
      case "mdxJsxFlowElement":
        if (isCondition(node)) return [this.#condition<Block>(node, this.blocks)];
        return this.#component(node);
      default:
        this.#refuse(node);
        return [];
    }
  }

  #component(node: TextNode): MaybeBlock[] {
    const line = this.#lineOf(node);
    const children = node.children ?? [];
    const attribute = (node.name ?? "") in COMPONENTS ? this.#attribute(node) : "";
    switch (node.name) {
      case "Button": {
        if (attribute === "") return [];
        // The attribute is a placeholder's bare name, and a target has it in curly brackets.
        const to = this.#values.target(`{${attribute}}`, line);
        return [{ kind: "button", to, children: this.#inlines(children) }];
      }
      case "Facts":
        return [{ kind: "facts", facts: this.#facts(children) }];
      case "Note":
        return [{ kind: "note", children: this.blocks(children) }];
      case "Charges":
        return this.#values.use("charges", line) ? [{ kind: "charges" }] : [];
      case "Changes":
        return this.#values.use("changes", line) ? [{ kind: "changes" }] : [];
      case "Enrolments":
        if (!this.#values.use("enrolments", line)) return [];
        return [{ kind: "enrolments", children: this.#inlines(children) }];
      default:
        this.#refuseComponent(node);
        return [];
    }
  }

  readonly #facts = (nodes: readonly TextNode[]): (Fact | Condition<Fact>)[] =>
    nodes.flatMap((node): (Fact | Condition<Fact>)[] => {
      if (node.type === "paragraph") return this.#facts(node.children ?? []);
      if (node.type === "text" && node.value?.trim() === "") return [];
      if (isCondition(node)) return [this.#condition<Fact>(node, this.#facts)];
      if (node.name === "Fact") {
        return [{ kind: "fact", name: this.#attribute(node), children: this.#inlines(node.children ?? []) }];
      }
      this.#addSlip(node, 'Between <Facts> and </Facts> stand <Fact name="…"> and <If has="…"> only.');
      return [];
    });

  readonly #inlines = (nodes: readonly TextNode[]): MaybeInline[] =>
    nodes.flatMap((node) => this.#inline(node));

  #inline(node: TextNode): MaybeInline[] {
    const children = node.children ?? [];
    switch (node.type) {
      case "text":
        return [{ kind: "text", text: (node.value ?? "").replace(/\s*\n\s*/g, " ") }];
      case "break":
        return [{ kind: "break" }];
      case "strong":
        return [{ kind: "strong", children: this.#inlines(children) }];
      case "emphasis":
        return [{ kind: "emphasis", children: this.#inlines(children) }];
      case "link": {
        const to = this.#values.target(node.url ?? "", this.#lineOf(node));
        return [{ kind: "link", to, children: this.#inlines(children) }];
      }
      case "paragraph":
        return this.#inlines(children);
      case "mdxTextExpression":
      case "mdxFlowExpression":
        return this.#values.expression(node.value ?? "", this.#lineOf(node));
      case "mdxJsxTextElement":
      case "mdxJsxFlowElement":
        if (isCondition(node)) return [this.#condition<Inline>(node, this.#inlines)];
        this.#refuseComponent(node);
        return [];
      default:
        this.#refuse(node);
        return [];
    }
  }

  #condition<Node>(
    node: TextNode,
    read: (children: readonly TextNode[]) => (Node | Condition<Node>)[],
  ): Condition<Node> {
    const name = this.#attribute(node);
    const placeholder = name === "" ? null : this.#values.placeholder(name, this.#lineOf(node));
    if (placeholder && placeholder.guard !== name)
      this.#addSlip(node, needlessCondition(node, name, placeholder));
    const nodes = node.children ?? [];
    if (node.name === "Unless") {
      return { kind: "condition", value: name, shownWhere: "missing", children: read(nodes) };
    }
    const children = this.#values.whileKnownPresent(name, () => read(nodes));
    return { kind: "condition", value: name, shownWhere: "there", children };
  }

  /** Returns the value of the attribute that a component must have; "" if it needs or has none. */
  #attribute(node: TextNode): string {
    const { name, attributes = [] } = node;
    const required = COMPONENTS[name ?? ""] ?? null;
    const otherAttributes = attributes.filter((entry) => entry.name !== required);
    if (otherAttributes.length > 0) {
      this.#addSlip(
        node,
        `<${name}> has no ${otherAttributes.map((entry) => entry.name ?? "{…}").join(", ")} here.`,
      );
    }
    if (required === null) return "";
    const value = attributes.find((entry) => entry.name === required)?.value;
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    this.#addSlip(node, `<${name}> needs ${required}="…", with words between quotes.`);
    return "";
  }

  #refuseComponent(node: TextNode): void {
    const name = node.name ?? "";
    const isKnown = name in COMPONENTS;
    this.#addSlip(
      node,
      isKnown
        ? `<${name}> cannot stand here.`
        : `<${name}> is no component of mails. Those that exist are: ${COMPONENT_LIST}.`,
    );
  }

  #refuse(node: TextNode): void {
    const partName = NOT_IN_MAILS[node.type] ?? `A part of the kind "${node.type}"`;
    this.#addSlip(
      node,
      `${partName} cannot stand in a mail. Headings, paragraphs, lists, links and the components can.`,
    );
  }

  #addSlip(node: TextNode, message: string): void {
    this.#values.addSlip(this.#lineOf(node), message);
  }

  #lineOf({ position }: TextNode): number {
    return (position?.start.line ?? 1) + this.#firstLine - 1;
  }
}

/** Returns the message about a condition that asks for a value which cannot be missing alone. */
function needlessCondition({ name: tag }: TextNode, value: string, { guard }: Placeholder): string {
  return guard === null
    ? `{${value}} is always there: take <${tag}> away.`
    : `{${value}} is missing only together with {${guard}}: write <${tag} has="${guard}">.`;
}

function isCondition({ name }: TextNode): boolean {
  return name === "If" || name === "Unless";
}

const NOT_IN_MAILS: Readonly<Record<string, string>> = {
  image: "A picture",
  table: "A table of your own",
  mdxjsEsm: "An import line",
  code: "A block of code",
  inlineCode: "Code",
  blockquote: "A quotation",
  html: "HTML",
};

/** The types of nodes that are part of a line. */
const INLINE_TYPES: readonly string[] = [
  "text",
  "strong",
  "emphasis",
  "link",
  "break",
  "mdxTextExpression",
  "mdxJsxTextElement",
];
