import { z } from "astro/zod";
import type { Database } from "./database.ts";
import type { JobQueue } from "./jobs/jobs.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";
import type { portalSettings } from "./portal/portal-settings.ts";

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
  readonly ORDERS_OVER_DAILY_LIMIT: RateLimiter;
}

/** An empty setting counts as not set. */
export const setting = z
  .string()
  .trim()
  .optional()
  .transform((text) => text || undefined);

const PORT_WITH_TLS = 465;
const USUAL_PORT = "587";
/** Names of this machine, on which a server may do without encryption. */
export const THIS_MACHINE = new Set(["localhost", "127.0.0.1"]);

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** The way in which the connection is encrypted: from its first byte, or from the server's answer on. */
  readonly encryption: "tls" | "starttls" | "if-offered";
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

/** Reads the mail server; `null` without a host, and mails then stay in the database. */
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

/** The address of a tester, who gets every mail instead of the academy. */
export const recipientSettings = z.object({ STAFF_EMAIL: setting });

/** The addresses of the providers' servers, at which money moves. */
export const PAYSTACK_API = "https://api.paystack.co";
export const PAYPAL_API = "https://api-m.paypal.com";
/** The address of PayPal's tests, at which no money moves. */
export const PAYPAL_SANDBOX_API = "https://api-m.sandbox.paypal.com";

/** Returns the schema of an address, which is compared without a slash at its end. */
const address = (usual: string) => setting.transform((url) => url?.replace(/\/+$/, "") ?? usual);

export const paymentSettings = z.object({
  PAYSTACK_SECRET_KEY: setting,
  PAYSTACK_API_URL: address(PAYSTACK_API),
  PAYPAL_CLIENT_SECRET: setting,
  PAYPAL_WEBHOOK_ID: setting,
  PAYPAL_API_URL: address(PAYPAL_API),
});

export const COUNT = /^[1-9]\d{0,5}$/;

/** A whole number above 0, or the default. */
const limit = (usual: number) =>
  setting.transform((text) => (text && COUNT.test(text) ? Number(text) : usual));

/** The limits of one sweep. The defaults are those of Cloudflare's paid plan, as docs/hosting.md explains. */
export const sweepLimits = z
  .object({ SWEEP_CHECKS: limit(2000), SWEEP_STATEMENTS: limit(650) })
  .transform(({ SWEEP_CHECKS: checks, SWEEP_STATEMENTS: statements }) => ({ checks, statements }));

export interface DeskSettings {
  /** Cloudflare Access' address of the academy: "https://academy.cloudflareaccess.com". */
  readonly team: string;
  /** The application's audience, which no other application of the team has. */
  readonly audience: string;
  /** E-mail addresses, in lower case. */
  readonly roles: Readonly<Record<"viewer" | "staff" | "owner", readonly string[]>>;
}

export const SEPARATORS = /[\s,;]+/;
const addressList = setting.transform((text = "") => text.toLowerCase().split(SEPARATORS).filter(Boolean));

/** `null` unless the setting is the origin of a site. A check against anything else would let others in. */
const origin = setting.transform((text) => {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" ? url.origin : null;
});

/** Reads the desk's settings; `null` if Access is not set, and then nobody may open the desk. */
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
