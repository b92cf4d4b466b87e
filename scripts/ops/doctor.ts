/** The checks that need no network, and those of the database. */
import { readdirSync, readFileSync } from "node:fs";
import { loadEnv } from "vite";
import { unstable_readConfig } from "wrangler";
import { type Blocker, blockerOf } from "~/build/content-check/finding.ts";
import { checkContent } from "~/build/content-check/main.ts";
import { PAYPAL_API, smtpSettings } from "~/edge/environment.ts";
import { type Place, type Settings, settingsSchema } from "./check-settings.ts";

export interface Finding {
  /** `missing`: it does not work, or money or mails could be lost; `advice`: it works, but the owner should know. */
  readonly kind: "missing" | "advice";
  /** The problem, in a sentence without any part of a secret. */
  readonly what: string;
  readonly how: string;
  /** The name by which a deploy overrides it; missing where it cannot be overridden. */
  readonly blocker?: Blocker;
}

export interface Site {
  readonly place: Place;
  readonly settings: Settings;
  /** The names of the secrets that the deployed site was given before; null when it was not asked. */
  readonly deployedSecrets: readonly string[] | null;
}

const missing = (what: string, how: string): Finding => ({ kind: "missing", what, how });
const advice = (what: string, how: string): Finding => ({ kind: "advice", what, how });

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
  const { site, findings } = examine(root, place, deployedSecrets);
  const all = [...findings, ...(query ? await checkDatabase(root, place, query) : [])];
  console.log(report(site, all));
  return all.some(({ kind }) => kind === "missing") ? 1 : 0;
}

export function examine(root: string, place: Place, deployedSecrets: readonly string[] | null) {
  const site = { place, settings: readSettings(root, place), deployedSecrets };
  const findings = [
    ...checkSettings(site, settingTexts(root)),
    ...(place === "local" ? [] : checkDatabaseId(place, databaseIds(root))),
    ...(place === "production" ? checkLaunch(root) : []),
  ];
  return { site, findings };
}

/** The settings that .env.example names, from .env, the place's own file and the environment; the later ones win. */
export function readSettings(root: string, place: Place): Settings {
  const values = loadEnv(place === "local" ? "sandbox" : place, root, "");
  return Object.fromEntries(Object.keys(settingTexts(root)).map((name) => [name, values[name]?.trim()]));
}

/**
 * Returns the comment of .env.example about each setting: the one above it, or above the block that it is in.
 */
