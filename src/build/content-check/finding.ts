/** Errors, which stop the tests, in the order in which they are reported. */
export const ERROR_GROUPS = [
  "Cannot be read",
  "Fields",
  "Names that lead nowhere",
  "Mails",
  "Links and pictures",
  "Twice the same",
] as const;

/** What a launch still needs, in the order in which it is listed. */
export const NOTE_GROUPS = [
  "To be supplied",
  "Tracks without levels",
  "Example addresses",
  "Dates",
  "Figures that disagree",
  "Durations that disagree",
] as const;

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
