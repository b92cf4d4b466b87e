import { expect, test } from "vitest";
import { refusedPackages } from "../../../scripts/dev/licence-rule.ts";

const lockFile = (packages: Readonly<Record<string, object>>) =>
  JSON.stringify({ packages: { "": { name: "site", license: "UNLICENSED" }, ...packages } });
const refused = (license: string | undefined) => refusedPackages(lockFile({ "node_modules/a": { license } }));

test.each(["MIT", "(MIT OR GPL-3.0-or-later)", "(MIT AND Zlib)", "MIT OR Apache-2.0"])(
  "%s is allowed",
  (licence) => {
    expect(refused(licence)).toEqual([]);
  },
);

test.each(["GPL-3.0-or-later", "MIT AND GPL-3.0-or-later", "UNLICENSED", "SEE LICENSE IN LICENSE"])(
  "%s is refused",
  (licence) => {
    expect(refused(licence)).toEqual([`a (${licence})`]);
  },
);

test("a package that names no licence is refused", () => {
  expect(refused(undefined)).toEqual(["a (none named)"]);
});

test("an exception holds for its packages with its licence, and for no other; a refused package is named once", () => {
  const text = lockFile({
    "node_modules/@img/sharp-libvips-linux-x64": { license: "LGPL-3.0-or-later" },
    "node_modules/@img/sharp-linux-x64": { license: "GPL-3.0-or-later" },
    "node_modules/other": { license: "LGPL-3.0-or-later" },
    "node_modules/b/node_modules/other": { license: "LGPL-3.0-or-later" },
    "node_modules/alias": { name: "real", license: "AGPL-3.0-only" },
    "node_modules/linked": { link: true },
  });
  expect(refusedPackages(text)).toEqual([
    "@img/sharp-linux-x64 (GPL-3.0-or-later)",
    "other (LGPL-3.0-or-later)",
    "real (AGPL-3.0-only)",
  ]);
});
