import { CONTROL } from "./servers.ts";

export type Statement = readonly [sql: string, ...values: (string | number | null)[]];

/**
 * Writes into the database of a site under test, in one transaction. The site's own runtime does it: another process that
 * writes would lock the site out, which then answers 503.
 * @returns how many rows each statement changed
 * @throws Error with the runtime's words if it refuses a statement
 */
export async function changeDatabase(
  { folder }: { folder: string },
  ...statements: Statement[]
): Promise<number[]> {
  const body = JSON.stringify({ folder, statements });
  const answer = await fetch(CONTROL.origin, { method: "POST", body });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as number[];
}
