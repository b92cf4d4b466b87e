import { blockerOf } from "~/build/content-check/finding.ts";
import { launchToday } from "~/build/content-check/main.ts";
import { type Finding, missing } from "./finding.ts";

/**
 * What of the launch list production waits for.
 * @param root the project's folder, with a / at its end
 */
export function checkLaunch(root: string): Finding[] {
  const { notes } = launchToday(`${root}content/`);
  return notes.flatMap((note): Finding[] => {
    const blocker = blockerOf(note);
    if (!blocker) return [];
    const how = `npm run launch says what to write. To deploy all the same: -- --despite ${blocker}.`;
    return [{ ...missing(`${note.file}:${note.line}  ${note.message}`, how), blocker }];
  });
}
