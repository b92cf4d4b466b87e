import { mdxToMdast } from "satteri";
import type { Slip } from "./yaml-fields.ts";

/** Something in a text that can be wrong, with its line in the file. */
export type ProsePart =
  | { readonly kind: "link"; readonly url: string; readonly line: number }
  | { readonly kind: "picture"; readonly url: string; readonly alt: string; readonly line: number }
  | { readonly kind: "component"; readonly name: string; readonly line: number }
  | { readonly kind: "code"; readonly line: number };

/** The parts of a parsed text's node that are read here. Nodes of other types leave most of them out. */
interface TextNode {
  readonly type: string;
  readonly url?: string;
  readonly alt?: string | null;
  readonly name?: string | null;
  readonly position?: { readonly start: { readonly line: number } } | undefined;
  readonly children?: readonly TextNode[];
}

/**
 * The links, pictures, components and bits of program code of a text, read by the parser that the site is built with.
 * @param firstLine line of the file on which the text begins
 */
export function proseParts(text: string, firstLine: number): ProsePart[] | Slip {
  try {
    return partsOf(mdxToMdast(text) as TextNode, firstLine - 1);
  } catch (error) {
    const [, line = "1", words = "The text cannot be read"] =
      /^(\d+):\d+: (.*?)(?: \(.*)?$/s.exec(error instanceof Error ? error.message : "") ?? [];
    const [, ownWords = `${words}.`] = WORDS.find(([pattern]) => pattern.test(words)) ?? [];
    return { line: Number(line) + firstLine - 1, message: ownWords };
  }
}

export const NO_CODE = "Curly brackets and import lines are program code. Write the text without them.";

/** The parser's errors that editors make. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/Unexpected character/, "Leave a space after <, or write it in words. A link is [words](https://…)."],
  [/(closing|open) tag/, "What stands between < and > is program code. Write the text without it."],
  [/expression/, NO_CODE],
];

function partsOf(node: TextNode, linesAbove: number): ProsePart[] {
  const line = (node.position?.start.line ?? 1) + linesAbove;
  const inside = (node.children ?? []).flatMap((child) => partsOf(child, linesAbove));
  switch (node.type) {
    case "link":
    case "definition":
      return [{ kind: "link", url: node.url ?? "", line }, ...inside];
    case "image":
      return [{ kind: "picture", url: node.url ?? "", alt: node.alt ?? "", line }];
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      return [{ kind: "component", name: node.name ?? "", line }, ...inside];
    case "mdxFlowExpression":
    case "mdxTextExpression":
    case "mdxjsEsm":
      return [{ kind: "code", line }];
    default:
      return inside;
  }
}
