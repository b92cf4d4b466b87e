import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the file of a local edge's database. @param state the edge's folder, from the project's root */
export function databaseFile(state: string): string {
  const [file] = globSync(`${root}${state}/v3/d1/**/*.sqlite`).filter((name) => !name.includes("metadata"));
  if (!file) throw new Error("The database of the site under test was not found.");
  return file;
}
