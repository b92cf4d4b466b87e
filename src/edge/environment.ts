import { z } from "astro/zod";
import { isEmailAddress, isExampleAddress } from "../domain/contact/email-address.ts";
import type { Database } from "./database.ts";
import type { JobQueue } from "./jobs/jobs.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";

/** The settings of .env.example and what the platform binds: what each must be, and how the worker reads them. */

/** The bindings of wrangler.jsonc, and the settings of .env.example that no browser may see. */
export interface Environment
  extends z.input<typeof smtpSettings>,
    z.input<typeof recipientSettings>,
    z.input<typeof paymentSettings>,
    z.input<ReturnType<typeof portalSettings>>,
    z.input<typeof deskSettings>,
    z.input<typeof sweepLimits> {
  readonly DB: Database;
  /** The site's own files, with the headers they are sent with. */
  readonly ASSETS: { fetch(address: URL | Request): Promise<Response> };
  readonly JOBS: JobQueue | undefined;
  readonly MAILS_OF_VISITOR: RateLimiter;
  readonly MAILS_TO_RECIPIENT: RateLimiter;
  readonly ORDERS_OF_VISITOR: RateLimiter;
}

/** An empty setting counts as not set. */
const setting = z
  .string()
  .trim()
  .optional()
  .transform((text) => text || undefined);

const PORT_WITH_TLS = 465;
const USUAL_PORT = "587";
/** A server on this machine may do without encryption: nothing is in between. */
const THIS_MACHINE = new Set(["localhost", "127.0.0.1"]);

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** How the connection is encrypted: from its first byte, or from the server's answer on. */
  readonly encryption: "tls" | "starttls" | "if-offered";
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

/** Reads the mail server; null without a host, when mails stay in the database. An issue's message is a sentence. */
export const smtpSettings = z
  .object({
    SMTP_HOST: setting,
    SMTP_PORT: setting,
    SMTP_USER: setting,
    // A password may begin or end with a space.
    SMTP_PASSWORD: z.string().optional(),
  })
  .transform((env, { addIssue }): SmtpSettings | null => {
    const { SMTP_HOST: host, SMTP_USER: user, SMTP_PASSWORD: password } = env;
    if (!host) return null;
    const port = Number(env.SMTP_PORT ?? USUAL_PORT);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      addIssue({ code: "custom", message: "SMTP_PORT must be a number between 1 and 65535." });
    }
    if (!user !== !password) {
      addIssue({ code: "custom", message: "SMTP_USER and SMTP_PASSWORD must be set both or neither." });
    }
    const upgrade = THIS_MACHINE.has(host) ? "if-offered" : "starttls";
    return {
      host,
      port,
      encryption: port === PORT_WITH_TLS ? "tls" : upgrade,
      credentials: user && password ? { user, password } : null,
    };
  });

/** The address of a tester, who gets every mail in place of the academy. */
export const recipientSettings = z.object({ STAFF_EMAIL: setting });

/** The addresses of the providers' servers, at which money moves. */
const PAYSTACK_API = "https://api.paystack.co";
export const PAYPAL_API = "https://api-m.paypal.com";
/** The address of PayPal's tests, at which no money moves. */
export const PAYPAL_SANDBOX_API = "https://api-m.sandbox.paypal.com";

/**
 * Returns the schema of an address without a slash at its end: whether money moves depends on the whole
 * address.
 */
const address = (usual: string) => setting.transform((url) => url?.replace(/\/+$/, "") ?? usual);

export const paymentSettings = z.object({
  PAYSTACK_SECRET_KEY: setting,
  PAYSTACK_API_URL: address(PAYSTACK_API),
  PAYPAL_CLIENT_SECRET: setting,
  PAYPAL_WEBHOOK_ID: setting,
  PAYPAL_API_URL: address(PAYPAL_API),
});

export interface PortalSettings {
  readonly url: string;
  /** The newest first: while one is replaced, the one before it signs too. */
  readonly secrets: readonly string[];
}

/** The form of a secret by Standard Webhooks: 24 to 64 bytes in base64. */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|lan|home|corp|arpa)\.?$/;

