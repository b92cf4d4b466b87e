/** What staff must know to help, and nothing that tells who asks: the text stands readable in a link. */
export interface SupportContext {
  /** What went wrong, going on after "Hello, ": "I could not pay". */
  readonly problem: string;
  /** As the page names it. */
  readonly course?: string | undefined;
  /** The price card's name. */
  readonly plan?: string | undefined;
  /** With its sign: "N194,000". */
  readonly amount?: string | undefined;
  readonly reference?: string | undefined;
  /** The page's path, without its query: that may hold anything. */
  readonly page?: string | undefined;
}

const LINES = [
  ["Course", "course"],
  ["Plan", "plan"],
  ["Amount", "amount"],
  ["Reference", "reference"],
  ["Page", "page"],
] as const satisfies readonly (readonly [string, keyof SupportContext])[];

/** Longer texts come from a link that somebody made up. */
const LONGEST = 120;

/** The first message of a chat with staff: what went wrong, then one line for each thing that is known. */
export function supportMessage({ problem, ...known }: SupportContext): string {
  const lines = LINES.flatMap(([label, field]) =>
    known[field] ? [`${label}: ${known[field].slice(0, LONGEST)}`] : [],
  );
  return [`Hello, ${problem.slice(0, 2 * LONGEST)}.`, ...lines].join("\n");
}
