import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { withoutStacks } from "~/delivery/react-marks.ts";

const { resolve } = createRequire(import.meta.url);
const reactDom = readFileSync(
  resolve("react-dom/client").replace(/client\.js$/, "cjs/react-dom-client.production.js"),
  "utf8",
);

test("the marks that React makes as it loads have no stack, and every other error keeps its own", () => {
  const errors = (code: string) => code.split("Error(formatProdErrorMessage(").length - 1;
  const light = withoutStacks(reactDom);
  expect(errors(reactDom) - errors(light)).toBe(5);
  expect(light).toContain("var SuspenseException = Object.create(Error.prototype),");
});

test("a React with one mark more, or one less, stops the build", () => {
  const another = "var OtherException = Error(formatProdErrorMessage(600));";
  expect(() => withoutStacks(reactDom + another)).toThrow("SelectiveHydrationException, OtherException");
  expect(() => withoutStacks("")).toThrow("React's marks are now: none");
});
