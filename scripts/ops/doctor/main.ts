import { readdirSync } from "node:fs";
import type { Query } from "~/edge/query.ts";
import { examine } from "./examine.ts";
import { advice, type Environment, type Finding, missing, type Place } from "./finding.ts";

/**
 * Prints what is missing and how to get it; returns the exit code, 1 when something is.
 * @param root the project's folder, with a / at its end
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

/** Whether the database has the schema that the code needs, and mails that could not be delivered. */
export async function checkDatabase(root: string, place: Place, query: Query): Promise<Finding[]> {
  const how =
    place === "local"
      ? "npm start brings it up to date."
      : `npm run deploy -- --env ${place} brings it up to date.`;
  const [tables = []] = await query([
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'",
  ]);
  if (tables.length === 0) return [advice("The database is empty.", how)];
  const [applied = [], parked = []] = await query([
    "SELECT name FROM d1_migrations",
    "SELECT COUNT(*) AS count FROM dead_letters",
  ]);
  const names = new Set(applied.map(({ name }) => name));
  const lacking = readdirSync(`${root}src/edge/migrations`).filter(
    (name) => name.endsWith(".sql") && !names.has(name),
  );
  const count = Number(parked[0]?.count ?? 0);
  return [
    ...(lacking.length > 0 ? [missing(`The database lacks ${lacking.sort().join(", ")}.`, how)] : []),
    ...(count > 0
      ? [
          advice(
            `Mails that could not be delivered: ${count}.`,
            "The desk's first page says why, and sends them again.",
          ),
        ]
      : []),
  ];
}

const PLACES = { local: "This machine", staging: "Staging", production: "Production" } as const;

/** The findings for somebody who sets the site up for the first time. */
export function report(
  { place, settings, deployedSecrets }: Environment,
  findings: readonly Finding[],
): string {
  const section = (title: string, kind: Finding["kind"]) => {
    const lines = findings
      .filter((each) => each.kind === kind)
      .flatMap(({ what, how }) => [`- ${what}`, `  ${how}`]);
    return lines.length > 0 ? ["", title, ...lines] : [];
  };
  const count = findings.filter(({ kind }) => kind === "missing").length;
  return [
    `${PLACES[place]}: ${count === 0 ? "nothing is missing" : `missing: ${count}`}.`,
    ...section("Missing", "missing"),
    ...section("To know", "advice"),
    ...(place === "local" || deployedSecrets
      ? []
      : ["", `Secrets that ${place} was given before are seen with --remote only.`]),
    ...(place === "local" ? [] : webhooks(settings.PUBLIC_SITE_URL)),
  ].join("\n");
}

/** What only the providers' own pages can show. */
function webhooks(site: string | undefined): string[] {
  if (!site || !URL.canParse(site)) return [];
  const { origin } = new URL(site);
  return [
    "",
    "What cannot be seen from here: the providers must know these addresses for their webhooks.",
    `- Paystack: ${origin}/prod/webhooks/paystack`,
    `- PayPal: ${origin}/prod/webhooks/paypal`,
  ];
}
