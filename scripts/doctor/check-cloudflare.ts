import { type Finding, missing, type Place } from "./finding.ts";

/** What of wrangler.jsonc is looked at, for each place. */
export interface Bindings {
  /** The worker's name. */
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
  const findings: Finding[] = [];
  const create = `Run npx wrangler d1 create ${own.databaseName ?? "academy"}, and write the id it prints as database_id into wrangler.jsonc, under "env", "${place}".`;
  if (!own.databaseId || own.databaseId === NO_ID) {
    findings.push(missing(`wrangler.jsonc has no database for ${place} yet.`, create));
  } else if (!UUID.test(own.databaseId)) {
    findings.push(missing(`The database_id of ${place} in wrangler.jsonc is no id of a database.`, create));
  } else if (own.databaseId === other.databaseId) {
    findings.push(
      missing(
        "Staging and production share a database: trying something out would change real records.",
        create,
      ),
    );
  }
  if (!own.queue) {
    findings.push(
      missing(
        `wrangler.jsonc binds no queue as JOBS for ${place}.`,
        `Bind one, and run npx wrangler queues create academy-jobs once.`,
      ),
    );
  } else if (!own.consumed.includes(own.queue)) {
    findings.push(
      missing(
        `Nobody takes jobs from the queue ${own.queue}: no mail would be delivered.`,
        `Name it under "consumers" in wrangler.jsonc, too.`,
      ),
    );
  } else if (own.queue === other.queue) {
    findings.push(
      missing(
        "Staging and production share a queue: each would take the other's jobs.",
        "Give each a name of its own.",
      ),
    );
  }
  if (own.name === other.name) {
    findings.push(
      missing(
        "Staging and production have the same name: a deploy of one would replace the other.",
        "Rename one.",
      ),
    );
  }
  return findings;
}
