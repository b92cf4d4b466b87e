import { z } from "astro/zod";
import { setting } from "../environment.ts";

/** The settings of the learning portal. */
interface PortalSettings {
  readonly url: string;
  /** The newest first. The former one follows while it is being replaced. */
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

/** The schemas of the settings. An issue's message follows the name of its setting. */
export const portalFields = (mayBeLocal: boolean) => ({
  PORTAL_WEBHOOK_URL: z
    .string("is not set")
    .refine(
      (url) => (mayBeLocal ? URL.canParse(url) : isPublicAddress(url)),
      "is not a public address that begins with https://, or holds a password",
    ),
  PORTAL_WEBHOOK_SECRET: z
    .string("is not set")
    .refine(
      (list) => list.split(/\s+/).every((secret) => WEBHOOK_SECRET.test(secret)),
      "is no secret of a webhook, or several with spaces between them: whsec_…",
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
