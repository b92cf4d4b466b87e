import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { slipOfBytes } from "../../src/build/content-check/links.ts";
import { proseParts } from "../../src/build/content-check/prose.ts";
import { garbledLine, readFields } from "../../src/build/content-check/yaml-fields.ts";
import { copyOfContent, errorsAfter, lines } from "../fixtures/changed-content.ts";

const COURSE = "courses/ai-advanced.yaml";
const NAME = "name: AI Advanced";

test.each<[typed: string, line: number, words: string]>([
  ["name: Best #9 course", 1, "Nothing is read from # on. Put quotes around the whole text."],
  ["name: #9 course", 1, "Nothing is read from # on."],
  ["name: !word Advanced", 1, "A text that begins with ! must be in quotes."],
  ["name: !!str Advanced", 1, "A text that begins with ! must be in quotes."],
  ["name: &word Advanced", 1, "A text that begins with & must be in quotes."],
  ["{ naira: 15.000, dollars: 0 }", 1, "15.000 would be read as 15."],
  ["{ naira: 150,000, dollars: 0 }", 1, "A comma ends a number here. Write it without, e.g. 150000."],
  ["name: *word", 1, "A text that begins with * must be in quotes."],
  ["name: “AI Advanced”", 1, 'These quotes would be seen. Write straight ones: "AI Advanced".'],
  ["name: 1.50", 1, "1.50 would be read as 1.5."],
  ["name: 007", 1, "007 would be read as 7."],
  ["name: 1e3", 1, "1e3 would be read as 1000."],
  ["name: 0x1F", 1, "0x1F would be read as 31."],
  ["name: AI: Advanced", 1, "A text with a colon: Put quotes around the whole text."],
  ['name: "AI" Advanced', 1, "Put quotes around the whole text."],
  ["name: @AI", 1, "A text cannot begin with this sign. Put quotes around the whole text."],
  ['name: "A\\I"', 1, "Put single quotes around the text."],
  ["name:AI\norder: 14", 1, "There is no field's name with a colon and a space behind it"],
  ["name: AI Advanced\nname: AI", 2, "This field is there twice. Keep one."],
  ["name: AI Advanced\n\ttitle: AI", 2, "This line begins with a tab. Indent with spaces."],
  ["name: AI Advanced\n---", 2, "A line --- ends the fields here. Remove it."],
])("the fields %j are refused on their line, in an editor's words", (typed, line, words) => {
  expect(readFields(typed)).toEqual([{ line, message: expect.stringContaining(words) }]);
});

test("each slip in the fields of a file is reported", () => {
  expect(readFields("name: !AI\ntitle: &AI")).toMatchObject([{ line: 1 }, { line: 2 }]);
});

test.each([
  ['name: "Best #9: *AI* & !more" # the ninth', { name: "Best #9: *AI* & !more" }],
  ["# The ninth.\nname: AI (#9)\n# Its title.", { name: "AI (#9)" }],
  ["name: C# and “AI” for “you”", { name: "C# and “AI” for “you”" }],
  ["order: 14 # the last", { order: 14 }],
  ["firstClass: 2027-02-15", { firstClass: "2027-02-15" }],
  ["lead: >-\n  One #9\n  two", { lead: "One #9 two" }],
  ["at: 10:30\nrating: 4.8", { at: "10:30", rating: 4.8 }],
])("the fields %j are taken as they are meant", (typed, data) => {
  expect(readFields(typed)).toMatchObject({ data });
});

test.each(["Caf\uFFFD", "AI\0", "Itâ€™s AI", "CafÃ©", "one\u0092s"])("%j is no text", (garbled) => {
  expect(garbledLine(`Café, São Paulo, ₦5, ’\n\t${garbled}`)).toMatchObject({ line: 2 });
  expect(garbledLine("Café, São Paulo, ₦5, ’\n\tone")).toBeNull();
});

