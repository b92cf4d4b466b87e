import { expect, test } from "vitest";
import { noticesText } from "~/build/licences/integration.ts";

const react = { name: "react", version: "19.0.0", identifier: "MIT", text: "Copyright (c) Meta" };

test("each package is listed once, by name, with its licence and notice", () => {
  const text = noticesText([react, { name: "ky", version: "2.0.0", text: "Copyright (c) Sindre" }, react]);
  expect(text.match(/^(react|ky).*$/gm)).toEqual(["ky 2.0.0", "react 19.0.0 (MIT)"]);
  expect(text.match(/^Copyright.*$/gm)).toEqual(["Copyright (c) Sindre", "Copyright (c) Meta"]);
});

test("a package without any licence stops the build", () => {
  expect(() => noticesText([{ name: "unlicensed", version: "1.0.0" }])).toThrow(
    "unlicensed 1.0.0 is in the site, and names no licence.",
  );
});
