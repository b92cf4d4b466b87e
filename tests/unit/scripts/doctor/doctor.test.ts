import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { exposedSecrets, type Place, type Settings } from "../../../../scripts/ops/check-settings.ts";
import {
  checkDatabase,
  checkDatabaseId,
  checkSettings as checkSettingsWith,
  type Finding,
  report,
  type Site,
  settingTexts,
} from "../../../../scripts/ops/doctor.ts";
import { healthyIds, healthySettings, siteWith } from "../../../fixtures/healthy-site.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const texts = settingTexts(root);
const checkSettings = (site: Site) => checkSettingsWith(site, texts);
const lines = (findings: readonly Finding[]) => findings.map(({ kind, what }) => `${kind}: ${what}`);
const problems = (place: Place, changes: Settings = {}) => lines(checkSettings(siteWith(place, changes)));

test.each(["local", "staging", "production"] as const)("nothing is found where all is well: %s", (place) => {
  expect(problems(place)).toEqual([]);
});

test("this machine needs no setting at all", () => {
  expect(checkSettings({ place: "local", settings: {}, deployedSecrets: null })).toEqual([]);
});

const needed =
  "PUBLIC_SITE_URL PUBLIC_PAYSTACK_KEY PAYSTACK_SECRET_KEY PUBLIC_PAYPAL_CLIENT_ID PAYPAL_CLIENT_SECRET PAYPAL_WEBHOOK_ID SMTP_HOST".split(
    " ",
  );
test.each(needed)("production needs: %s", (name) => {
  const [finding, ...more] = checkSettings(siteWith("production", { [name]: "" }));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ kind: "missing", what: `${name} is not set.` });
  expect(finding?.how).toContain(".env.production");
});

test("production needs no secret again that the site was given before", () => {
  const secrets = needed.filter((name) => !name.startsWith("PUBLIC_"));
  const without = Object.fromEntries(secrets.map((name) => [name, ""]));
  const site = siteWith("production", without, secrets);
  expect(lines(checkSettings(site))).toEqual([]);
  const unasked = siteWith("production", without);
  expect(checkSettings(unasked)).toHaveLength(secrets.length);
  expect(report(unasked, [])).toContain("are seen with --remote only");
  expect(report(site, [])).not.toContain("--remote");
});

