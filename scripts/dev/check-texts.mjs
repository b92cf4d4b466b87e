// npm run lint: finds texts of islands that a page translation would break. A translator moves each text into
// an element of its own. React can then neither change a text that has siblings nor insert anything before
// it.
import { globSync } from "node:fs";
import ts from "typescript";
import { root } from "./run-tool.mjs";

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike;

/**
 * Returns the texts that change or go without having an element of their own, as "file:line Problem."
 * @param {ts.Program} program
 * @param {string} folder the folder whose files are checked
 */
export function unsafeTexts(program, folder) {
  const checker = program.getTypeChecker();

  /** Whether an expression may render text. A ReactNode is checked where it is created. */
  function includesText(type) {
    if (checker.typeToString(type).includes("ReactNode")) return false;
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((part) => part.flags & TEXT && part.value !== "");
  }

  function describeChild(node) {
    if (ts.isJsxText(node)) return { isText: true, isChanging: false };
    if (!ts.isJsxExpression(node)) return { isText: false, isChanging: false };
    // A translator does not move spaces.
    if (ts.isStringLiteralLike(node.expression))
      return { isText: node.expression.text.trim() !== "", isChanging: false };
    return { isText: includesText(checker.getTypeAtLocation(node.expression)), isChanging: true };
  }

  function problemOf(node) {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(isRendered).map(describeChild);
      if (!children.some(({ isText }) => isText)) return null;
      if (ts.isJsxFragment(node)) return "A text stands in a fragment";
      if (children.length === 1) return null;
      if (children.some(({ isChanging }) => isChanging))
        return "A text has siblings, and one of them changes";
      if (isAlternative(node)) return "A text has siblings, and React may put others in their place";
    }
    if (ts.isJsxOpeningLikeElement(node)) {
      const component = checker.getResolvedSignature(node)?.getReturnType();
      if (component && includesText(component)) return "A component returns a text";
      if (isUnnamedOption(node)) return "An option's value is its text, which a translator changes";
    }
    return null;
  }

  const problems = [];
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.startsWith(folder)) continue;
    const visit = (node) => {
      const problem = problemOf(node);
      if (problem) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        problems.push(`${file.fileName.slice(folder.length)}:${line + 1} ${problem}.`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return problems;
}

/** Whether React renders a child. It skips line breaks and comments between elements. */
function isRendered(node) {
  if (ts.isJsxText(node)) return !node.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(node) || node.expression !== undefined;
}

function isUnnamedOption({ tagName, attributes }) {
  return tagName.getText() === "option" && !attributes.properties.some(({ name }) => name?.text === "value");
}

/** Whether React may replace the element by another one in the same place, whose texts it then changes. */
function isAlternative(element) {
  let { parent } = element;
  while (ts.isJsxElement(parent) || ts.isJsxFragment(parent) || ts.isParenthesizedExpression(parent))
    parent = parent.parent;
  if (ts.isConditionalExpression(parent)) return true;
  if (!ts.isReturnStatement(parent)) return false;
  const block = parent.parent;
  return !ts.isBlock(block) || ts.isIfStatement(block.parent) || block.statements.some(ts.isIfStatement);
}

/** @param {string[]} files @param {ts.CompilerHost} [host] */
export function programOf(files, host) {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  return ts.createProgram(files, options, host);
}

if (import.meta.main) {
  const folder = `${root}src/browser/`;
  const files = globSync("**/*.tsx", { cwd: folder }).map((file) => folder + file);
  const problems = unsafeTexts(programOf(files), folder);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
