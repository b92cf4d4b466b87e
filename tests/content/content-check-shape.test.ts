import { describe, expect, test } from "vitest";
import { errorsAfter, type Slip } from "../fixtures/changed-content.ts";

const course = "courses/ai-advanced.yaml";
const price = "registration: { naira: 0, dollars: 0 }";
const question = "faqs/02-how-long.mdx";

const UNEVEN =
  "Cannot be read: The lines here do not begin in the same place: one has too many or too few spaces before it. Line it up with its neighbours.";
const UNCLOSED = "Cannot be read: A quotation mark or a bracket is opened here, but not closed.";
const NO_COLON =
  "Cannot be read: A field is written as its name, a colon and a space: order: 2. Here one of them is missing, or a text goes on without quotes.";
const A_SIGN =
  'Cannot be read: This line cannot be understood. A text that begins with a sign, such as [ { " * & ! % @ or `, must stand between "quotes" as a whole.';

const shape: Slip[] = [
  [
    "a field that is indented too far",
    course,
    price,
    "registration:\n   naira: 1\n  dollars: 0",
    `content/${course}:7 ${UNEVEN}`,
  ],
  ["a field with a space before it", course, "order: 14", " order: 14", `content/${course}:3 ${UNEVEN}`],
  [
    "a list whose dashes are not below each other",
    "levels/ai-advanced.yaml",
    "  - Laptop\n",
    "   - Laptop\n",
    `content/levels/ai-advanced.yaml:19 ${UNEVEN}`,
  ],
  [
    "a tab",
    course,
    price,
    "registration:\n\tnaira: 1\n\tdollars: 0",
    `content/${course}:6 Cannot be read: There is a tab at the beginning of the line. Use spaces.`,
  ],
  ["a bracket left open", course, price, "registration: { naira: 0", `content/${course}:5 ${UNCLOSED}`],
  ["a quotation mark left open", course, "name: AI", 'name: "AI', `content/${course}:1 ${UNCLOSED}`],
  ["a field without its colon", course, "order: 14", "order 14", `content/${course}:4 ${NO_COLON}`],
  ["a colon without its space", course, "order: 14", "order:14", `content/${course}:4 ${NO_COLON}`],
  ["a text that begins with a star", course, "name: AI", "name: *AI", `content/${course}:1 ${A_SIGN}`],
  ["a text quoted in part", course, "name: AI", 'name: "AI"', `content/${course}:1 ${A_SIGN}`],
];

const MARKS = "A < begins a component such as <Fee /> and a { begins program code; write them in words.";
const prose = (what: string, typed: string, message: string): Slip => [
  what,
  question,
  "---\n\n",
  `---\n\n${typed}\n\n`,
  `content/${question}:7 ${message}`,
];

const texts: Slip[] = [
  prose("a component without its end", "<Fee>", `Cannot be read: <Fee> has no end: write <Fee />. ${MARKS}`),
  prose("an end of nothing", "</b>", `Cannot be read: </b> ends what has not begun: take it out. ${MARKS}`),
  prose("a bracket left open", "{fee", `Cannot be read: A { is opened and not closed. ${MARKS}`),
  prose(
    "a note",
    "<!-- later -->",
    `Cannot be read: Notes between <!-- and --> cannot stand in a text: take them out. ${MARKS}`,
  ),
  prose(
    "an import",
    "import Fee from './Fee'",
    "Links and pictures: Curly brackets and import lines are program code. Write the text without them.",
  ),
  prose(
    "a picture that is nowhere",
    "![A class](/photos/class.jpg)",
    "Links and pictures: The picture /photos/class.jpg is not there: public/photos/class.jpg does not exist. Capital letters count.",
  ),
];

describe.each([
  ["the shape of a file", shape],
  ["a text", texts],
])("a slip in %s is reported with its file, its line and what would be right:", (_, slips) => {
  test.each(slips)(
    "the content check reports a slip with its file, its line and what would be right: %s",
    (_what, path, from, to, message) => {
      expect(errorsAfter(path, from, to)).toEqual([message]);
    },
  );
});
