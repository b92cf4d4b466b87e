import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { slipOfBytes } from "../../src/build/content-check/links.ts";
import { garbledLine, parseFields, parseProse } from "../../src/build/content-check/parse-file.ts";
import { copyOfContent, errorsAfter, lines } from "../fixtures/changed-content.ts";

const COURSE = "courses/ai-advanced.yaml";
const NAME = "name: AI Advanced";
const VANISHES = "A text that begins with !, & or * would vanish.";
const NOT_PARSED = "A text with a colon, or with a sign at its start, needs quotes.";

test.each<[typed: string, words: string, line?: number]>([
  ["name: Best #9 course", "Nothing is read from # on. Put quotes around the whole text."],
  ["name: #9 course", "Nothing is read from # on."],
  ["name: !word Advanced", VANISHES],
  ["name: &word Advanced", VANISHES],
  ["name: *word", VANISHES],
  ["{ naira: 15.000, dollars: 0 }", "15.000 would be read as 15."],
  ["{ naira: 150,000, dollars: 0 }", "000 would be read as 0."],
  ["name: 007", "007 would be read as 7."],
  ["name: 1e3", "1e3 would be read as 1000."],
  ["name: AI: Advanced", NOT_PARSED],
  ["name: @AI", NOT_PARSED],
  ["name: AI Advanced\nname: AI", NOT_PARSED, 2],
  ["name: AI Advanced\n\ttitle: AI", NOT_PARSED, 2],
])("the fields %j are refused on their line, in an editor's words", (typed, words, line = 1) => {
  expect(parseFields(typed)).toEqual([{ line, message: expect.stringContaining(words) }]);
});

test.each([
  ['name: "Best #9: *AI* & !more" # the ninth', { name: "Best #9: *AI* & !more" }],
  ["# The ninth.\nname: AI (#9)\n# Its title.", { name: "AI (#9)" }],
  ["order: 14 # the last", { order: 14 }],
  ["firstClass: 2027-02-15", { firstClass: "2027-02-15" }],
  ["lead: >-\n  One #9\n  two", { lead: "One #9 two" }],
  ["at: 10:30\nrating: 4.8", { at: "10:30", rating: 4.8 }],
])("the fields %j are taken as they are meant", (typed, data) => {
  expect(parseFields(typed)).toMatchObject({ data });
});

test.each(["Caf\uFFFD", "AI\0", "Itâ€™s AI", "CafÃ©", "one\u0092s"])("%j is no text", (garbled) => {
  expect(garbledLine(`Café, São Paulo, ₦5, ’\n\t${garbled}`)).toMatchObject({ line: 2 });
  expect(garbledLine("Café, São Paulo, ₦5, ’\n\tone")).toBeNull();
});

test.each<[typed: string, words: string]>([
  ["", "name: is missing."],
  ["name: ~", "name: is empty."],
  [`${NAME}\ncoursePage: { naira: 150,250 }`, 'coursePage, 250: Unrecognized key: "250"'],
  [`${NAME}\nordr: 14`, 'ordr: Unrecognized key: "ordr"'],
])("a course's %j is refused as a field on its line", (typed, words) => {
  expect(errorsAfter(COURSE, NAME, typed)).toEqual([
    expect.stringMatching(new RegExp(`^content/${COURSE}:[12] Fields: ${RegExp.escape(words)}`)),
  ]);
});

test.each(["<85 hours", "Write to <ada@example.com>", "<!-- a note -->", "One<br>two", "An open { bracket"])(
  "a text with %j is refused on its line, in an editor's words",
  (typed) => {
    const message = expect.stringContaining("Leave a space after <, and write without { and }");
    expect(parseProse(`One\n\n${typed}`, 7)).toEqual({ line: 9, message });
  },
);

test("a file that was not saved as UTF-8 is refused on the line that shows it", () => {
  const copy = copyOfContent();
  const bytes = Buffer.from("order: 2\nicon: mentor\ntitle: Caf\u00e9\n", "latin1");
  writeFileSync(`${copy.folder}perks/mentorship.yaml`, bytes);
  expect(lines(copy.check().errors)).toEqual([
    expect.stringContaining("content/perks/mentorship.yaml:3 Cannot be read: This line has characters"),
  ]);
});

test("files that systems, editors and Notepad leave among the content are no error", () => {
  const copy = copyOfContent();
  copy.replace("faqs/02-how-long.mdx", "---\nquestion", "\uFEFF---\r\nquestion");
  copy.replace(COURSE, NAME, `\uFEFF${NAME}`);
  const leftBehind = [".DS_Store", "Thumbs.db", "desktop.ini", "a.yaml~"];
  for (const name of leftBehind) copy.write(`courses/${name}`, "left behind");
  expect(lines(copy.check().errors)).toEqual([]);
});

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const HEIC = Buffer.from("\0\0\0\x18ftypheic");
const NOT_A_PICTURE = "is not what its name says, or of a kind that not every browser shows";

test.each<[title: string, name: string, bytes: Buffer, words: string | null]>([
  ["a photo", "class.jpg", JPEG, null],
  ["a photo of an iPhone", "class.HEIC", HEIC, NOT_A_PICTURE],
  ["such a photo with another name", "class.jpg", HEIC, NOT_A_PICTURE],
  ["a photo of 12 MB", "class.jpg", Buffer.concat([JPEG, Buffer.alloc(11.5e6)]), "has 12 MB"],
])("the picture that is %s is taken, or refused in an editor's words", (_, name, bytes, words) => {
  expect(slipOfBytes(`/photos/${name}`, bytes)).toEqual(
    words === null ? null : expect.stringContaining(words),
  );
});
