import { type Finding, missing, type Place } from "./finding.ts";

/** What of wrangler.jsonc is looked at, for each place. */
export interface Bindings {
  readonly name: string | undefined;
  readonly databaseId: string | undefined;
  readonly databaseName: string | undefined;
  /** The queue that jobs are put into, and those that they are taken from. */
  readonly queue: string | undefined;
  readonly consumed: readonly string[];
}

const NO_ID = "00000000-0000-0000-0000-000000000000";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What wrangler.jsonc says of a deployed site. */
export function checkCloudflare(place: Place, bindings: Readonly<Record<Place, Bindings>>): Finding[] {
  if (place === "local") return [];
  const own = bindings[place];
  const other = bindings[place === "staging" ? "production" : "staging"];
  const database = databaseSlip(place, own.databaseId, other.databaseId);
  const create = `Run npx wrangler d1 create ${own.databaseName ?? "academy"}, and write the id it prints as database_id into wrangler.jsonc, under "env", "${place}".`;
  const sameName = "Staging and production have the same name: a deploy of one would replace the other.";
  return [
    ...(database ? [missing(database, create)] : []),
    ...queueFindings(place, own, other),
    ...(own.name === other.name ? [missing(sameName, "Rename one.")] : []),
  ];
}

function databaseSlip(place: Place, own: string | undefined, other: string | undefined): string | null {
  if (!own || own === NO_ID) return `wrangler.jsonc has no database for ${place} yet.`;
  if (!UUID.test(own)) return `The database_id of ${place} in wrangler.jsonc is no id of a database.`;
  if (own !== other) return null;
  return "Staging and production share a database: trying something out would change real records.";
}

function queueFindings(place: Place, { queue, consumed }: Bindings, other: Bindings): Finding[] {
  if (!queue) {
    const what = `wrangler.jsonc binds no queue as JOBS for ${place}.`;
    return [missing(what, "Bind one, and run npx wrangler queues create academy-jobs once.")];
  }
  if (!consumed.includes(queue)) {
    const what = `Nobody takes jobs from the queue ${queue}: no mail would be delivered.`;
    return [missing(what, `Name it under "consumers" in wrangler.jsonc, too.`)];
  }
  if (queue !== other.queue) return [];
  const what = "Staging and production share a queue: each would take the other's jobs.";
  return [missing(what, "Give each a name of its own.")];
}
