import { readdirSync } from "node:fs";
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
import { root } from "../../../../scripts/dev/run-tool.mjs";
import {
  exposedSecrets,
  type Place,
  type Settings,
  settingsSchema,
} from "../../../../scripts/ops/check-settings.ts";
import {
  checkDatabase,
  checkDatabaseId,
  checkSettings,
  type Finding,
  readSettings,
  report,
  type Site,
  settingTexts,
} from "../../../../scripts/ops/doctor.ts";
import { healthyIds, healthySettings, siteWith } from "../../../fixtures/healthy-site.ts";

const settingComments = settingTexts(root);
const findingsOf = (site: Site) => checkSettings(site, settingComments);
const lines = (findings: readonly Finding[]) => findings.map(({ kind, problem }) => `${kind}: ${problem}`);
const problems = (place: Place, changes: Settings = {}) => lines(findingsOf(siteWith(place, changes)));

test.each(["local", "staging", "production"] as const)("healthy settings have no finding: %s", (place) => {
  expect(problems(place)).toEqual([]);
});

test("this machine needs no setting at all", () => {
  expect(findingsOf({ place: "local", settings: {}, deployedSecrets: null })).toEqual([]);
});

const SECRETS = ["PAYSTACK_SECRET_KEY", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID", "SMTP_HOST"];
const withoutSecrets = Object.fromEntries(SECRETS.map((name) => [name, ""]));

test.each([...SECRETS, "PUBLIC_SITE_URL", "PUBLIC_PAYSTACK_KEY", "PUBLIC_PAYPAL_CLIENT_ID"])(
  "production needs: %s",
  (name) => {
    const [finding, ...otherFindings] = findingsOf(siteWith("production", { [name]: "" }));
    expect(otherFindings).toEqual([]);
    expect(finding).toMatchObject({ kind: "missing", problem: `${name} is not set.` });
    expect(finding?.remedy).toContain(".env.production");
  },
);

test("production needs no secret that the deployed site has", () => {
  const site = siteWith("production", withoutSecrets, SECRETS);
  expect(lines(findingsOf(site))).toEqual([]);
  expect(report(site, [])).not.toContain("--remote");
  const siteWithUnknownSecrets = siteWith("production", withoutSecrets);
  expect(findingsOf(siteWithUnknownSecrets)).toHaveLength(SECRETS.length);
  expect(report(siteWithUnknownSecrets, [])).toContain("are seen with --remote only");
});

test("staging can be tried without its secrets, which the doctor mentions", () => {
  const messages = SECRETS.map((name) => `advice: ${name} is not set.`);
  expect(problems("staging", { ...withoutSecrets, PAYPAL_API_URL: "" })).toEqual(messages);
});

test("the doctor mentions that staging's mails would go to the academy's own staff", () => {
  expect(problems("staging", { STAFF_EMAIL: "" })).toEqual(["advice: STAFF_EMAIL is not set."]);
});

const testKey = healthySettings("staging").PUBLIC_PAYSTACK_KEY;
const testSecret = healthySettings("staging").PAYSTACK_SECRET_KEY;
const liveKey = healthySettings("production").PUBLIC_PAYSTACK_KEY;
const liveSecret = healthySettings("production").PAYSTACK_SECRET_KEY;
const PAYPAL_SANDBOX = "https://api-m.sandbox.paypal.com";
const clientId = healthySettings("production").PUBLIC_PAYPAL_CLIENT_ID;

test.each([
  ["production", "PUBLIC_SITE_URL", "http://www.academy.com", "is not the site's own address"],
  ["production", "PUBLIC_SITE_URL", "www.academy.com", "is not the site's own address"],
  ["production", "PUBLIC_SITE_URL", "https://www.academy.com/home", "is not the site's own address"],
  ["production", "PUBLIC_SITE_URL", "https://www.example.com", "is not the site's own address"],
  ["production", "PUBLIC_LOCATION_ENDPOINT", "geo.com", "is no address that begins with https:// or /."],
  ["production", "PUBLIC_PAYSTACK_KEY", testKey, "is no public key of Paystack's for production"],
  ["production", "PAYSTACK_SECRET_KEY", testSecret, "is no secret key of Paystack's for production"],
  ["production", "PAYSTACK_SECRET_KEY", liveKey, "is no secret key of Paystack's for production"],
  ["staging", "PUBLIC_PAYSTACK_KEY", liveKey, "is no public key of Paystack's for staging (pk_test_…)."],
  ["staging", "PAYSTACK_SECRET_KEY", liveSecret, "is no secret key of Paystack's for staging (sk_test_…)."],
  ["local", "PUBLIC_PAYSTACK_KEY", "pk_test_short", "is no public key of Paystack's (pk_(test|live)_…)."],
  ["production", "PAYSTACK_API_URL", "http://127.0.0.1:4337", "is not Paystack's own address."],
  ["production", "PUBLIC_PAYPAL_CLIENT_ID", "sb", "has not the form that PayPal gives"],
  ["production", "PUBLIC_PAYPAL_CLIENT_ID", "pay@academy.com", "has not the form that PayPal gives"],
  ["production", "PAYPAL_WEBHOOK_ID", "https://a.com", "is no id of a webhook"],
  ["production", "PAYPAL_API_URL", PAYPAL_SANDBOX, "is not where PayPal's money moves."],
  ["staging", "PAYPAL_API_URL", "", `is not PayPal's sandbox, ${PAYPAL_SANDBOX}: in staging real money`],
  ["production", "SMTP_HOST", "smtps://smtp.provider.com", "is not the name of a mail server"],
  ["production", "SMTP_HOST", "smtp.example.com", "is not the name of a mail server"],
  ["production", "SMTP_HOST", "localhost", "is not the name of a mail server"],
  ["staging", "STAFF_EMAIL", "Ada", "is no email address."],
  ["production", "STAFF_EMAIL", "a@academy.com", "keeps the academy's own staff from being notified"],
  ["local", "SMTP_PORT", "mail", "must be a number between 1 and 65535."],
  ["local", "SMTP_PORT", "25", "is 25, which the edge may not use."],
] as const)("a wrong setting of %s is found: %s=%s", (place, name, value, message) => {
  expect(problems(place, { [name]: value })).toEqual([
    expect.stringContaining(`missing: ${name} ${message}`),
  ]);
});

test("half of the settings that belong together is found", () => {
  const url = { PORTAL_WEBHOOK_URL: "https://portal.academy.com/hook" };
  expect(problems("production", url)).toEqual(["missing: PORTAL_WEBHOOK_SECRET is not set."]);
  expect(problems("local", { SMTP_PASSWORD: "" })).toEqual([
    "missing: SMTP_USER and SMTP_PASSWORD must be set both or neither.",
  ]);
});

test("a secret that every visitor can read is found", () => {
  const advice = "holds a secret, which every visitor could read: take it out, and have a new one made.";
  expect(problems("production", { PUBLIC_PAYSTACK_KEY: liveSecret })).toEqual([
    `missing: PUBLIC_PAYSTACK_KEY ${advice}`,
  ]);
  expect(exposedSecrets({ PUBLIC_PAYSTACK_KEY: liveSecret })).toEqual([`PUBLIC_PAYSTACK_KEY ${advice}`]);
  expect(exposedSecrets(healthySettings("production"))).toEqual([]);
  expect(problems("production", { PAYPAL_CLIENT_SECRET: clientId })).toEqual([
    `missing: PUBLIC_PAYPAL_CLIENT_ID ${advice}`,
  ]);
});

test("the doctor's report contains no secret", () => {
  const changes = { PUBLIC_PAYSTACK_KEY: liveSecret, PAYPAL_WEBHOOK_ID: "wrong one" };
  const site = siteWith("production", changes);
  const text = report(site, findingsOf(site));
  expect(text).not.toContain(liveSecret);
  expect(text).not.toContain("wrong one");
});

test("the doctor mentions settings that carry a risk", () => {
  expect(problems("production", { SMTP_USER: "", SMTP_PASSWORD: "" })).toEqual([
    "advice: SMTP_USER and SMTP_PASSWORD are not set: hardly any server takes mails so.",
  ]);
  expect(problems("production", { PUBLIC_MAIL_ENDPOINT: "https://mails.academy.com/send" })).toEqual([
    "advice: PUBLIC_MAIL_ENDPOINT sends the mails of visitors elsewhere: this site's queue does not deliver them.",
  ]);
});

const NO_DATABASE = "wrangler.jsonc has no database for production yet.";
test.each([
  ["00000000-0000-0000-0000-000000000000", NO_DATABASE],
  [undefined, NO_DATABASE],
  ["academy", NO_DATABASE],
  [
    healthyIds.staging,
    "Staging and production share a database: trying something out would reach real records.",
  ],
])("the database id %j of production is found in wrangler.jsonc", (production, problem) => {
  expect(checkDatabaseId("production", healthyIds)).toEqual([]);
  const findings = checkDatabaseId("production", { ...healthyIds, production });
  expect(lines(findings)).toEqual([`missing: ${problem}`]);
});

test("the doctor's report says what to do, and which addresses the providers must know", () => {
  const site = siteWith("production", { SMTP_HOST: "" });
  expect(report(site, findingsOf(site))).toMatch(
    /^Production: missing: 1\.\n\nMissing\n- SMTP_HOST is not set\.\n {2}The name of the mail server .*\n\nSecrets that .*\n\nWhat cannot be seen from here: .*\n- Paystack: https:\/\/www\.academy\.com\/prod\/webhooks\/paystack\n- PayPal: https:\/\/www\.academy\.com\/prod\/webhooks\/paypal$/,
  );
  expect(report(site, [])).toMatch(/^Production: nothing is missing\./);
});

test("the doctor reports missing migrations and failed mails", async () => {
  const migrations = readdirSync(`${root}src/edge/migrations`).filter((name) => name.endsWith(".sql"));
  const [firstMigration = "", ...laterMigrations] = migrations.sort();
  const check = (applied: readonly string[], failedMails: number) =>
    checkDatabase(root, "staging", async (statements) =>
      statements.map((sql) => {
        if (sql.includes("COUNT")) return [{ count: failedMails }];
        if (sql.includes("sqlite_master")) return [{ name: "d1_migrations" }];
        return applied.map((name) => ({ name }));
      }),
    );
  expect(await check(migrations, 0)).toEqual([]);
  expect(lines(await check(laterMigrations, 2))).toEqual([
    `missing: The database lacks ${firstMigration}.`,
    "advice: Mails that could not be delivered: 2.",
  ]);
});

test(".env.example names every setting that is checked or read, and no other", () => {
  const names = Object.keys(settingComments).sort();
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
  expect(Object.keys(settings)).toEqual(Object.keys(settingComments));
});

const wranglerConfig = (env: string | undefined) =>
  unstable_readConfig({ config: `${root}wrangler.jsonc`, env }, { hideWarnings: true });

/** The names and ids by which each place has its own database, queue and limits. */
const PLACE_KEYS = ["database_id", "database_name", "namespace_id", "queue"];

test("each place has the same bindings, limits and clock", () => {
  const commonConfig = (env: string | undefined) => {
    const { main, assets, triggers, observability, d1_databases, queues, ratelimits } = wranglerConfig(env);
    const values = { main, assets, triggers, observability, d1_databases, queues, ratelimits };
    return JSON.parse(JSON.stringify(values, (key, value) => (PLACE_KEYS.includes(key) ? undefined : value)));
  };
  expect(commonConfig("staging")).toEqual(commonConfig(undefined));
  expect(commonConfig("production")).toEqual(commonConfig(undefined));
});

test("staging and production share neither their name nor their queue, and consume their own", () => {
  const deployed = ["staging", "production"].map(wranglerConfig);
  expect(new Set(deployed.map(({ name }) => name)).size).toBe(2);
  const queues = deployed.map(({ queues }) => queues.producers?.[0]?.queue);
  expect(new Set(queues).size).toBe(2);
  expect(deployed.map(({ queues }) => queues.consumers?.[0]?.queue)).toEqual(queues);
});
