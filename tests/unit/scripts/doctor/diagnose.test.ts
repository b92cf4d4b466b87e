import { describe, expect, test } from "vitest";
import { diagnose, type ProjectFacts } from "../../../../scripts/ops/doctor/diagnose.ts";
import type { Finding, Place, Settings } from "../../../../scripts/ops/doctor/finding.ts";
import { report } from "../../../../scripts/ops/doctor/report.ts";
import { environmentWith, healthyProject, healthySettings } from "../../../fixtures/healthy-site.ts";

const lines = (findings: readonly Finding[]) => findings.map(({ kind, what }) => `${kind}: ${what}`);
const found = (place: Place, changes: Settings = {}, project = healthyProject()) =>
  lines(diagnose(environmentWith(place, changes), project));

test.each(["local", "staging", "production"] as const)("nothing is found where all is well: %s", (place) => {
  expect(found(place)).toEqual([]);
});

test("this machine needs no setting at all", () => {
  expect(lines(diagnose({ place: "local", settings: {}, deployedSecrets: null }, healthyProject()))).toEqual(
    [],
  );
});

describe("production needs", () => {
  const needed = [
    "PUBLIC_SITE_URL",
    "PUBLIC_PAYSTACK_KEY",
    "PAYSTACK_SECRET_KEY",
    "PUBLIC_PAYPAL_CLIENT_ID",
    "PAYPAL_CLIENT_SECRET",
    "PAYPAL_WEBHOOK_ID",
    "SMTP_HOST",
  ];
  test.each(needed)("production needs: %s", (name) => {
    const [finding, ...more] = diagnose(environmentWith("production", { [name]: "" }), healthyProject());
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ kind: "missing", what: `${name} is not set.` });
    expect(finding?.how).toContain(".env.production");
  });

  test("production needs no secret again that the site was given before", () => {
    const secrets = needed.filter((name) => !name.startsWith("PUBLIC_"));
    const without = Object.fromEntries(secrets.map((name) => [name, ""]));
    const environment = environmentWith("production", without, secrets);
    expect(lines(diagnose(environment, healthyProject()))).toEqual([]);
    const unasked = environmentWith("production", without);
    expect(diagnose(unasked, healthyProject())).toHaveLength(secrets.length);
    expect(report(unasked, [])).toContain("are seen with --remote only");
    expect(report(environment, [])).not.toContain("--remote");
  });
});

test("staging can be tried without its secrets, which the doctor mentions", () => {
  const secrets = { PAYSTACK_SECRET_KEY: "", PAYPAL_CLIENT_SECRET: "", PAYPAL_WEBHOOK_ID: "", SMTP_HOST: "" };
  expect(found("staging", { ...secrets, PAYPAL_API_URL: "" })).toEqual([
    "advice: PAYSTACK_SECRET_KEY is not set.",
    "advice: PAYPAL_CLIENT_SECRET is not set.",
    "advice: PAYPAL_WEBHOOK_ID is not set.",
    "advice: SMTP_HOST is not set.",
  ]);
});

test("the doctor mentions that staging's mails would go to the academy's own staff", () => {
  expect(found("staging", { STAFF_EMAIL: "" })).toEqual(["advice: STAFF_EMAIL is not set."]);
});

const testKey = healthySettings("staging").PUBLIC_PAYSTACK_KEY;
const testSecret = healthySettings("staging").PAYSTACK_SECRET_KEY;
const liveKey = healthySettings("production").PUBLIC_PAYSTACK_KEY;
const liveSecret = healthySettings("production").PAYSTACK_SECRET_KEY;
const clientId = healthySettings("production").PUBLIC_PAYPAL_CLIENT_ID;

