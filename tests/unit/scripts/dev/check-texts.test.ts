import ts from "typescript";
import { expect, test } from "vitest";
import { programOf, unsafeTexts } from "../../../../scripts/dev/check-texts.mjs";
import { root } from "../../../../scripts/dev/run-tool.mjs";

const CHANGES = "A text has siblings, and one of them changes.";
const REPLACED = "A text has siblings, and React may put others in their place.";
const FRAGMENT = "A text stands in a fragment.";
const OPTION = "An option's value is its text, which a translator changes.";
const RETURNED = "A component returns a text.";

/** The outputs of components, each with its problem. */
const EXAMPLES = [
  ["<p>and {count} more</p>", CHANGES],
  ["<p>{name}{isPaid && name}</p>", CHANGES],
  ["<p>{isPaid && <b />} Due</p>", CHANGES],
  ["<p>Due {children}</p>", CHANGES],
  ["isPaid ? <p>Due <b /></p> : <p>Paid</p>", REPLACED],
  ["<p><>{name}</></p>", FRAGMENT],
  ["<p><Status /></p>", RETURNED],
  ["<option>{name}</option>", OPTION],
  ["<option value={name}>{name}</option>", null],
  ["<p>{isPaid && name}</p>", null],
  ["<p>{'and ' + count}</p>", null],
  ["<p>Not paid? <b>{name}</b> pays.</p>", null],
  ["<p>{name && <b />}{' '}<i />{children}</p>", null],
] as const;

const HEAD = `import type { ReactNode } from "react";
declare const count: number, name: string, isPaid: boolean, children: ReactNode;
function Status() { return isPaid ? "Paid" : <b>Due</b>; }
`;

test("a text that a translator may move from under React is refused with its line", () => {
  const path = `${root}example.tsx`;
  const text = HEAD + EXAMPLES.map(([jsx], index) => `export const View${index} = () => ${jsx};`).join("\n");
  const host = ts.createCompilerHost({});
  const { getSourceFile } = host;
  host.getSourceFile = (name, language) =>
    name === path ? ts.createSourceFile(name, text, language) : getSourceFile(name, language);
  const refused = EXAMPLES.flatMap(([, problem], index) => (problem ? [`:${index + 4} ${problem}`] : []));
  expect(unsafeTexts(programOf([path], host), path)).toEqual(refused);
});
