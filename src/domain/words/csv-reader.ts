/** A streaming CSV reader: text comes in pieces that end anywhere (RFC 4180; between cells a comma, a semicolon or a tab). */
export interface CsvReader {
  write(piece: string): void;
  /** To be called once, after the last piece. @returns whether the text ended within quotes */
  end(): { readonly isCutOff: boolean };
}

/** More than any export has: a file of nothing but commas must not exhaust the memory. */
const MOST_CELLS = 500;
/** A text without a line break in its first 100,000 characters is parsed from there on all the same. */
const LONGEST_BEGINNING = 100_000;
const DELIMITERS = [",", ";", "\t"] as const;

/** @param take is given the cells of each row that holds any text, the names of the columns first */
export function csvReader(take: (cells: readonly string[]) => void): CsvReader {
  let delimiter = "";
  let beginning = "";
  let cells: string[] = [];
  let cell = "";
  let place: "between" | "plain" | "quoted" | "after-quote" = "between";

  function endCell(): void {
    if (cells.length < MOST_CELLS) cells.push(cell);
    cell = "";
    place = "between";
  }

  function endRow(): void {
    endCell();
    if (cells.some((each) => each.trim() !== "")) take(cells);
    cells = [];
  }

  /** @returns the position that it reached */
  function readOn(text: string, at: number): number {
    if (place === "quoted") {
      const quote = text.indexOf('"', at);
      cell += quote < 0 ? text.slice(at) : text.slice(at, quote);
      if (quote < 0) return text.length;
      place = "after-quote";
      return quote + 1;
    }
    const char = text.charAt(at);
    if (char === '"' && place !== "plain") {
      if (place === "after-quote") cell += char;
      place = "quoted";
    } else if (char === delimiter) {
      endCell();
    } else if (char === "\n" || char === "\r") {
      // A line that ends in both gives an empty row in between, which is left out.
      endRow();
    } else {
      let end = at + 1;
      while (end < text.length && !isMark(text.charAt(end))) end += 1;
      cell += text.slice(at, end);
      place = "plain";
      return end;
    }
    return at + 1;
  }

  function isMark(char: string): boolean {
    return char === delimiter || char === "\n" || char === "\r";
  }

  function read(text: string): void {
    for (let at = 0; at < text.length; ) at = readOn(text, at);
  }

  function begin(): void {
    const text = beginning;
    beginning = "";
    delimiter = likeliest(text.split(/[\r\n]/, 1)[0] ?? "");
    read(text);
  }

  return {
    write: (piece) => {
      if (delimiter) return read(piece);
      // Spaces, and a byte order mark, which counts as one.
      beginning = (beginning + piece).trimStart();
      if (/[\r\n]/.test(beginning) || beginning.length > LONGEST_BEGINNING) begin();
    },
    end: () => {
      if (!delimiter) begin();
      const isCutOff = place === "quoted";
      endRow();
      return { isCutOff };
    },
  };
}

function likeliest(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return DELIMITERS.reduce<string>((best, each) => (count(each) > count(best) ? each : best), ",");
}
