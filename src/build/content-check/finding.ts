import { counted } from "~/domain/text.ts";

/** Errors, which stop a build, in the order in which they are reported. */
export const ERROR_GROUPS = [
  "Cannot be read",
  "Fields",
  "Names that lead nowhere",
  "Mails",
  "Links and pictures",
  "Twice the same",
] as const;

/** The groups of what a launch still needs, worst first. */
export const NOTE_GROUPS = [
  "Prices that disagree",
  "Example contacts",
  "Example addresses",
  "No open cohort",
  "Legal name and numbers",
  "To be supplied",
  "Tracks without levels",
  "Dates",
] as const;

/** The groups that block a deploy to production, and the name by which a deploy overrides each. */
export const BLOCKING_GROUPS = {
  "Prices that disagree": "prices",
  "Example contacts": "example-contacts",
  "Example addresses": "example-contacts",
  "No open cohort": "cohort",
  "Legal name and numbers": "legal",
} as const satisfies Partial<Record<(typeof NOTE_GROUPS)[number], string>>;

export type Blocker = (typeof BLOCKING_GROUPS)[keyof typeof BLOCKING_GROUPS];

/** The name of what blocks a deploy to production; null for a finding that does not. */
export function blockerOf({ group }: Finding): Blocker | null {
  return group in BLOCKING_GROUPS ? BLOCKING_GROUPS[group as keyof typeof BLOCKING_GROUPS] : null;
}

export type Group = (typeof ERROR_GROUPS)[number] | (typeof NOTE_GROUPS)[number];

/** One thing for the editor to look at. */
export interface Finding {
  readonly group: Group;
  /** E.g. "content/courses/devops-full.yaml". */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** The advice to the editor for each group; none where the messages say it. */
const ADVICE: Partial<Record<Group, string>> = {
  "Prices that disagree": "visitors are charged by where they begin; write one price, or one plan each",
  "Example contacts":
    "they look real and are nobody's; write the academy's own, then take placeholder: true away",
  "Legal name and numbers":
    "every receipt bears them; write the academy's own, then take their names out of placeholders",
  "To be supplied": "write the real thing, then take the line placeholder: true away",
  "Example addresses": "they belong to nobody; write the academy's own",
  Dates: "write the next cohort",
};

/**
 * Reports what a launch still needs: first what blocks a deploy to production, then what visitors would see.
 */
export function launchReport(notes: readonly Finding[]): string {
  const blocking = notes.filter((note) => blockerOf(note) !== null);
  const visibleNotes = notes.filter((note) => blockerOf(note) === null);
  const names = [...new Set(blocking.map(blockerOf))].join(", ");
  return [
    blocking.length === 0
      ? "Nothing in the content keeps the site from production."
      : `Production waits for ${counted(blocking.length, "thing")} (${names}):`,
    ...section(blocking, NOTE_GROUPS),
    "",
    visibleNotes.length === 0
      ? "Nothing else is left."
      : `Then ${counted(visibleNotes.length, "thing")} that visitors would see:`,
    ...section(visibleNotes, NOTE_GROUPS),
  ].join("\n");
}

/** Reports what must be corrected, for somebody who writes no code. */
export function errorReport(errors: readonly Finding[]): string {
  if (errors.length === 0) return "The content has no errors.";
  const them = errors.length === 1 ? "it" : "them";
  const verdict = `The content has ${counted(errors.length, "error")}. Mend ${them}: the site cannot be built until then.`;
  return [verdict, ...section(errors, ERROR_GROUPS)].join("\n");
}

function section(findings: readonly Finding[], groups: readonly Group[]): string[] {
  return groups.flatMap((group) => {
    const lines = findings
      .filter((finding) => finding.group === group)
      .map(({ file, line, message }) => `  ${file}:${line}  ${message}`);
    const advice = ADVICE[group] ? `: ${ADVICE[group]}` : "";
    return lines.length === 0 ? [] : ["", `${group} (${lines.length})${advice}`, ...lines];
  });
}
