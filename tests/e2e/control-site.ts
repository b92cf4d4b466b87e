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
  const results = (await control("/database", { folder, statements })) as { meta: { changes: number } }[];
  return results.map(({ meta }) => meta.changes);
}

/** From now on a site under test serves another build, on the database that it has. */
export async function deployBuild(site: { folder: string }, build: { folder: string }): Promise<void> {
  await control("/build", { folder: site.folder, built: build });
}

async function control(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(CONTROL.origin + path, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
