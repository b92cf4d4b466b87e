import { Webhook } from "standardwebhooks";
import type { Environment } from "~/edge/environment.ts";
import { portalSettings } from "./portal-settings.ts";

/** One message to the learning portal, by the Standard Webhooks specification. */
interface PortalMessage {
  /** The same at every attempt. */
  readonly id: string;
  readonly body: unknown;
}

export type Portal =
  | {
      readonly state: "set";
      /** Hands a message over. Rejects if the portal does not accept it. The error contains no secret. */
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
  // The portal accepts a signature by either secret.
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
