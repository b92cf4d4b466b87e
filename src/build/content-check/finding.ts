/** Errors, which stop the tests, in the order in which they are reported. */
export const ERROR_GROUPS = [
  "Cannot be read",
  "Fields",
  "Names that lead nowhere",
  "Mails",
  "Links and pictures",
  "Twice the same",
] as const;

/** What a launch still needs, worst first. */
export const NOTE_GROUPS = [
  "Prices that disagree",
  "Example contacts",
  "Example addresses",
  "No open cohort",
  "To be supplied",
  "Legal name and address",
  "Tracks without levels",
  "Dates",
  "Figures that disagree",
  "Durations that disagree",
] as const;

/** The groups that block a deploy to production, and the name by which a deploy overrides each. */
export const BLOCKING_GROUPS = {
  "Prices that disagree": "prices",
  "Example contacts": "example-contacts",
  "Example addresses": "example-contacts",
  "No open cohort": "cohort",
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
