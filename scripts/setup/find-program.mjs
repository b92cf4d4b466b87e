// Where a program is that may or may not be on this machine.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @param {{ first?: (string | undefined)[], names?: string[], last?: string[] }} places paths to try before and after the
 * names, which are looked for in every folder of PATH, one name after the other
 * @returns {string | null} a path that can be run; null when there is none
 */
export function findProgram({ first = [], names = [], last = [] }) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    ...first,
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...last,
  ];
  return candidates.find((path) => path && isRunnable(path)) ?? null;
}

/** @param {string} path */
function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
