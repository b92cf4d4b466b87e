import { z } from "astro/zod";
import { Webhook } from "standardwebhooks";
import type { Environment } from "~/edge/environment.ts";
import { setting } from "../environment.ts";

/** The settings of the learning portal. */
export interface PortalSettings {
  readonly url: string;
  /** The newest first. While a secret is being replaced, the former one signs too. */
  readonly secrets: readonly string[];
}

/** The form of a secret by Standard Webhooks: 24 to 64 bytes in base64. */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|lan|home|corp|arpa)\.?$/;

/**
 * Whether an address is encrypted and names a public host. An IP address is refused, since a portal's name
 * ends in letters.
 */
function isPublicAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  return /\.[a-z][a-z0-9-]*\.?$/.test(url.hostname) && !LOCAL_NAMES.test(url.hostname);
}

const PORTAL_ISSUES = {
  PORTAL_WEBHOOK_URL: "is not a public address that begins with https://, or holds a password",
  PORTAL_WEBHOOK_SECRET: "is no secret of a webhook, or several with spaces between them: whsec_…",
};

export const portalFields = (mayBeLocal: boolean) => ({
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
 * Reads the learning portal's address and secret; `null` if they are not set. An issue's message is a sentence
 * without a secret.
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

/** One message to the learning portal, by the Standard Webhooks specification. */
export interface PortalMessage {
  /** The same at every attempt. */
  readonly id: string;
  readonly body: unknown;
}

export type Portal =
  | {
      readonly state: "set";
      /** Hands a message over. It rejects unless the portal accepts it, with an error without secrets. */
      readonly send: (message: PortalMessage) => Promise<void>;
    }
  /** Nothing is sent. */
  | { readonly state: "not-set" }
  /** Nothing is sent until the settings are corrected. */
  | { readonly state: "unusable"; readonly reason: string };

/** The time that the portal may take to answer. */
export const PORTAL_TIMEOUT_MS = 10_000;

interface PortalTools {
  readonly now: () => Date;
  /** Whether the address may be on this machine or in a private network. */
  readonly isSandbox: boolean;
  readonly fetch?: (url: string, request: RequestInit) => Promise<Response>;
}

type PortalSetting = "PORTAL_WEBHOOK_URL" | "PORTAL_WEBHOOK_SECRET";

export function portalOf(env: Pick<Environment, PortalSetting>, tools: PortalTools): Portal {
  const { success, data, error } = portalSettings(tools.isSandbox).safeParse(env);
  if (!success) return { state: "unusable", reason: error.issues.map(({ message }) => message).join(" ") };
  if (!data) return { state: "not-set" };
  const { url, secrets } = data;
  // While a secret is being replaced the former one signs too, and the portal accepts either.
  const signers = secrets.map((secret) => new Webhook(secret));
  const { now, fetch = (...request) => globalThis.fetch(...request) } = tools;
  return {
    state: "set",
    send: async ({ id, body }) => {
      const text = JSON.stringify(body);
      const at = now();
      const request = {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": signers.map((signer) => signer.sign(id, at, text)).join(" "),
        },
        body: text,
        // A redirect could lead into a private network.
        redirect: "manual",
        signal: AbortSignal.timeout(PORTAL_TIMEOUT_MS),
      } as const;
      const response = await fetch(url, request).catch((error: unknown) => {
        // The platform's message could hold the address, which is a secret at some portals.
        const isLate = error instanceof Error && error.name === "TimeoutError";
        throw new Error(isLate ? "No answer within 10 seconds" : "The portal could not be reached");
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The portal answered ${response.status}`);
    },
  };
}
