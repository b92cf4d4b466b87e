import { counted } from "~/domain/words/counted.ts";
import type { Result } from "./check-content.ts";
import { ERROR_GROUPS, type Finding, type Group, NOTE_GROUPS } from "./finding.ts";

/** What each group asks the editor to do; nothing where the messages do. */
const ADVICE: Partial<Record<Group, string>> = {
  "To be supplied": "write the real thing, then take the line placeholder: true away",
  "Example addresses": "they belong to nobody; write the academy's own",
  Dates: "write the next cohort",
  "Figures that disagree": "each page shows its own figure; if that is meant, leave it",
  "Durations that disagree": "if that is meant, leave it",
};

/** The findings for somebody who writes no code: errors first, then the launch list, each with file and line. */
export function report({ errors, notes }: Result): string {
  const verdict = errors.length === 0 ? "The content has no errors." : errorReport(errors);
  const launch =
    notes.length === 0
      ? "Nothing is left to do before a launch."
      : `Before a launch: ${counted(notes.length, "thing")} to look at. None of them stops the site.`;
  return [verdict, "", launch, ...section(notes, NOTE_GROUPS)].join("\n");
}

/** What must be mended, without the launch list. */
export function errorReport(errors: readonly Finding[]): string {
  const verdict = `The content has ${counted(errors.length, "error")}. Mend ${errors.length === 1 ? "it" : "them"}: the site cannot be built until then.`;
  return [verdict, ...section(errors, ERROR_GROUPS)].join("\n");
}

function section(findings: readonly Finding[], groups: readonly Group[]): string[] {
  return groups.flatMap((group) => {
    const own = findings.filter((finding) => finding.group === group);
    if (own.length === 0) return [];
    const advice = ADVICE[group];
    return ["", `${group} (${own.length})${advice ? `: ${advice}` : ""}`, ...own.map(line)];
  });
}

function line({ file, line: number, message }: Finding): string {
  return `  ${file}:${number}  ${message}`;
}
