/** The rules of .env.example's settings: their form, where they are required, and what exposes a secret. */
import { z } from "astro/zod";
import { isEmailAddress, isExampleAddress } from "../../src/domain/contact/email-address.ts";
import {
  COUNT,
  PAYPAL_API,
  PAYPAL_SANDBOX_API,
  PAYSTACK_API,
  SEPARATORS,
  THIS_MACHINE,
} from "../../src/edge/environment.ts";
import { portalFields } from "../../src/edge/portal/portal-settings.ts";

export type Place = "local" | "staging" | "production";
/** The settings of .env.example by name. An empty one counts as not set. */
export type Settings = Readonly<Record<string, string | undefined>>;

const EXPOSED = "holds a secret, which every visitor could read: take it out, and have a new one made";

/** Returns a sentence for each public setting that holds a secret. */
export function exposedSecrets(settings: Settings): string[] {
  return Object.entries(settings)
    .filter(([name, value]) => name.startsWith("PUBLIC_") && value && isSecret(value, settings))
    .map(([name]) => `${name} ${EXPOSED}.`);
}

/** Whether a text is a secret. A public key is not one, even if a secret setting holds it by mistake. */
function isSecret(text: string, settings: Settings): boolean {
  if (text.startsWith("pk_")) return false;
  const secrets = Object.entries(settings).filter(([name]) => /_SECRET|_PASSWORD/.test(name));
  return /^(sk_|rk_)/.test(text) || secrets.some(([, secret]) => secret === text);
}

/** The mode in the name of a Paystack key, as a pattern. */
const KEY_MODES = { local: "(test|live)", staging: "test", production: "live" } as const;

/** The settings that every deployed site requires. */
const REQUIRED = [
  "PUBLIC_SITE_URL",
  "PUBLIC_PAYSTACK_KEY",
  "PUBLIC_PAYPAL_CLIENT_ID",
  "PAYSTACK_SECRET_KEY",
  "PAYPAL_CLIENT_SECRET",
  "PAYPAL_WEBHOOK_ID",
  "SMTP_HOST",
];

/**
 * Returns the schema of a site's settings. The message of an issue follows the name of the setting.
 * @param deployedSecrets the names of the secrets that the deployed site has
 */
export function settingsSchema(place: Place, settings: Settings, deployedSecrets: readonly string[] = []) {
  const isDeployed = place !== "local";
  const text = z.string("is not set");
  const publicText = text.refine((value) => !isSecret(value, settings), { message: EXPOSED, abort: true });
  const endpoint = publicText.refine(
    (address) => /^\/|^https:\/\//.test(address) && URL.canParse(address, "https://site.example"),
    "is no address that begins with https:// or /",
  );
  const paystackKey = (schema: z.ZodString, kind: "public" | "secret") => {
    const start = `${kind === "public" ? "pk" : "sk"}_${KEY_MODES[place]}_`;
    return schema.regex(
      new RegExp(`^${start}[A-Za-z0-9]{30,}$`),
      `is no ${kind} key of Paystack's ${isDeployed ? `for ${place} ` : ""}(${start}…)`,
    );
  };
  // PayPal's sandbox and live credentials look alike.
  const credential = (schema: z.ZodString) =>
    schema.regex(
      /^[A-Za-z0-9_-]{50,120}$/,
      "has not the form that PayPal gives: about 80 letters, digits, - and _",
    );
  const isReachable = (host: string) => !isDeployed || !(THIS_MACHINE.has(host) || isExampleAddress(host));
  const addressList = text.refine(
    (list) => list.split(SEPARATORS).every((address) => address === "" || isEmailAddress(address)),
    "holds something that is no email address",
  );
  const count = text.regex(COUNT, "is no whole number above 0");
  const fields = {
    PUBLIC_SITE_URL: publicText.refine(
      (address) => !isDeployed || isSiteOrigin(address),
      "is not the site's own address, https:// and nothing after the name",
    ),
    PUBLIC_MAIL_ENDPOINT: endpoint,
    PUBLIC_LOCATION_ENDPOINT: endpoint,
    PUBLIC_OFFLINE: publicText,
    PUBLIC_PAYSTACK_KEY: paystackKey(publicText, "public"),
    PUBLIC_PAYPAL_CLIENT_ID: credential(publicText),
    PAYSTACK_SECRET_KEY: paystackKey(text, "secret"),
    PAYSTACK_API_URL: text.refine(
      (url) => !isDeployed || url === PAYSTACK_API,
      "is not Paystack's own address",
    ),
    PAYPAL_CLIENT_SECRET: credential(text),
    PAYPAL_WEBHOOK_ID: text.regex(
      /^[0-9A-Z]{15,30}$/,
      "is no id of a webhook: those are capitals and digits",
    ),
    PAYPAL_API_URL:
      place === "production"
        ? text.refine((url) => url === PAYPAL_API, "is not where PayPal's money moves")
        : text.refine(
            (url) => !isDeployed || url === PAYPAL_SANDBOX_API,
            `is not PayPal's sandbox, ${PAYPAL_SANDBOX_API}: in staging real money could move`,
          ),
    ...portalFields(!isDeployed),
    SMTP_HOST: text.refine(
      (host) => !/[/:@\s]/.test(host) && isReachable(host),
      "is not the name of a mail server that can be reached, such as smtp.provider.com",
    ),
    SMTP_PORT: text.refine((port) => port !== "25", "is 25, which the edge may not use"),
    SMTP_USER: text,
    SMTP_PASSWORD: text,
    STAFF_EMAIL:
      place === "production"
        ? text.refine(() => false, "keeps the academy's own staff from being notified of payments")
        : text.refine(isEmailAddress, "is no email address"),
    ACCESS_TEAM: text.regex(
      /^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com\/?$/i,
      "is not the address of a team: https://<team>.cloudflareaccess.com",
    ),
    ACCESS_AUDIENCE: text.regex(
      /^[0-9a-f]{64}$/,
      "is no audience tag: 64 signs, each a digit or one of a to f",
    ),
    DESK_OWNERS: addressList,
    DESK_STAFF: addressList,
    DESK_VIEWERS: addressList,
    SWEEP_CHECKS: count,
    SWEEP_STATEMENTS: count,
  };
  const required = [
    ...REQUIRED,
    // A site may go live without its desk, but not with half of its settings.
    ...(settings.ACCESS_TEAM ? ["ACCESS_AUDIENCE", "DESK_OWNERS"] : []),
    ...(settings.ACCESS_AUDIENCE ? ["ACCESS_TEAM"] : []),
    ...(settings.PORTAL_WEBHOOK_URL ? ["PORTAL_WEBHOOK_SECRET"] : []),
    ...(settings.PORTAL_WEBHOOK_SECRET ? ["PORTAL_WEBHOOK_URL"] : []),
    // Without a mail server, no test mail is delivered to staff.
    ...(place === "staging" && settings.SMTP_HOST ? ["STAFF_EMAIL"] : []),
  ];
  const isRequired = (name: string) =>
    isDeployed && required.includes(name) && !deployedSecrets.includes(name);
  const shape = Object.entries(fields).map(([name, field]) => [
    name,
    isRequired(name) ? field : field.optional(),
  ]);
  return z.object(Object.fromEntries(shape));
}

function isSiteOrigin(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.href !== `${url.origin}/`) return false;
  return url.hostname !== "localhost" && !isExampleAddress(url.hostname);
}
