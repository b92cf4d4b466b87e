import { expect, test } from "vitest";
import { judge, type LicenceException, lockedPackages } from "../../../scripts/dev/licence-rule.ts";

const named = (name: string, licence: string | null) => ({ name, version: "1.0.0", licence });
const LIBRARY: LicenceException = { packages: "@img/*", licence: "LGPL-3.0-or-later", why: "build only" };

test.each(["MIT", "(MIT OR GPL-3.0-or-later)", "(MIT AND Zlib)", "MIT OR Apache-2.0"])(
  "%s is allowed",
  (licence) => {
    expect(judge([named("a", licence)], []).refused).toEqual([]);
  },
);

test.each(["GPL-3.0-or-later", "MIT AND GPL-3.0-or-later", "UNLICENSED", "SEE LICENSE IN LICENSE", null])(
  "%s is refused",
  (licence) => {
    const wrong = named("a", licence);
    expect(judge([wrong, named("b", "MIT")], []).refused).toEqual([wrong]);
  },
);

test("an exception holds for its packages with its licence, and for no other", () => {
  const packages = [
    named("@img/libvips", "LGPL-3.0-or-later"),
    named("other", "LGPL-3.0-or-later"),
    named("@img/codec", "GPL-3.0-or-later"),
  ];
  const { excepted, refused, unneeded } = judge(packages, [LIBRARY]);
  expect(excepted).toEqual([[LIBRARY, [packages[0]]]]);
  expect(refused).toEqual([packages[1], packages[2]]);
  expect(unneeded).toEqual([]);
});

test("an exception that no package needs is named", () => {
  expect(judge([named("a", "MIT")], [LIBRARY]).unneeded).toEqual([LIBRARY]);
});

test("the most frequent licence is counted first", () => {
  const { counts } = judge([named("a", "ISC"), named("b", "MIT"), named("c", "MIT")], []);
  expect(counts).toEqual([
    ["MIT", 2],
    ["ISC", 1],
  ]);
});

test("the lock file gives each version of a package once, under any alias, and not the project", () => {
  const lockFile = JSON.stringify({
    packages: {
      "": { name: "site", license: "UNLICENSED" },
      "node_modules/a": { version: "1.0.0", license: "MIT" },
      "node_modules/b/node_modules/a": { version: "1.0.0", license: "MIT" },
      "node_modules/b/node_modules/@s/c": { version: "2.0.0" },
      "node_modules/alias": { name: "real", version: "3.0.0", license: "ISC" },
      "node_modules/linked": { link: true },
    },
  });
  expect(lockedPackages(lockFile)).toEqual([
    { name: "a", version: "1.0.0", licence: "MIT" },
    { name: "@s/c", version: "2.0.0", licence: null },
    { name: "real", version: "3.0.0", licence: "ISC" },
  ]);
});
