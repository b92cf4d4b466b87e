import { readdirSync, readFileSync } from "node:fs";
import { loadEnv } from "vite";
import { unstable_readConfig } from "wrangler";
import { type Blocker, blockerOf } from "~/build/content-check/finding.ts";
import { checkContent } from "~/build/content-check/main.ts";
import { PAYPAL_API, smtpSettings } from "~/edge/environment.ts";
import { type Place, type Settings, settingsSchema } from "./check-settings.ts";

export interface Finding {
  /** `missing`: something does not work, or money or mails could be lost. `advice`: there is a risk. */
  readonly kind: "missing" | "advice";
  /** A sentence that contains no part of a secret. */
  readonly problem: string;
  readonly remedy: string;
  /** The name by which a deploy ignores the finding, if it may. */
  readonly blocker?: Blocker;
}

export interface Site {
  readonly place: Place;
  readonly settings: Settings;
  /** The names of the secrets that the deployed site has; `null` if they were not requested. */
  readonly deployedSecrets: readonly string[] | null;
}

const missing = (problem: string, remedy: string): Finding => ({ kind: "missing", problem, remedy });
const advice = (problem: string, remedy: string): Finding => ({ kind: "advice", problem, remedy });

interface Examination {
  /** The project's folder, with a slash at its end. */
  readonly root: string;
  readonly place: Place;
  readonly deployedSecrets: readonly string[] | null;
  /** Queries the site's database; `null` leaves the database out. */
  readonly query: Query | null;
}

/** Reports what a site lacks, and how to get it. Returns the exit code, 1 if anything is missing. */
export async function main({ root, place, deployedSecrets, query }: Examination): Promise<0 | 1> {
  const { site, findings } = examine(root, place, deployedSecrets);
  if (query) findings.push(...(await checkDatabase(root, place, query)));
  console.log(report(site, findings));
  return findings.some(({ kind }) => kind === "missing") ? 1 : 0;
}

/** Makes the checks that need no network. */
export function examine(root: string, place: Place, deployedSecrets: readonly string[] | null) {
  const site = { place, settings: readSettings(root, place), deployedSecrets };
  const findings = [
    ...checkSettings(site, settingTexts(root)),
    ...(place === "local" ? [] : checkDatabaseId(place, databaseIds(root))),
    ...(place === "production" ? checkLaunch(root) : []),
  ];
  return { site, findings };
}

/** Reads the settings from .env, the site's own file and the environment; later ones win. */
export function readSettings(root: string, place: Place): Settings {
  const values = loadEnv(place === "local" ? "sandbox" : place, root, "");
  return Object.fromEntries(Object.keys(settingTexts(root)).map((name) => [name, values[name]?.trim()]));
}

