import { counted } from "~/domain/text.ts";

/** The groups of errors, which stop a build, in the order in which they are reported. */
const ERROR_GROUPS = [
  "Cannot be read",
  "Fields",
  "Names that lead nowhere",
  "Mails",
  "Links and pictures",
  "Twice the same",
] as const;

interface NoteGroup {
  /** The name by which a deploy to production ignores the group; `null` if it blocks none. */
  readonly blocker: string | null;
  readonly advice?: string;
}

/** The groups of what a launch still needs, worst first. */
const NOTE_GROUPS = {
  "Prices that disagree": {
    blocker: "prices",
    advice: "visitors are charged by where they begin; write one price, or one plan each",
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
  "To be supplied": { blocker: null, advice: "write the real thing, then take placeholder: true away" },
  "Tracks without levels": { blocker: null },
  Dates: { blocker: null, advice: "write the next cohort" },
} as const satisfies Record<string, NoteGroup>;

export type Group = (typeof ERROR_GROUPS)[number] | keyof typeof NOTE_GROUPS;
export type Blocker = NonNullable<(typeof NOTE_GROUPS)[keyof typeof NOTE_GROUPS]["blocker"]>;

export interface Finding {
  readonly group: Group;
  /** The file's path: "content/courses/devops-full.yaml". */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Returns the name by which a finding blocks a deploy to production; `null` if it does not. */
export function blockerOf({ group }: Finding): Blocker | null {
  return group in NOTE_GROUPS ? NOTE_GROUPS[group as keyof typeof NOTE_GROUPS].blocker : null;
}

/** Reports what a launch still needs: first what blocks a deploy, then what visitors would see. */
export function launchReport(notes: readonly Finding[]): string {
  const blocking = notes.filter((note) => blockerOf(note) !== null);
  const others = notes.filter((note) => blockerOf(note) === null);
  const names = [...new Set(blocking.map(blockerOf))].join(", ");
  return [
    blocking.length === 0
      ? "Nothing in the content keeps the site from production."
      : `Production waits for ${counted(blocking.length, "thing")} (${names}):`,
    ...sections(blocking),
    "",
    others.length === 0
      ? "Nothing else is left."
      : `Then ${counted(others.length, "thing")} that visitors would see:`,
    ...sections(others),
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
  const advice: Partial<Record<Group, NoteGroup>> = NOTE_GROUPS;
  const groups = [...ERROR_GROUPS, ...(Object.keys(NOTE_GROUPS) as Group[])];
  return groups.flatMap((group) => {
    const lines = findings.filter((finding) => finding.group === group);
    if (lines.length === 0) return [];
    const words = advice[group]?.advice;
    const heading = `${group} (${lines.length})${words ? `: ${words}` : ""}`;
    return ["", heading, ...lines.map(({ file, line, message }) => `  ${file}:${line}  ${message}`)];
  });
}
