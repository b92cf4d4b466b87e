import { counted } from "~/domain/text.ts";

/** The name of what blocks a deploy to production. A deploy can be told to ignore it by this name. */
export type Blocker = "prices" | "example-contacts" | "cohort" | "legal";

interface GroupFacts {
  /** Left out if these findings do not block a deploy. */
  readonly blocker?: Blocker;
  readonly advice?: string;
}

/** The groups of findings, in the order in which they are reported. */
const GROUPS = {
  // These errors stop a build.
  "Cannot be read": {},
  Fields: {},
  "Names that lead nowhere": {},
  Mails: {},
  "Links and pictures": {},
  "Twice the same": {},
  // A launch still needs the following, worst first.
  "Prices that disagree": {
    blocker: "prices",
    advice:
      "what visitors pay depends on the page where they start; write one price in all places, or give each course its own plans",
  },
  "Example contacts": {
    blocker: "example-contacts",
    advice: "they look real and are nobody's; write the academy's own, then take placeholder: true away",
  },
  "Example addresses": {
    blocker: "example-contacts",
    advice: "they belong to nobody; write the academy's own",
  },
  "No open cohort": { blocker: "cohort" },
  "Legal name and numbers": {
    blocker: "legal",
    advice: "every receipt bears them; write the academy's own, then take their names out of placeholders",
  },
  "To be supplied": { advice: "write the real thing, then take placeholder: true away" },
  "Tracks without levels": {},
  Dates: { advice: "write the next cohort" },
} satisfies Record<string, GroupFacts>;

export type Group = keyof typeof GROUPS;

export interface Finding {
  readonly group: Group;
  /** The file's path: "content/courses/devops-full.yaml". */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Returns the blocker of a finding's group; `null` if it does not block a deploy to production. */
export function blockerOf({ group }: Finding): Blocker | null {
  const facts: GroupFacts = GROUPS[group];
  return facts.blocker ?? null;
}

/** Reports what a launch still needs: first what blocks a deploy, then what visitors would see. */
export function launchReport(notes: readonly Finding[]): string {
  const blocking = notes.filter((note) => blockerOf(note) !== null);
  const visible = notes.filter((note) => blockerOf(note) === null);
  const blockers = [...new Set(blocking.map(blockerOf))].join(", ");
  return [
    blocking.length === 0
      ? "Nothing in the content keeps the site from production."
      : `Production waits for ${counted(blocking.length, "thing")} (${blockers}):`,
    ...sections(blocking),
    "",
    visible.length === 0
      ? "Nothing else is left."
      : `Then ${counted(visible.length, "thing")} that visitors would see:`,
    ...sections(visible),
  ].join("\n");
}

/** Reports what must be corrected, for somebody who writes no code. */
export function errorReport(errors: readonly Finding[]): string {
  if (errors.length === 0) return "The content has no errors.";
  const them = errors.length === 1 ? "it" : "them";
  const verdict = `The content has ${counted(errors.length, "error")}.`;
  return [`${verdict} Mend ${them}: the site cannot be built until then.`, ...sections(errors)].join("\n");
}

function sections(findings: readonly Finding[]): string[] {
  return Object.entries<GroupFacts>(GROUPS).flatMap(([name, { advice }]) => {
    const lines = findings.filter(({ group }) => group === name);
    if (lines.length === 0) return [];
    const heading = `${name} (${lines.length})${advice ? `: ${advice}` : ""}`;
    return ["", heading, ...lines.map(({ file, line, message }) => `  ${file}:${line}  ${message}`)];
  });
}
