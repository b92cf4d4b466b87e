import { expect, test } from "vitest";
import { csvReader } from "~/domain/words/csv-reader.ts";

function rowsOf(pieces: readonly string[]) {
  const rows: (readonly string[])[] = [];
  const reader = csvReader((cells) => rows.push(cells));
  for (const piece of pieces) reader.write(piece);
  return { rows, ...reader.end() };
}

const FILE = '\uFEFFName,Note\r\n"Obi, ""Ada""","two\r\nlines"\r\n\r\n , \nx,say "so"\n,last';
const ROWS = [
  ["Name", "Note"],
  ['Obi, "Ada"', "two\r\nlines"],
  ["x", 'say "so"'],
  ["", "last"],
];

test("CSV is read the same wherever its pieces end", () => {
  expect(rowsOf([FILE])).toEqual({ rows: ROWS, isCutOff: false });
  expect(rowsOf([...FILE])).toEqual({ rows: ROWS, isCutOff: false });
  for (let at = 1; at < FILE.length; at += 1) {
    expect(rowsOf([FILE.slice(0, at), FILE.slice(at)]).rows, `${at}`).toEqual(ROWS);
  }
});

test.each([
  [
    "a;b\n1,5;2",
    [
      ["a", "b"],
      ["1,5", "2"],
    ],
  ],
  [
    "a\tb\n1,5\t2",
    [
      ["a", "b"],
      ["1,5", "2"],
    ],
  ],
  ["\n\nonly", [["only"]]],
  ["", []],
])("a CSV's delimiter is read from its first line: %j", (text, rows) => {
  expect(rowsOf([text]).rows).toEqual(rows);
});

test("a quote that is never closed is reported, and a row of nothing but commas fills no memory", () => {
  expect(rowsOf(['a,b\n"1,2\n3,4']).isCutOff).toBe(true);
  expect(rowsOf([`a,b\nx${",".repeat(10_000)}`]).rows[1]).toHaveLength(500);
});