describe("a slip is found in", () => {
  test.each<[Place, Settings, string]>([
    [
      "production",
      { PUBLIC_SITE_URL: "http://www.academy.com" },
      "PUBLIC_SITE_URL does not begin with https://.",
    ],
    ["production", { PUBLIC_SITE_URL: "www.academy.com" }, "PUBLIC_SITE_URL does not begin with https://."],
    [
      "production",
      { PUBLIC_SITE_URL: "https://www.academy.com/home" },
      "PUBLIC_SITE_URL has something after the name of the site.",
    ],
    [
      "production",
      { PUBLIC_SITE_URL: "https://www.example.com" },
      "PUBLIC_SITE_URL is an example, and not the site's own address.",
    ],
    [
      "production",
      { PUBLIC_LOCATION_ENDPOINT: "geo.academy.com" },
      "PUBLIC_LOCATION_ENDPOINT is no address that begins with https:// or /.",
    ],
    [
      "production",
      { PUBLIC_PAYSTACK_KEY: testKey },
      "PUBLIC_PAYSTACK_KEY is a test key: in production nobody would really pay.",
    ],
    [
      "production",
      { PAYSTACK_SECRET_KEY: testSecret },
      "PAYSTACK_SECRET_KEY is a test key: in production nobody would really pay.",
    ],
    [
      "staging",
      { PUBLIC_PAYSTACK_KEY: liveKey },
      "PUBLIC_PAYSTACK_KEY is a live key: in staging real money would move.",
    ],
    [
      "staging",
      { PAYSTACK_SECRET_KEY: liveSecret },
      "PAYSTACK_SECRET_KEY is a live key: in staging real money would move.",
    ],
    [
      "local",
      { PAYSTACK_SECRET_KEY: liveSecret },
      "PUBLIC_PAYSTACK_KEY and PAYSTACK_SECRET_KEY are not of the same kind: one is for tests, the other for real money.",
    ],
    [
      "production",
      { PAYSTACK_SECRET_KEY: liveKey },
      "PAYSTACK_SECRET_KEY is no secret key of Paystack's: it is the public key.",
    ],
    [
      "local",
      { PUBLIC_PAYSTACK_KEY: "pk_test_short" },
      "PUBLIC_PAYSTACK_KEY is no public key of Paystack's: it is too short, or has signs that no key has.",
    ],
    [
      "local",
      { PUBLIC_PAYSTACK_KEY: "the key" },
      "PUBLIC_PAYSTACK_KEY is no public key of Paystack's: it has a space in it.",
    ],
    [
      "production",
      { PAYSTACK_API_URL: "http://127.0.0.1:4337" },
      "PAYSTACK_API_URL is not Paystack's own address.",
    ],
    [
      "production",
      { PUBLIC_PAYPAL_CLIENT_ID: "sb" },
      "PUBLIC_PAYPAL_CLIENT_ID is PayPal's demonstration, which belongs to nobody.",
    ],
    [
      "production",
      { PUBLIC_PAYPAL_CLIENT_ID: "pay@academy.com" },
      "PUBLIC_PAYPAL_CLIENT_ID is an e-mail address.",
    ],
    [
      "production",
      { PUBLIC_PAYPAL_CLIENT_ID: "Abc" },
      "PUBLIC_PAYPAL_CLIENT_ID has not the form of one: about 80 letters, digits, - and _.",
    ],
    [
      "production",
      { PAYPAL_WEBHOOK_ID: "https://www.academy.com/prod/webhooks/paypal" },
      "PAYPAL_WEBHOOK_ID is an address, and not the id that PayPal gave to it.",
    ],
    [
      "production",
      { PAYPAL_WEBHOOK_ID: "my webhook" },
      "PAYPAL_WEBHOOK_ID is no id of a webhook: those are capitals and digits.",
    ],
    [
      "production",
      { PAYPAL_API_URL: "https://api-m.sandbox.paypal.com" },
      "PAYPAL_API_URL is not where PayPal's money moves.",
    ],
    [
      "staging",
      { PAYPAL_API_URL: "" },
      "PAYPAL_API_URL is not PayPal's sandbox: in staging real money could move.",
    ],
    [
      "production",
      { SMTP_HOST: "smtps://smtp.provider.com" },
      "SMTP_HOST is more than the name of a server, such as smtp.example.com.",
    ],
    [
      "production",
      { SMTP_HOST: "smtp.example.com" },
      "SMTP_HOST is not the name of a mail server that the edge can reach.",
    ],
    [
      "production",
      { SMTP_HOST: "localhost" },
      "SMTP_HOST is not the name of a mail server that the edge can reach.",
    ],
    ["staging", { STAFF_EMAIL: "Ada" }, "STAFF_EMAIL is no e-mail address."],
    [
      "production",
      { STAFF_EMAIL: "tester@academy.com" },
      "STAFF_EMAIL keeps the academy's own staff from hearing of payments.",
    ],
    ["local", { SMTP_PORT: "mail" }, "SMTP_PORT must be a number between 1 and 65535."],
    ["local", { SMTP_PORT: "25" }, "SMTP_PORT is 25, which the edge may not use."],
    ["local", { SMTP_PASSWORD: "" }, "SMTP_USER and SMTP_PASSWORD must be set both or neither."],
  ])("a slip in the settings of %s is found: %j", (place, changes, what) => {
    expect(found(place, changes)).toEqual([`missing: ${what}`]);
  });

  test("a secret that every visitor can read is found", () => {
    expect(found("production", { PUBLIC_PAYSTACK_KEY: liveSecret })).toEqual([
      "missing: PUBLIC_PAYSTACK_KEY holds a secret, the same as PAYSTACK_SECRET_KEY: every visitor could read it.",
      "missing: PUBLIC_PAYSTACK_KEY is no public key of Paystack's: it is a secret key, which every visitor could read.",
    ]);
    expect(found("production", { PAYPAL_CLIENT_SECRET: clientId })).toEqual([
      "missing: PUBLIC_PAYPAL_CLIENT_ID holds a secret, the same as PAYPAL_CLIENT_SECRET: every visitor could read it.",
      "missing: PAYPAL_CLIENT_SECRET is the same as the client id.",
    ]);
  });

  test("a setting that works but should be known is mentioned", () => {
    expect(found("production", { SMTP_USER: "", SMTP_PASSWORD: "" })).toEqual([
      "advice: SMTP_USER and SMTP_PASSWORD are not set: hardly any server takes mails so.",
    ]);
    expect(found("production", { PUBLIC_MAIL_ENDPOINT: "https://mails.academy.com/send" })).toEqual([
      "advice: PUBLIC_MAIL_ENDPOINT sends the mails of visitors elsewhere: this site's queue does not deliver them.",
    ]);
  });
});

