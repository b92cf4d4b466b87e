import { readFileSync } from "node:fs";
import { loadEnv } from "vite";
import { unstable_readConfig } from "wrangler";
import { parse } from "yaml";
import { siteSchema } from "~/content/schemas/site.ts";
import type { Bindings } from "./check-cloudflare.ts";
import type { ProjectFacts } from "./diagnose.ts";
import type { Place, Settings } from "./finding.ts";

/** The settings that .env.example names, from .env, the place's own file and the surroundings; the later ones win. */
export function readSettings(root: string, place: Place): Settings {
  const values = loadEnv(place === "local" ? "sandbox" : place, root, "");
  return Object.fromEntries(settingNames(root).map((name) => [name, values[name]?.trim()]));
}

/** @param root the project's folder, with a / at its end */
export function settingNames(root: string): string[] {
  const text = readFileSync(`${root}.env.example`, "utf8");
  return [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
}

/**
 * What content/site.yaml and wrangler.jsonc say.
 * @param root the project's folder, with a / at its end
 */
export function readProjectFacts(root: string): ProjectFacts {
  const site = siteSchema.parse(parse(readFileSync(`${root}content/site.yaml`, "utf8")));
  return {
    addresses: [
      site.email,
      site.senderEmail,
      ...site.staffRecipients.map(({ email }) => email),
      site.alertsEmail,
    ],
    bindings: {
      local: readBindings(root, undefined),
      staging: readBindings(root, "staging"),
      production: readBindings(root, "production"),
    },
  };
}

/** What of wrangler.jsonc is read here; wrangler's own type of it refers to a package that is not installed. */
interface WranglerConfig {
  readonly name?: string;
  readonly d1_databases: readonly {
    readonly binding: string;
    readonly database_id?: string;
    readonly database_name?: string;
  }[];
  readonly queues: {
    readonly producers?: readonly { readonly binding: string; readonly queue: string }[];
    readonly consumers?: readonly { readonly queue: string }[];
  };
}

function readBindings(root: string, env: "staging" | "production" | undefined): Bindings {
  const config: WranglerConfig = unstable_readConfig(
    { config: `${root}wrangler.jsonc`, env },
    { hideWarnings: true },
  );
  const database = config.d1_databases.find(({ binding }) => binding === "DB");
  return {
    name: config.name,
    databaseId: database?.database_id,
    databaseName: database?.database_name,
    queue: config.queues.producers?.find(({ binding }) => binding === "JOBS")?.queue,
    consumed: config.queues.consumers?.map(({ queue }) => queue) ?? [],
  };
}
