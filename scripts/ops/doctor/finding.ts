import type { Blocker } from "~/build/content-check/finding.ts";

/** What a check is about: this machine, or one of the two deployed sites. */
export type Place = "local" | "staging" | "production";

/** One thing that is not as it should be. */
export interface Finding {
  /** `missing`: it does not work, or money or mails could be lost; `advice`: it works, but the owner should know. */
  readonly kind: "missing" | "advice";
  /** What is wrong, in a sentence. It holds no secret, whole or in part. */
  readonly what: string;
  readonly how: string;
  /** The name by which a deploy overrides it; missing where it cannot be overridden. */
  readonly blocker?: Blocker;
}

/** @param what in a sentence, without any secret @param how to mend it */
export const missing = (what: string, how: string): Finding => ({ kind: "missing", what, how });
/** Likewise, for what works and should be known all the same. */
export const advice = (what: string, how: string): Finding => ({ kind: "advice", what, how });

/** The settings of .env.example; an empty one counts as not set. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** A site's surroundings as its settings make them. */
export interface Environment {
  readonly place: Place;
  readonly settings: Settings;
  /** The names of the secrets that the deployed site was given before; null when it was not asked. */
  readonly deployedSecrets: readonly string[] | null;
}

/** The file that a place's settings are written in. */
export function settingsFile(place: Place): string {
  return place === "local" ? ".env" : `.env.${place}`;
}

/** Whether the deployed site has the secret, from the file or from before. */
export function isGiven({ settings, deployedSecrets }: Environment, name: string): boolean {
  return Boolean(settings[name]) || (deployedSecrets?.includes(name) ?? false);
}