export function settingTexts(root: string): Record<string, string> {
  const blocks = readFileSync(`${root}.env.example`, "utf8").split(/\n{2,}/);
  const texts = blocks.flatMap((block) => {
    const comment = (block.match(/^# .*$/gm) ?? []).map((line) => line.slice(2)).join(" ");
    return [...block.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => [name, comment] as const);
  });
  return Object.fromEntries(texts);
}

/** Returns a finding for each issue of a site's settings, and advice about settings that work but carry a risk. */
export function checkSettings({ place, settings, deployedSecrets }: Site, texts: Settings): Finding[] {
  const file = place === "local" ? ".env" : `.env.${place}`;
  const how = (name: string) => `${texts[name]} It is set in ${file}.`;
  const secretNames = deployedSecrets ?? [];
  const isSet = (name: string) => settings[name] || secretNames.includes(name);
  // Not set it means PayPal's live server, unless the deployed site was given another before. Without a secret it is not used.
  const whenUnset = secretNames.includes("PAYPAL_API_URL") ? "" : PAYPAL_API;
  const payPal = isSet("PAYPAL_CLIENT_SECRET") ? settings.PAYPAL_API_URL || whenUnset : "";
  const set = Object.entries({ ...settings, PAYPAL_API_URL: payPal }).filter(([, value]) => value);
  const { error } = settingsSchema(place, settings, secretNames).safeParse(Object.fromEntries(set));
  const findings = (error?.issues ?? []).map(({ path: [key], code, message }) => {
    const name = String(key);
    // Staging can be tried without its secrets.
    const isAdvice = code === "invalid_type" && place === "staging" && !name.startsWith("PUBLIC_");
    return (isAdvice ? advice : missing)(`${name} ${message}.`, how(name));
  });
  for (const { message } of smtpSettings.safeParse(settings).error?.issues ?? []) {
    findings.push(missing(message, how("SMTP_USER")));
  }
  if (settings.PUBLIC_MAIL_ENDPOINT) {
    const what =
      "PUBLIC_MAIL_ENDPOINT sends the mails of visitors elsewhere: this site's queue does not deliver them.";
    findings.push(advice(what, "If that is not meant, leave it empty."));
  }
  if (place !== "local" && settings.SMTP_HOST && !settings.SMTP_PASSWORD && !isSet("SMTP_USER")) {
    const what = "SMTP_USER and SMTP_PASSWORD are not set: hardly any server takes mails so.";
    findings.push(advice(what, how("SMTP_USER")));
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

/** Whether wrangler.jsonc names the site's own database. */
export function checkDatabaseId(place: Deployed, ids: DatabaseIds): Finding[] {
  if (!/^(?!00000000)[0-9a-f-]{36}$/i.test(ids[place] ?? "")) {
    const name = place === "staging" ? "academy-staging" : "academy";
    const how = `Run npx wrangler d1 create ${name}, and write the id it prints as database_id into wrangler.jsonc, under "env", "${place}".`;
    return [missing(`wrangler.jsonc has no database for ${place} yet.`, how)];
  }
  if (ids.staging !== ids.production) return [];
  const what = "Staging and production share a database: trying something out would reach real records.";
  return [missing(what, "Give each its own in wrangler.jsonc.")];
}

function checkLaunch(root: string): Finding[] {
  return checkContent({ content: `${root}content/`, root }).notes.flatMap((note): Finding[] => {
    const blocker = blockerOf(note);
    if (!blocker) return [];
    const how = `npm run launch says what to write. To deploy all the same: -- --despite ${blocker}.`;
    return [{ ...missing(`${note.file}:${note.line}  ${note.message}`, how), blocker }];
  });
}

type Query = (statements: readonly string[]) => Promise<Record<string, unknown>[][]>;

/** Whether the database has the schema that the code needs, and mails that could not be delivered. */
export async function checkDatabase(root: string, place: Place, query: Query): Promise<Finding[]> {
  const command = place === "local" ? "npm start" : `npm run deploy -- --env ${place}`;
  const how = `${command} brings it up to date.`;
  const isMigrated = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'";
  const [tables = []] = await query([isMigrated]);
  if (tables.length === 0) return [advice("The database is empty.", how)];
  const [applied = [], failed = []] = await query([
    "SELECT name FROM d1_migrations",
    "SELECT COUNT(*) AS count FROM failed_mails",
  ]);
  const names = new Set(applied.map(({ name }) => name));
  const migrations = readdirSync(`${root}src/edge/migrations`).filter((name) => name.endsWith(".sql"));
  const lacking = migrations.filter((name) => !names.has(name)).sort();
  const count = Number(failed[0]?.count ?? 0);
  const desk = "The desk's first page says why, and sends them again.";
  return [
    ...(lacking.length > 0 ? [missing(`The database lacks ${lacking.join(", ")}.`, how)] : []),
    ...(count > 0 ? [advice(`Mails that could not be delivered: ${count}.`, desk)] : []),
  ];
}

const PLACES = { local: "This machine", staging: "Staging", production: "Production" } as const;

/** The findings for somebody who sets the site up for the first time. */
export function report({ place, settings, deployedSecrets }: Site, findings: readonly Finding[]): string {
  const section = (title: string, kind: Finding["kind"]) => {
    const ofKind = findings.filter((finding) => finding.kind === kind);
    const lines = ofKind.flatMap(({ what, how }) => [`- ${what}`, `  ${how}`]);
    return lines.length > 0 ? ["", title, ...lines] : [];
  };
  const count = findings.filter(({ kind }) => kind === "missing").length;
  const isUnasked = place !== "local" && !deployedSecrets;
  const origin = place === "local" ? null : URL.parse(settings.PUBLIC_SITE_URL ?? "")?.origin;
  // Facts that only the providers' own pages show.
  const webhooks = [
    "",
    "What cannot be seen from here: the providers must know these addresses for their webhooks.",
    `- Paystack: ${origin}/prod/webhooks/paystack`,
    `- PayPal: ${origin}/prod/webhooks/paypal`,
  ];
  return [
    `${PLACES[place]}: ${count === 0 ? "nothing is missing" : `missing: ${count}`}.`,
    ...section("Missing", "missing"),
    ...section("To know", "advice"),
    ...(isUnasked ? ["", `Secrets that ${place} was given before are seen with --remote only.`] : []),
    ...(origin ? webhooks : []),
  ].join("\n");
}