describe("placeholder addresses", () => {
  const project = healthyProject();
  const examples = [...project.addresses, "admissions@academy.example"];
  const what =
    "content/site.yaml has addresses that belong to nobody: admissions@academy.example. Mails to them are lost.";

  test("placeholder addresses stop production, and are mentioned in staging", () => {
    expect(found("production", {}, { ...project, addresses: examples })).toEqual([`missing: ${what}`]);
    expect(found("staging", {}, { ...project, addresses: examples })).toEqual([`advice: ${what}`]);
    expect(found("local", {}, { ...project, addresses: examples })).toEqual([]);
  });
});

describe("in wrangler.jsonc", () => {
  const changed = (changes: Partial<ProjectFacts["bindings"]["production"]>): ProjectFacts => {
    const { addresses, bindings } = healthyProject();
    return { addresses, bindings: { ...bindings, production: { ...bindings.production, ...changes } } };
  };
  const staging = healthyProject().bindings.staging;

  test.each([
    [
      { databaseId: "00000000-0000-0000-0000-000000000000" },
      "wrangler.jsonc has no database for production yet.",
    ],
    [{ databaseId: undefined }, "wrangler.jsonc has no database for production yet."],
    [{ databaseId: "academy" }, "The database_id of production in wrangler.jsonc is no id of a database."],
    [
      { databaseId: staging.databaseId },
      "Staging and production share a database: trying something out would change real records.",
    ],
    [{ queue: undefined }, "wrangler.jsonc binds no queue as JOBS for production."],
    [{ consumed: [] }, "Nobody takes jobs from the queue academy-jobs: no mail would be delivered."],
    [
      { queue: staging.queue, consumed: staging.consumed },
      "Staging and production share a queue: each would take the other's jobs.",
    ],
    [
      { name: staging.name },
      "Staging and production have the same name: a deploy of one would replace the other.",
    ],
  ])("in wrangler.jsonc, %j is found", (changes, what) => {
    expect(found("production", {}, changed(changes))).toEqual([`missing: ${what}`]);
  });

  test("in wrangler.jsonc, a database that is yet to be made is named, with the command", () => {
    const project = changed({
      databaseId: "00000000-0000-0000-0000-000000000000",
      databaseName: "academy",
    });
    const [finding] = diagnose(environmentWith("production"), project);
    expect(finding?.how).toContain("npx wrangler d1 create academy,");
  });
});
