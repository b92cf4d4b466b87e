import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where the local edge keeps the database of a site. @param state the folder of all that it keeps, from the project's own */
export function databaseFile(state: string): string {
  const [file] = globSync(`${root}${state}/v3/d1/**/*.sqlite`).filter((name) => !name.includes("metadata"));
  if (!file) throw new Error("The database of the site under test was not found.");
  return file;
}