/** Whether an address is encrypted and names a public host. No IP address does: the name of a portal ends in letters. */
function isPublicAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  return /\.[a-z][a-z0-9-]*\.?$/.test(url.hostname) && !LOCAL_NAMES.test(url.hostname);
}

const PORTAL_ISSUES = {
  PORTAL_WEBHOOK_URL: "is not a public address that begins with https://, or holds a password",
  PORTAL_WEBHOOK_SECRET: "is no secret of a webhook, or several with spaces between them: whsec_…",
};

const portalFields = (mayBeLocal: boolean) => ({
  PORTAL_WEBHOOK_URL: z
    .string("is not set")
    .refine(
      (url) => (mayBeLocal ? URL.canParse(url) : isPublicAddress(url)),
      PORTAL_ISSUES.PORTAL_WEBHOOK_URL,
    ),
  PORTAL_WEBHOOK_SECRET: z
    .string("is not set")
    .refine(
      (list) => list.split(/\s+/).every((secret) => WEBHOOK_SECRET.test(secret)),
      PORTAL_ISSUES.PORTAL_WEBHOOK_SECRET,
    ),
});

/**
 * Reads where the learning portal is told; null where it is not set. An issue's message is a sentence without a secret.
 * @param mayBeLocal whether the address may be in a private network
 */
export function portalSettings(mayBeLocal: boolean) {
  return z
    .object({ PORTAL_WEBHOOK_URL: setting, PORTAL_WEBHOOK_SECRET: setting })
    .transform((env, { addIssue }): PortalSettings | null => {
      const { PORTAL_WEBHOOK_URL: url, PORTAL_WEBHOOK_SECRET: secrets } = env;
      if (!url && !secrets) return null;
      const { error } = z.object(portalFields(mayBeLocal)).safeParse(env);
      for (const { path, message } of error?.issues ?? []) {
        addIssue({ code: "custom", message: `${String(path[0])} ${message}.` });
      }
      return { url: url ?? "", secrets: (secrets ?? "").split(/\s+/) };
    });
}

const COUNT = /^[1-9]\d{0,5}$/;

/** A whole number above 0; the default where there is none. */
const limit = (usual: number) =>
  setting.transform((text) => (text && COUNT.test(text) ? Number(text) : usual));

/**
 * The limits of one sweep. By default they are what Cloudflare's paid plan allows, as docs/hosting.md works
 * it out.
 */
export const sweepLimits = z
  .object({ SWEEP_CHECKS: limit(2000), SWEEP_STATEMENTS: limit(650) })
  .transform(({ SWEEP_CHECKS: checks, SWEEP_STATEMENTS: statements }) => ({ checks, statements }));

export interface DeskSettings {
  /** Cloudflare Access' address of the academy: "https://academy.cloudflareaccess.com". */
  readonly team: string;
  /** The application's own audience, which no other application of the team has. */
  readonly audience: string;
  /** E-mail addresses, in lower case. */
  readonly roles: Readonly<Record<"viewer" | "staff" | "owner", readonly string[]>>;
}

/** Between the addresses of a list. */
const SEPARATORS = /[\s,;]+/;
const addressList = setting.transform((text = "") => text.toLowerCase().split(SEPARATORS).filter(Boolean));

/** Unset unless it is the origin of a site: a check against anything else would let others in. */
const origin = setting.transform((text) => {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" ? url.origin : null;
});

/** Reads the desk's settings; null when Access is not set: then no one may open it. */
export const deskSettings = z
  .object({
    ACCESS_TEAM: origin,
    ACCESS_AUDIENCE: setting,
    DESK_OWNERS: addressList,
    DESK_STAFF: addressList,
    DESK_VIEWERS: addressList,
  })
  .transform((env): DeskSettings | null => {
    const { ACCESS_TEAM: team, ACCESS_AUDIENCE: audience } = env;
    const roles = { viewer: env.DESK_VIEWERS, staff: env.DESK_STAFF, owner: env.DESK_OWNERS };
    return team && audience ? { team, audience, roles } : null;
  });

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
  // What a deployed site cannot do without, by what is set.
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
