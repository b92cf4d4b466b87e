/** Checks the settings of .env.example: each one's form, where it is required, and that no secret reaches a browser. */
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
/** The settings of .env.example by name; an empty one counts as not set. */
export type Settings = Readonly<Record<string, string | undefined>>;

const EXPOSED = "holds a secret, which every visitor could read: take it out, and have a new one made";

/** The settings that reach every visitor and hold a secret, a sentence each. */
export function exposedSecrets(settings: Settings): string[] {
  return Object.entries(settings)
    .filter(([name, value]) => name.startsWith("PUBLIC_") && value && isSecret(value, settings))
    .map(([name]) => `${name} ${EXPOSED}.`);
}

/**
 * Whether a text is a secret. One that begins as a public key does is not: then the wrong key is in the
 * secret's place.
 */
function isSecret(text: string, settings: Settings): boolean {
  if (text.startsWith("pk_")) return false;
  const secrets = Object.entries(settings).filter(([name]) => /_SECRET|_PASSWORD/.test(name));
  return /^(sk_|rk_)/.test(text) || secrets.some(([, value]) => value === text);
}

const MODES = { local: "(test|live)", staging: "test", production: "live" } as const;
const NEEDED = [
  "PUBLIC_SITE_URL",
  "PUBLIC_PAYSTACK_KEY",
  "PUBLIC_PAYPAL_CLIENT_ID",
  "PAYSTACK_SECRET_KEY",
  "PAYPAL_CLIENT_SECRET",
  "PAYPAL_WEBHOOK_ID",
  "SMTP_HOST",
];

/** An issue's message follows the name of its setting. @param given the secrets that the deployed site has already */
export function settingsSchema(place: Place, settings: Settings, given: readonly string[] = []) {
  const isDeployed = place !== "local";
  const any = z.string("is not set");
  const publicText = any.refine((text) => !isSecret(text, settings), { message: EXPOSED, abort: true });
  const endpoint = publicText.refine(
    (address) => /^\/|^https:\/\//.test(address) && URL.canParse(address, "https://site.example"),
    "is no address that begins with https:// or /",
  );
  const paystackKey = (text: z.ZodString, begin: string, title: string) =>
    text.regex(
      new RegExp(`^${begin}_${MODES[place]}_[A-Za-z0-9]{30,}$`),
      `is no ${title} key of Paystack's ${isDeployed ? `for ${place} ` : ""}(${begin}_${MODES[place]}_…)`,
    );
  // A value that PayPal gives to an app; sandbox and live values look alike.
  const credential = (text: z.ZodString) =>
    text.regex(
      /^[A-Za-z0-9_-]{50,120}$/,
      "has not the form that PayPal gives: about 80 letters, digits, - and _",
    );
  const isReachable = (host: string) => !isDeployed || !(THIS_MACHINE.has(host) || isExampleAddress(host));
  const people = any.refine(
    (list) => list.split(SEPARATORS).every((address) => address === "" || isEmailAddress(address)),
    "holds something that is no email address",
  );
  const count = any.regex(COUNT, "is no whole number above 0");
  const fields = {
    PUBLIC_SITE_URL: publicText.refine(
      (address) => !isDeployed || isOwnAddress(address),
      "is not the site's own address, https:// and nothing after the name",
    ),
    PUBLIC_MAIL_ENDPOINT: endpoint,
    PUBLIC_LOCATION_ENDPOINT: endpoint,
    PUBLIC_OFFLINE: publicText,
    PUBLIC_PAYSTACK_KEY: paystackKey(publicText, "pk", "public"),
    PUBLIC_PAYPAL_CLIENT_ID: credential(publicText),
    PAYSTACK_SECRET_KEY: paystackKey(any, "sk", "secret"),
    PAYSTACK_API_URL: any.refine(
      (url) => !isDeployed || url === PAYSTACK_API,
      "is not Paystack's own address",
    ),
    PAYPAL_CLIENT_SECRET: credential(any),
    PAYPAL_WEBHOOK_ID: any.regex(/^[0-9A-Z]{15,30}$/, "is no id of a webhook: those are capitals and digits"),
    PAYPAL_API_URL:
      place === "production"
        ? any.refine((url) => url === PAYPAL_API, "is not where PayPal's money moves")
        : any.refine(
            (url) => !isDeployed || url === PAYPAL_SANDBOX_API,
            `is not PayPal's sandbox, ${PAYPAL_SANDBOX_API}: in staging real money could move`,
          ),
    ...portalFields(!isDeployed),
    SMTP_HOST: any.refine(
      (host) => !/[/:@\s]/.test(host) && isReachable(host),
      "is not the name of a mail server that can be reached, such as smtp.provider.com",
    ),
    SMTP_PORT: any.refine((port) => port !== "25", "is 25, which the edge may not use"),
    SMTP_USER: any,
    SMTP_PASSWORD: any,
    STAFF_EMAIL:
      place === "production"
        ? any.refine(() => false, "keeps the academy's own staff from being notified of payments")
        : any.refine(isEmailAddress, "is no email address"),
    ACCESS_TEAM: any.regex(
      /^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com\/?$/i,
      "is not the address of a team: https://<team>.cloudflareaccess.com",
    ),
    ACCESS_AUDIENCE: any.regex(
      /^[0-9a-f]{64}$/,
      "is no audience tag: 64 signs, each a digit or one of a to f",
    ),
    DESK_OWNERS: people,
    DESK_STAFF: people,
    DESK_VIEWERS: people,
    SWEEP_CHECKS: count,
    SWEEP_STATEMENTS: count,
  };
  // The settings that a deployed site requires, given the others.
  const needed = [
    ...NEEDED,
    // A site may go live without its desk; half of one is a slip.
    ...(settings.ACCESS_TEAM ? ["ACCESS_AUDIENCE", "DESK_OWNERS"] : []),
    ...(settings.ACCESS_AUDIENCE ? ["ACCESS_TEAM"] : []),
    ...(settings.PORTAL_WEBHOOK_URL ? ["PORTAL_WEBHOOK_SECRET"] : []),
    ...(settings.PORTAL_WEBHOOK_SECRET ? ["PORTAL_WEBHOOK_URL"] : []),
    // Without a mail server a test's mails are not delivered anyway.
    ...(place === "staging" && settings.SMTP_HOST ? ["STAFF_EMAIL"] : []),
  ].filter((name) => !given.includes(name));
  return z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        isDeployed && needed.includes(name) ? field : field.optional(),
      ]),
    ),
  );
}

function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.href !== `${url.origin}/`) return false;
  return url.hostname !== "localhost" && !isExampleAddress(url.hostname);
}