test.each<[typed: string, words: string]>([
  ["name: ~", "name: is empty."],
  ["name: AI", "name: must be at least 3 characters long."],
  ["name:", "name: is empty."],
  ["name: 2027", 'name: must be a text. Put quotes around it: "2027".'],
  ["name: true", 'name: must be a text. Put quotes around it: "true".'],
  ["onPricingPage: yes\nname: AI Advanced", "onPricingPage: must be true or false."],
  ["name:\n  AI: Advanced", "name: must be a text. A colon makes a field of what stands before it"],
])("a course's %j is refused as a field, in an editor's words", (typed, words) => {
  expect(errorsAfter(COURSE, NAME, typed)).toEqual([
    expect.stringContaining(`content/${COURSE}:1 Fields: ${words}`),
  ]);
});

test.each([
  ["order: one", "order: must be a number in digits, e.g. 3."],
  ["order: 0", "order: must be at least 1."],
])("%j is refused, in an editor's words", (typed, words) => {
  expect(errorsAfter(COURSE, "order: 14", typed).join("\n")).toContain(words);
});

test("a field that does not exist is refused with those that do", () => {
  expect(errorsAfter(COURSE, "order: 14", "ordr: 14").join("\n")).toContain(
    "ordr: is no field here. Those that exist are: name, title, ",
  );
});

test.each([
  ["<85 hours", "Leave a space after <, or write it in words."],
  ["Write to <ada@example.com>", "Leave a space after <"],
  ["<!-- a note -->", "Leave a space after <"],
  ["One<br>two", "What stands between < and > is program code."],
  ["An open { bracket", "Curly brackets and import lines are program code."],
])("a text with %j is refused on its line, in an editor's words", (typed, words) => {
  expect(proseParts(`One\n\n${typed}`, 7)).toEqual({ line: 9, message: expect.stringContaining(words) });
});

test("a text with a space after < is taken", () => {
  expect(proseParts("< 85 hours", 7)).toEqual([]);
});

test("a file that was not saved as UTF-8 is refused on the line that shows it", () => {
  const copy = copyOfContent();
  const bytes = Buffer.from("order: 2\nicon: mentor\ntitle: Caf\u00e9\n", "latin1");
  writeFileSync(`${copy.folder}perks/mentorship.yaml`, bytes);
  expect(lines(copy.check().errors)).toEqual([
    expect.stringContaining("content/perks/mentorship.yaml:3 Cannot be read: There are signs here"),
  ]);
});

test("files that systems, editors and Notepad leave among the content are no error", () => {
  const copy = copyOfContent();
  copy.replace("faqs/02-how-long.mdx", "---\nquestion", "\uFEFF---\r\nquestion");
  copy.replace(COURSE, NAME, `\uFEFF${NAME}`);
  for (const name of [
    ".DS_Store",
    "Thumbs.db",
    "desktop.ini",
    "a.yaml~",
    ".a.yaml.swp",
    "._a.yaml",
    ".#a.yaml",
  ])
    copy.write(`courses/${name}`, "left behind");
  expect(lines(copy.check().errors)).toEqual([]);
});

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const NOT_A_PICTURE = "is not what its name says, or of a kind that not every browser shows";

test.each<[what: string, name: string, bytes: Buffer, words: string | null]>([
  ["a photo", "class.jpg", JPEG, null],
  ["a photo of an iPhone", "class.HEIC", Buffer.from("\0\0\0\x18ftypheic"), NOT_A_PICTURE],
  ["such a photo with another name", "class.jpg", Buffer.from("\0\0\0\x18ftypheic"), NOT_A_PICTURE],
  ["a web page", "class.jpg", Buffer.from("<!doctype html><html></html>"), NOT_A_PICTURE],
  ["an empty file", "class.png", Buffer.alloc(0), NOT_A_PICTURE],
  ["a photo of 12 MB", "class.jpg", Buffer.concat([JPEG, Buffer.alloc(11.5e6)]), "has 12 MB"],
])("the picture that is %s is taken, or refused in an editor's words", (_, name, bytes, words) => {
  expect(slipOfBytes(`/photos/${name}`, bytes)).toEqual(
    words === null ? null : expect.stringContaining(words),
  );
});
