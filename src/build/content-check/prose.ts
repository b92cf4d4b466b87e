import { mdxToMdast } from "satteri";
import type { Slip } from "./yaml-fields.ts";

/** A node of a parsed text with the fields that the checks read, and its line in the file. */
export interface ProsePart {
  readonly type: string;
  readonly line: number;
  readonly url: string;
  readonly alt: string;
  readonly name: string;
}

type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null };

interface TextNode extends Optional<Pick<ProsePart, "url" | "alt" | "name">> {
  readonly type: string;
  readonly position?: { readonly start: { readonly line: number } } | undefined;
  readonly children?: readonly TextNode[];
}

/**
 * Returns all parts of a text, or its syntax error. The parser is the one that builds the site.
 * @param firstLine the line of the file on which the text begins
 */
export function proseParts(text: string, firstLine: number): ProsePart[] | Slip {
  try {
    return partsOf(mdxToMdast(text) as TextNode, firstLine - 1);
  } catch (error) {
    const [, line = "1", words = ""] = /^(\d+):\d+: (.*)$/s.exec((error as Error).message) ?? [];
    const message = `Leave a space after <, and write without { and }: they are program code. ${words}`;
    return { line: Number(line) + firstLine - 1, message };
  }
}

function partsOf(node: TextNode, linesAbove: number): ProsePart[] {
  const { type, url, alt, name, position, children = [] } = node;
  const line = (position?.start.line ?? 1) + linesAbove;
  const part = { type, line, url: url ?? "", alt: alt ?? "", name: name ?? "" };
  return [part, ...children.flatMap((child) => partsOf(child, linesAbove))];
}
