import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import type { DeskSettings } from "~/edge/environment.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { DESK_ROLES, type DeskUser } from "./desk-request.ts";

export interface DeskGate {
  /** Returns the user; `null` for anyone who must not learn that there is a desk. Never rejects. */
  identify(request: Request, now: Date): Promise<DeskUser | null>;
  /** The origin to which an expired session redirects a form's post; `null` if it does not redirect. */
  readonly signInOrigin: string | null;
  /** The page of this site on which staff sign in; `null` if something in front of the site does that. */
  readonly signInPage: string | null;
}

/** The header in which Cloudflare Access names the user. Other pages could set its cookie. */
const ASSERTION = "cf-access-jwt-assertion";

/** Returns a gate for assertions that the team's Access has signed for this application. Keys are cached. */
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
        // A wrong assertion concerns only its sender, but keys that cannot be read lock everyone out.
        if (!isRefusal(error)) logError("desk-keys-not-read", { reason: reasonOf(error) });
        return null;
      }
    },
  };
}

function isRefusal(error: unknown): boolean {
  // jose throws its general error for a response that is not 200.
  const noKeys = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code];
  return error instanceof errors.JOSEError && !noKeys.includes(error.code);
}

/** Returns the user; `null` for a service token, because no person answers for it. */
function userOf(emailClaim: unknown, roles: DeskSettings["roles"]): DeskUser | null {
  if (typeof emailClaim !== "string") return null;
  const email = emailClaim.trim().toLowerCase();
  const role = DESK_ROLES.findLast((candidate) => roles[candidate].includes(email));
  return role ? { email, role } : null;
}
