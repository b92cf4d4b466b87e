import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import ts from "typescript";

/** What a schema is written as, and what is said of it. Zod knows the rules, only the source knows the comments. */
export interface Written {
  readonly node: ts.Expression;
  readonly doc: string;
}

/**
 * Reads the doc comments of the schemas.
 * @param root the project's folder, with a slash at its end
 */
export function fieldDocs(root: string) {
  const files = new Map<string, ts.SourceFile>();
  const fileAt = (path: string): ts.SourceFile => {
    const known = files.get(path);
    if (known) return known;
    const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    files.set(path, file);
    return file;
  };

  /** The constant that a name stands for, in its own file or in the one that it is imported from. */
  function constant(name: string, file: ts.SourceFile): Written | undefined {
    for (const statement of file.statements) {
      if (ts.isVariableStatement(statement)) {
        for (const { name: own, initializer } of statement.declarationList.declarations) {
          if (own.getText() === name && initializer) return { node: initializer, doc: docOf(statement) };
        }
      }
      if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
        const bindings = statement.importClause?.namedBindings;
        const isHere =
          bindings && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name);
        const path = isHere ? pathOf(statement.moduleSpecifier.text, file.fileName) : null;
        if (path) return constant(name, fileAt(path));
      }
    }
    return undefined;
  }

  function pathOf(specifier: string, from: string): string | null {
    if (specifier.startsWith("~/")) return `${root}src/${specifier.slice(2)}`;
    return specifier.startsWith(".") ? resolve(dirname(from), specifier) : null;
  }

  /** Every block of fields that an expression is made of: `listOf("x", fields({…}))`, `shape.extend({…}).refine(…)`. */
  function blocksIn(node: ts.Expression): ts.ObjectLiteralExpression[] {
    if (ts.isObjectLiteralExpression(node)) {
      const spread = node.properties.flatMap((one) =>
        ts.isSpreadAssignment(one) ? blocksIn(one.expression) : [],
      );
      return [node, ...spread];
    }
    if (ts.isIdentifier(node)) {
      const meant = constant(node.text, node.getSourceFile());
      return meant ? blocksIn(meant.node) : [];
    }
    if (ts.isCallExpression(node)) {
      const receiver = ts.isPropertyAccessExpression(node.expression)
        ? blocksIn(node.expression.expression)
        : [];
      return [...receiver, ...node.arguments.flatMap(blocksIn)];
    }
    return [];
  }

  /** A field of a block, with its own comment or that of the constant it is. */
  function field(block: ts.Expression, name: string): Written | undefined {
    const found = blocksIn(block).flatMap((each) =>
      each.properties.flatMap((property): Written[] => {
        if (!property.name || property.name.getText() !== name) return [];
        const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
        if (!ts.isExpression(value)) return [];
        const shared = ts.isIdentifier(value) ? constant(value.text, value.getSourceFile())?.doc : "";
        return [{ node: value, doc: docOf(property) || shared || "" }];
      }),
    );
    return found.find(({ doc }) => doc !== "") ?? found[0];
  }

  /** What is written of a collection in the list of them all, and of its schema. */
  function collection(name: string): Written | undefined {
    const list = constant("collections", fileAt(`${root}scripts/content-check/collections.ts`));
    const written = list && field(list.node, name);
    if (!written) return undefined;
    const schema = /\b\w+Schema\b/.exec(written.node.getText())?.[0] ?? "";
    return { ...written, doc: constant(schema, written.node.getSourceFile())?.doc ?? "" };
  }

  return { collection, field };
}

/** A doc comment's words, without its marks and tags. */
function docOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = comment ? (ts.getTextOfJSDocComment(comment.comment) ?? "") : "";
  return text.replace(/\s+/g, " ").replaceAll("`", '"').trim();
}
