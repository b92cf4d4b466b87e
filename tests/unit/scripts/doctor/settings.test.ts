import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
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

test("settings are read from the environment, trimmed, and only those of .env.example", () => {
  vi.stubEnv("SMTP_HOST", " smtp.provider.com ");
  const settings = readSettings(root, "staging");
  vi.unstubAllEnvs();
  expect(settings.SMTP_HOST).toBe("smtp.provider.com");
  expect(Object.keys(settings)).toEqual(Object.keys(settingTexts(root)));
});

/** The names and ids by which each place has its own database, queue and limits. */
const PLACE_KEYS = ["database_id", "database_name", "namespace_id", "queue"];

test("each place has the same bindings, limits and clock", () => {
  const commonConfig = (env: string | undefined) => {
    const config = unstable_readConfig({ config: `${root}wrangler.jsonc`, env }, { hideWarnings: true });
    const { main, assets, triggers, observability, d1_databases, queues, ratelimits } = config;
    const values = { main, assets, triggers, observability, d1_databases, queues, ratelimits };
    return JSON.parse(JSON.stringify(values, (key, value) => (PLACE_KEYS.includes(key) ? undefined : value)));
  };
  expect(commonConfig("staging")).toEqual(commonConfig(undefined));
  expect(commonConfig("production")).toEqual(commonConfig(undefined));
});
