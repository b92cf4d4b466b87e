import { expect, it } from "vitest";
import { initialsOf } from "~/domain/text.ts";

it.each([
  ["Ada Obi", "AO"],
  ["  ada  ngozi obi ", "AO"],
  ["Ada", "A"],
  ["Ọlá Ṣadé", "ỌṢ"],
  ["", ""],
])("the portrait of %j shows %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
