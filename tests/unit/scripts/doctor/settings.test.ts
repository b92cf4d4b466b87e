import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import {
  deskSettings,
  paymentSettings,
  recipientSettings,
  smtpSettings,
  sweepLimits,
} from "~/edge/environment.ts";
import { portalSettings } from "~/edge/portal/portal-settings.ts";
import { settingsSchema } from "../../../../scripts/ops/check-settings.ts";
import { readSettings, settingTexts } from "../../../../scripts/ops/doctor.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

test(".env.example names every setting that is checked or read, and no other", () => {
  const names = Object.keys(settingTexts(root)).sort();
  const { shape } = settingsSchema("production", {});
  expect(Object.keys(shape).sort()).toEqual(names);
  const texts = [smtpSettings, portalSettings(false), deskSettings, sweepLimits].map((schema) => schema.in);
  const schemas = [...texts, paymentSettings, recipientSettings];
  expect(schemas.flatMap(({ shape }) => Object.keys(shape)).sort()).toEqual(
    names.filter((name) => !name.startsWith("PUBLIC_")),
  );
});

test("settings come from the dependencies, trimmed, and only those that are known", () => {
  process.env.SMTP_HOST = " smtp.provider.com ";
  try {
    const settings = readSettings(root, "staging");
    expect(settings.SMTP_HOST).toBe("smtp.provider.com");
    expect(Object.keys(settings)).toEqual(Object.keys(settingTexts(root)));
  } finally {
    delete process.env.SMTP_HOST;
  }
});

/** The settings that are the same wherever the site runs. */
interface Common {
  readonly main: string;
  readonly assets: unknown;
  readonly d1_databases: readonly { readonly binding: string; readonly migrations_dir: string }[];
  readonly queues: {
    readonly producers: readonly { readonly binding: string }[];
    readonly consumers: readonly { readonly queue: string }[];
  };
  readonly ratelimits: readonly { readonly name: string; readonly simple: unknown }[];
  readonly triggers: unknown;
  readonly observability: unknown;
}

test("each place has the same bindings, limits and clock", () => {
  const of = (env: string | undefined) => {
    const config: Common = unstable_readConfig(
      { config: `${root}wrangler.jsonc`, env },
      { hideWarnings: true },
    );
    const { main, assets, triggers, observability } = config;
    return {
      main,
      assets,
      triggers,
      observability,
      databases: config.d1_databases.map(({ binding, migrations_dir }) => [binding, migrations_dir]),
      producers: config.queues.producers.map(({ binding }) => binding),
      consumers: config.queues.consumers.map(({ queue: _, ...limits }) => limits),
      limits: config.ratelimits.map(({ name, simple }) => [name, simple]),
    };
  };
  expect(of("staging")).toEqual(of(undefined));
  expect(of("production")).toEqual(of(undefined));
});