/** Returns the comment of .env.example about each setting. The settings of a block share it. */
export function settingTexts(root: string): Record<string, string> {
  const blocks = readFileSync(`${root}.env.example`, "utf8").split(/\n{2,}/);
  const texts = blocks.flatMap((block) => {
    const comment = (block.match(/^# .*$/gm) ?? []).map((line) => line.slice(2)).join(" ");
    return [...block.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => [name, comment] as const);
  });
  return Object.fromEntries(texts);
}

/**
 * Finds invalid and missing settings, and settings that carry a risk.
 * @param texts the comment about each setting
 */
export function checkSettings({ place, settings, deployedSecrets }: Site, texts: Settings): Finding[] {
  const file = place === "local" ? ".env" : `.env.${place}`;
  const remedy = (name: string) => `${texts[name]} It is set in ${file}.`;
  const secretNames = deployedSecrets ?? [];
  const isSet = (name: string) => settings[name] || secretNames.includes(name);
  // Without PAYPAL_API_URL, here and at the deployed site, the edge uses PayPal's live server. Without a
  // PayPal secret it uses none.
  const defaultUrl = secretNames.includes("PAYPAL_API_URL") ? "" : PAYPAL_API;
  const paypalUrl = isSet("PAYPAL_CLIENT_SECRET") ? settings.PAYPAL_API_URL || defaultUrl : "";
  const values = Object.entries({ ...settings, PAYPAL_API_URL: paypalUrl }).filter(([, value]) => value);
  const { error } = settingsSchema(place, settings, secretNames).safeParse(Object.fromEntries(values));
  const findings = (error?.issues ?? []).map(({ path: [key], code, message }) => {
    const name = String(key);
    // Staging works without its secrets, except for payments and mails.
    const isAdvice = code === "invalid_type" && place === "staging" && !name.startsWith("PUBLIC_");
    return (isAdvice ? advice : missing)(`${name} ${message}.`, remedy(name));
  });
  for (const { message } of smtpSettings.safeParse(settings).error?.issues ?? []) {
    findings.push(missing(message, remedy("SMTP_USER")));
  }
  if (settings.PUBLIC_MAIL_ENDPOINT) {
    const problem =
      "PUBLIC_MAIL_ENDPOINT sends the mails of visitors elsewhere: this site's queue does not deliver them.";
    findings.push(advice(problem, "If that is not meant, leave it empty."));
  }
  if (place !== "local" && settings.SMTP_HOST && !settings.SMTP_PASSWORD && !isSet("SMTP_USER")) {
    const problem = "SMTP_USER and SMTP_PASSWORD are not set: hardly any server takes mails so.";
    findings.push(advice(problem, remedy("SMTP_USER")));
  }
  return findings;
}

type Deployed = Exclude<Place, "local">;
export type DatabaseIds = Readonly<Record<Deployed, string | undefined>>;

function databaseIds(root: string): DatabaseIds {
  const idIn = (env: Deployed): string | undefined =>
    unstable_readConfig({ config: `${root}wrangler.jsonc`, env }, { hideWarnings: true }).d1_databases[0]
      ?.database_id;
  return { staging: idIn("staging"), production: idIn("production") };
}

/** Checks that wrangler.jsonc names a database for the site, and not that of the other site. */
export function checkDatabaseId(place: Deployed, ids: DatabaseIds): Finding[] {
  if (!/^(?!00000000)[0-9a-f-]{36}$/i.test(ids[place] ?? "")) {
    const name = place === "staging" ? "academy-staging" : "academy";
    const remedy = `Run npx wrangler d1 create ${name}, and write the id it prints as database_id into wrangler.jsonc, under "env", "${place}".`;
    return [missing(`wrangler.jsonc has no database for ${place} yet.`, remedy)];
  }
  if (ids.staging !== ids.production) return [];
  const problem = "Staging and production share a database: trying something out would reach real records.";
  return [missing(problem, "Give each its own in wrangler.jsonc.")];
}

function checkLaunch(root: string): Finding[] {
  return checkContent({ content: `${root}content/`, root }).notes.flatMap((note): Finding[] => {
    const blocker = blockerOf(note);
    if (!blocker) return [];
    const remedy = `npm run launch says what to write. To deploy all the same: -- --despite ${blocker}.`;
    return [{ ...missing(`${note.file}:${note.line}  ${note.message}`, remedy), blocker }];
  });
}

type Query = (statements: readonly string[]) => Promise<Record<string, unknown>[][]>;

/** Checks that the database has the schema that the code needs, and that no mail has failed. */
export async function checkDatabase(root: string, place: Place, query: Query): Promise<Finding[]> {
  const command = place === "local" ? "npm start" : `npm run deploy -- --env ${place}`;
  const remedy = `${command} brings it up to date.`;
  const [tables = []] = await query([
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'",
  ]);
  if (tables.length === 0) return [advice("The database is empty.", remedy)];
  const [applied = [], failed = []] = await query([
    "SELECT name FROM d1_migrations",
    "SELECT COUNT(*) AS count FROM failed_mails",
  ]);
  const appliedNames = applied.map(({ name }) => name);
  const migrations = readdirSync(`${root}src/edge/migrations`).filter((name) => name.endsWith(".sql"));
  const missingNames = migrations.filter((name) => !appliedNames.includes(name)).sort();
  const count = Number(failed[0]?.count ?? 0);
  const findings: Finding[] = [];
  if (missingNames.length > 0)
    findings.push(missing(`The database lacks ${missingNames.join(", ")}.`, remedy));
  if (count > 0) {
    const problem = `Mails that could not be delivered: ${count}.`;
    findings.push(advice(problem, "The desk's first page says why, and sends them again."));
  }
  return findings;
}

const PLACE_NAMES = { local: "This machine", staging: "Staging", production: "Production" } as const;

/** Returns the text of the findings, for people who set up the site for the first time. */
export function report({ place, settings, deployedSecrets }: Site, findings: readonly Finding[]): string {
  const section = (title: string, kind: Finding["kind"]) => {
    const matches = findings.filter((finding) => finding.kind === kind);
    const lines = matches.flatMap(({ problem, remedy }) => [`- ${problem}`, `  ${remedy}`]);
    return lines.length > 0 ? ["", title, ...lines] : [];
  };
  const count = findings.filter(({ kind }) => kind === "missing").length;
  const areSecretsUnknown = place !== "local" && !deployedSecrets;
  const origin = place === "local" ? null : URL.parse(settings.PUBLIC_SITE_URL ?? "")?.origin;
  const webhooks = [
    "",
    "What cannot be seen from here: the providers must know these addresses for their webhooks.",
    `- Paystack: ${origin}/prod/webhooks/paystack`,
    `- PayPal: ${origin}/prod/webhooks/paypal`,
  ];
  return [
    `${PLACE_NAMES[place]}: ${count === 0 ? "nothing is missing" : `missing: ${count}`}.`,
    ...section("Missing", "missing"),
    ...section("To know", "advice"),
    ...(areSecretsUnknown ? ["", `Secrets that ${place} was given before are seen with --remote only.`] : []),
    ...(origin ? webhooks : []),
  ].join("\n");
}
