import { readdirSync } from "node:fs";
import type { Query } from "~/edge/query.ts";
import { checkLaunch } from "./check-launch.ts";
import { checkSchema } from "./check-schema.ts";
import { diagnose } from "./diagnose.ts";
import { advice, type Environment, type Finding, type Place } from "./finding.ts";
import { readProjectFacts, readSettings } from "./read-project.ts";
import { report } from "./report.ts";

export interface Examination {
  readonly environment: Environment;
  readonly findings: readonly Finding[];
}

/**
 * Checks a place's settings, without a network.
 * @param root the project's folder, with a / at its end
 */
export function examine(root: string, place: Place, deployedSecrets: readonly string[] | null): Examination {
  const environment = { place, settings: readSettings(root, place), deployedSecrets };
  const findings = diagnose(environment, readProjectFacts(root));
  return { environment, findings: place === "production" ? [...findings, ...checkLaunch(root)] : findings };
}

/**
 * Prints what is missing and how to get it; returns the exit code, 1 when something is.
 * @param query null when no database is to be asked
 */
export async function main(
  { root, place }: { root: string; place: Place },
  deployedSecrets: readonly string[] | null,
  query: Query | null,
): Promise<0 | 1> {
  const { environment, findings } = examine(root, place, deployedSecrets);
  const all = [...findings, ...(query ? await checkDatabase(root, place, query) : [])];
  console.log(report(environment, all));
  return all.some(({ kind }) => kind === "missing") ? 1 : 0;
}

async function checkDatabase(root: string, place: Place, query: Query): Promise<Finding[]> {
  const migrations = await applied(query);
  const findings = checkSchema(place, migrationsOf(root), migrations);
  return migrations === null ? findings : [...findings, ...(await checkMails(query))];
}

function migrationsOf(root: string): string[] {
  return readdirSync(`${root}src/edge/migrations`)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

async function applied(query: Query): Promise<string[] | null> {
  const [tables = []] = await query([
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'",
  ]);
  if (tables.length === 0) return null;
  const [rows = []] = await query(["SELECT name FROM d1_migrations"]);
  return rows.map(({ name }) => String(name));
}

/** Whether mails could not be delivered. */
async function checkMails(query: Query): Promise<Finding[]> {
  const [[row] = []] = await query(["SELECT COUNT(*) AS count FROM dead_letters"]);
  const count = Number(row?.count ?? 0);
  if (count === 0) return [];
  return [
    advice(
      `Mails that could not be delivered: ${count}.`,
      "The desk's first page says why, and sends them again.",
    ),
  ];
}
