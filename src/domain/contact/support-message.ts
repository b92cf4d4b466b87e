/** The facts that staff need to help. They hold no personal data, because the text is readable in a link. */
export interface SupportContext {
  /** The problem, as it continues "Hello, ": "I could not pay". */
  readonly problem: string;
  /** The course's name on the page. */
  readonly course?: string | undefined;
  /** The price card's name. */
  readonly plan?: string | undefined;
  /** Formatted: "N194,000". */
  readonly amount?: string | undefined;
  readonly reference?: string | undefined;
  /** A page's own path or title. The address that was asked for may hold a secret. */
  readonly page?: string | undefined;
}

const LINES = [
  ["Course", "course"],
  ["Plan", "plan"],
  ["Amount", "amount"],
  ["Reference", "reference"],
  ["Page", "page"],
] as const satisfies readonly (readonly [string, keyof SupportContext])[];

/** Longer texts come from a forged link. */
const MAX_LENGTH = 120;

/** The first message of a chat with staff: the problem, then a line for each known fact. */
export function supportMessage({ problem, ...known }: SupportContext): string {
  const lines = LINES.flatMap(([label, field]) =>
    known[field] ? [`${label}: ${known[field].slice(0, MAX_LENGTH)}`] : [],
  );
  return [`Hello, ${problem.slice(0, 2 * MAX_LENGTH)}.`, ...lines].join("\n");
}
