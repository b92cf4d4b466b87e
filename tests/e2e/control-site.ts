import { CONTROL } from "./servers.ts";

type Statement = readonly [sql: string, ...values: (string | number | null)[]];

/**
 * Writes into a site's database in one transaction. The site's own runtime writes, since another process would lock the
 * site out.
 * @returns the number of rows that each statement changed
 * @throws Error with the runtime's message if it refuses a statement
 */
export async function changeDatabase(
  { folder }: { folder: string },
  ...statements: Statement[]
): Promise<number[]> {
  const body = JSON.stringify({ folder, statements });
  const response = await fetch(CONTROL.origin, { method: "POST", body });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as number[];
}