test("staging can be tried without its secrets, which the doctor mentions", () => {
  const secrets = { PAYSTACK_SECRET_KEY: "", PAYPAL_CLIENT_SECRET: "", PAYPAL_WEBHOOK_ID: "", SMTP_HOST: "" };
  expect(problems("staging", { ...secrets, PAYPAL_API_URL: "" })).toEqual([
    "advice: PAYSTACK_SECRET_KEY is not set.",
    "advice: PAYPAL_CLIENT_SECRET is not set.",
    "advice: PAYPAL_WEBHOOK_ID is not set.",
    "advice: SMTP_HOST is not set.",
  ]);
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

/** A setting with a wrong value in a place, and the doctor's words about it. */
type Slip = [place: Place, name: string, value: string | undefined, what: string];

test.each<Slip>([
  ...[
    "http://www.academy.com",
    "www.academy.com",
    "https://www.academy.com/home",
    "https://www.example.com",
  ].map(
    (address): Slip => [
      "production",
      "PUBLIC_SITE_URL",
      address,
      "is not the site's own address, https:// and nothing after the name.",
    ],
  ),
  ["production", "PUBLIC_LOCATION_ENDPOINT", "geo.com", "is no address that begins with https:// or /."],
  [
    "production",
    "PUBLIC_PAYSTACK_KEY",
    testKey,
    "is no public key of Paystack's for production (pk_live_…).",
  ],
  [
    "production",
    "PAYSTACK_SECRET_KEY",
    testSecret,
    "is no secret key of Paystack's for production (sk_live_…).",
  ],
  [
    "production",
    "PAYSTACK_SECRET_KEY",
    liveKey,
    "is no secret key of Paystack's for production (sk_live_…).",
  ],
  ["staging", "PUBLIC_PAYSTACK_KEY", liveKey, "is no public key of Paystack's for staging (pk_test_…)."],
  ["staging", "PAYSTACK_SECRET_KEY", liveSecret, "is no secret key of Paystack's for staging (sk_test_…)."],
  ["local", "PUBLIC_PAYSTACK_KEY", "pk_test_short", "is no public key of Paystack's (pk_(test|live)_…)."],
  ["production", "PAYSTACK_API_URL", "http://127.0.0.1:4337", "is not Paystack's own address."],
  ...["sb", "pay@academy.com"].map(
    (id): Slip => [
      "production",
      "PUBLIC_PAYPAL_CLIENT_ID",
      id,
      "has not the form that PayPal gives: about 80 letters, digits, - and _.",
    ],
  ),
  [
    "production",
    "PAYPAL_WEBHOOK_ID",
    "https://a.com",
    "is no id of a webhook: those are capitals and digits.",
  ],
  ["production", "PAYPAL_API_URL", PAYPAL_SANDBOX, "is not where PayPal's money moves."],
  [
    "staging",
    "PAYPAL_API_URL",
    "",
    `is not PayPal's sandbox, ${PAYPAL_SANDBOX}: in staging real money could move.`,
  ],
  ...["smtps://smtp.provider.com", "smtp.example.com", "localhost"].map(
    (host): Slip => [
      "production",
      "SMTP_HOST",
      host,
      "is not the name of a mail server that can be reached, such as smtp.provider.com.",
    ],
  ),
  ["staging", "STAFF_EMAIL", "Ada", "is no email address."],
  [
    "production",
    "STAFF_EMAIL",
    "a@academy.com",
    "keeps the academy's own staff from being notified of payments.",
  ],
  ["local", "SMTP_PORT", "mail", "must be a number between 1 and 65535."],
  ["local", "SMTP_PORT", "25", "is 25, which the edge may not use."],
])("a slip in the settings of %s is found: %s=%s", (place, name, value, what) => {
  expect(problems(place, { [name]: value })).toEqual([`missing: ${name} ${what}`]);
});

test("settings that belong together are missed together", () => {
  const address = { PORTAL_WEBHOOK_URL: "https://portal.academy.com/hook" };
  const inside = {
    PORTAL_WEBHOOK_URL: "https://10.0.0.8/hook",
    PORTAL_WEBHOOK_SECRET: `whsec_${"A".repeat(32)}`,
  };
  expect(problems("production", address)).toEqual(["missing: PORTAL_WEBHOOK_SECRET is not set."]);
  expect(problems("production", inside)).toEqual([
    "missing: PORTAL_WEBHOOK_URL is not a public address that begins with https://, or holds a password.",
  ]);
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
  const site = siteWith("production", {
    PUBLIC_PAYSTACK_KEY: liveSecret,
    PAYPAL_WEBHOOK_ID: "wrong one",
  });
  const text = report(site, checkSettings(site));
  expect(text).not.toContain(liveSecret);
  expect(text).not.toContain("wrong one");
});

test("a setting that works but should be known is mentioned", () => {
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
])("the database %j of production is found in wrangler.jsonc", (production, what) => {
  expect(checkDatabaseId("production", healthyIds)).toEqual([]);
  expect(lines(checkDatabaseId("production", { ...healthyIds, production }))).toEqual([`missing: ${what}`]);
});

test("staging and production share neither their name nor their queue, and consume their own", () => {
  const deployed = ["staging", "production"].map((env) =>
    unstable_readConfig({ config: `${root}wrangler.jsonc`, env }, { hideWarnings: true }),
  );
  expect(new Set(deployed.map(({ name }) => name)).size).toBe(2);
  const queues = deployed.map(({ queues }) => queues.producers?.[0]?.queue);
  expect(new Set(queues).size).toBe(2);
  expect(deployed.map(({ queues }) => queues.consumers?.[0]?.queue)).toEqual(queues);
});

test("the doctor's report says what to do, and which addresses the providers must know", () => {
  const site = siteWith("production", { SMTP_HOST: "" });
  expect(report(site, checkSettings(site))).toMatch(
    /^Production: missing: 1\.\n\nMissing\n- SMTP_HOST is not set\.\n {2}The name of the mail server .*\n\nSecrets that .*\n\nWhat cannot be seen from here: .*\n- Paystack: https:\/\/www\.academy\.com\/prod\/webhooks\/paystack\n- PayPal: https:\/\/www\.academy\.com\/prod\/webhooks\/paypal$/,
  );
  expect(report(site, [])).toMatch(/^Production: nothing is missing\./);
});

test("the doctor says what a database lacks, and that mails could not be delivered", async () => {
  const migrations = readdirSync(`${root}src/edge/migrations`).filter((name) => name.endsWith(".sql"));
  const [first = "", ...others] = migrations.sort();
  const ask = (applied: readonly string[], count: number) =>
    checkDatabase(root, "staging", async (statements) =>
      statements.map((sql) => {
        if (sql.includes("COUNT")) return [{ count }];
        return sql.includes("sqlite_master")
          ? [{ name: "d1_migrations" }]
          : applied.map((name) => ({ name }));
      }),
    );
  expect(await ask(migrations, 0)).toEqual([]);
  expect(lines(await ask(others, 2))).toEqual([
    `missing: The database lacks ${first}.`,
    "advice: Mails that could not be delivered: 2.",
  ]);
});
