import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import type { DeskSettings } from "~/edge/environment.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { DESK_ROLES, type DeskUser } from "./desk-request.ts";

export interface DeskGate {
  /**
   * Returns the member of staff who sends a request; null for anyone who may not know that there is a desk.
   * Never rejects.
   */
  identify(request: Request, now: Date): Promise<DeskUser | null>;
  /** The origin to which an expired session sends a form's post; null where it goes nowhere else. */
  readonly signInOrigin: string | null;
  /** A page of this site on which to sign in; null where something in front of the site does that. */
  readonly signInPage: string | null;
}

/**
 * The header in which Cloudflare Access names the user. Its cookie holds the same, but any page may have set
 * that.
 */
const ASSERTION = "cf-access-jwt-assertion";

/** Accepts what the team's Access has signed for this application: its keys are fetched when needed, and cached. */
export function accessGate({ team, audience, roles }: DeskSettings): DeskGate {
  const keys = createRemoteJWKSet(new URL(`${team}/cdn-cgi/access/certs`));
  return {
    signInOrigin: team,
    signInPage: null,
    identify: async (request, now) => {
      const assertion = request.headers.get(ASSERTION);
      if (!assertion) return null;
      try {
        const { payload } = await jwtVerify(assertion, keys, {
          issuer: team,
          audience,
          algorithms: ["RS256"],
          requiredClaims: ["exp", "iat"],
          currentDate: now,
        });
        return userOf(payload.email, roles);
      } catch (error) {
        // A wrong assertion is its sender's concern; keys that cannot be read lock everyone out.
        if (!isRefusal(error)) logError("desk-keys-not-read", { reason: reasonOf(error) });
        return null;
      }
    },
  };
}

function isRefusal(error: unknown): boolean {
  // jose has no error class of its own for an answer that is not 200.
  const noKeys = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code];
  return error instanceof errors.JOSEError && !noKeys.includes(error.code);
}

/** A service token has no e-mail address: no person would answer for what it does. */
function userOf(emailClaim: unknown, roles: DeskSettings["roles"]): DeskUser | null {
  if (typeof emailClaim !== "string") return null;
  const email = emailClaim.trim().toLowerCase();
  const role = DESK_ROLES.findLast((candidate) => roles[candidate].includes(email));
  return role ? { email, role } : null;
}
