/** What can be found without a network. */
import { readFileSync } from "node:fs";
import { loadEnv } from "vite";
import { unstable_readConfig } from "wrangler";
import { blockerOf } from "~/build/content-check/finding.ts";
import { launchToday } from "~/build/content-check/main.ts";
import { PAYPAL_API, smtpSettings } from "~/edge/environment.ts";
import {
  advice,
  type Environment,
  type Finding,
  isGiven,
  missing,
  type Place,
  type Settings,
} from "./finding.ts";
import { settingsSchema } from "./settings-schema.ts";

export interface Examination {
  readonly environment: Environment;
  readonly findings: readonly Finding[];
}

/** @param root the project's folder, with a / at its end */
export function examine(root: string, place: Place, deployedSecrets: readonly string[] | null): Examination {
  const environment = { place, settings: readSettings(root, place), deployedSecrets };
  const findings = [
    ...checkSettings(environment),
    ...(place === "local" ? [] : checkBindings(place, readBindings(root))),
    ...(place === "production" ? checkLaunch(root) : []),
  ];
  return { environment, findings };
}

/** The settings that .env.example names, from .env, the place's own file and the surroundings; the later ones win. */
export function readSettings(root: string, place: Place): Settings {
  const values = loadEnv(place === "local" ? "sandbox" : place, root, "");
  return Object.fromEntries(settingNames(root).map((name) => [name, values[name]?.trim()]));
}

export function settingNames(root: string): string[] {
  const text = readFileSync(`${root}.env.example`, "utf8");
  return [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
}

/** A finding for each issue that an environment's settings have, and what works but should be known. */
export function checkSettings(environment: Environment): Finding[] {
  const { place, settings, deployedSecrets } = environment;
  const schema = settingsSchema(environment);
  // Unset it means PayPal's live server, unless the deployed site was given another before. Without a secret it is not checked.
  const whenUnset = deployedSecrets?.includes("PAYPAL_API_URL") ? "" : PAYPAL_API;
  const payPal = isGiven(environment, "PAYPAL_CLIENT_SECRET") ? settings.PAYPAL_API_URL || whenUnset : "";
  const set = Object.entries({ ...settings, PAYPAL_API_URL: payPal }).filter(([, value]) => value);
  const issues = schema.safeParse(Object.fromEntries(set)).error?.issues ?? [];
  const smtp = schema.shape.SMTP_USER?.description ?? "";
  const isAnonymous = settings.SMTP_HOST && !settings.SMTP_PASSWORD && !isGiven(environment, "SMTP_USER");
  return [
    ...issues.map(({ path: [key], code, message }): Finding => {
      const name = String(key);
      // Staging can be tried without its secrets.
      const isAdvice = code === "invalid_type" && place === "staging" && !name.startsWith("PUBLIC_");
      const finding = isAdvice ? advice : missing;
      return finding(`${name} ${message}.`, schema.shape[name]?.description ?? "");
    }),
    ...(smtpSettings.safeParse(settings).error?.issues ?? []).map(({ message }) => missing(message, smtp)),
    ...(settings.PUBLIC_MAIL_ENDPOINT
      ? [
          advice(
            "PUBLIC_MAIL_ENDPOINT sends the mails of visitors elsewhere: this site's queue does not deliver them.",
            "If that is not meant, leave it empty.",
          ),
        ]
      : []),
    ...(place !== "local" && isAnonymous
      ? [advice("SMTP_USER and SMTP_PASSWORD are not set: hardly any server takes mails so.", smtp)]
      : []),
  ];
}

/** What of wrangler.jsonc is looked at, for each place. */
export interface Bindings {
  readonly name: string | undefined;
  readonly databaseId: string | undefined;
  readonly databaseName: string | undefined;
  /** The queue that jobs are put into, and those that they are taken from. */
  readonly queue: string | undefined;
  readonly consumed: readonly string[];
}

/** wrangler's own type of it refers to a package that is not installed. */
interface WranglerConfig {
  readonly name?: string;
  readonly d1_databases: readonly { readonly database_id?: string; readonly database_name?: string }[];
  readonly queues: {
    readonly producers?: readonly { readonly queue: string }[];
    readonly consumers?: readonly { readonly queue: string }[];
  };
}

type Deployed = Exclude<Place, "local">;

export function readBindings(root: string): Readonly<Record<Deployed, Bindings>> {
  const read = (env: Deployed): Bindings => {
    const { name, d1_databases, queues }: WranglerConfig = unstable_readConfig(
      { config: `${root}wrangler.jsonc`, env },
      { hideWarnings: true },
    );
    return {
      name,
      databaseId: d1_databases[0]?.database_id,
      databaseName: d1_databases[0]?.database_name,
      queue: queues.producers?.[0]?.queue,
      consumed: queues.consumers?.map(({ queue }) => queue) ?? [],
    };
  };
  return { staging: read("staging"), production: read("production") };
}

export function checkBindings(place: Deployed, bindings: Readonly<Record<Deployed, Bindings>>): Finding[] {
  const { databaseId, databaseName, queue, consumed } = bindings[place];
  const { staging, production } = bindings;
  const hasDatabase = /^[0-9a-f-]{36}$/i.test(databaseId ?? "") && !databaseId?.startsWith("00000000");
  const shared = (["name", "databaseId", "queue"] as const).filter(
    (part) => staging[part] === production[part],
  );
  const findings: Finding[] = [];
  if (!hasDatabase) {
    findings.push(
      missing(
        `wrangler.jsonc has no database for ${place} yet.`,
        `Run npx wrangler d1 create ${databaseName ?? "academy"}, and write the id it prints as database_id into wrangler.jsonc, under "env", "${place}".`,
      ),
    );
  } else if (shared.length > 0) {
    const what = `Staging and production share ${shared.join(" and ")}: trying something out would reach real records.`;
    findings.push(missing(what, "Give each its own in wrangler.jsonc."));
  }
  if (!queue || !consumed.includes(queue)) {
    const what = `wrangler.jsonc binds no queue for ${place} that is also consumed: no mail would be delivered.`;
    const how = `Name it under "producers", as JOBS, and under "consumers", and run npx wrangler queues create ${queue ?? "academy-jobs"} once.`;
    findings.push(missing(what, how));
  }
  return findings;
}

/** What of the launch list production waits for. */
function checkLaunch(root: string): Finding[] {
  return launchToday(`${root}content/`).notes.flatMap((note): Finding[] => {
    const blocker = blockerOf(note);
    if (!blocker) return [];
    const how = `npm run launch says what to write. To deploy all the same: -- --despite ${blocker}.`;
    return [{ ...missing(`${note.file}:${note.line}  ${note.message}`, how), blocker }];
  });
}
