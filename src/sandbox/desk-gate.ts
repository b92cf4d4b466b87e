import type { DeskGate } from "~/edge/desk/access-gate.ts";
import { DESK_ROLES, type DeskRole } from "~/edge/desk/desk-user.ts";

/** Cookie of the role that was chosen on the sandbox's page; anybody on this machine may choose. */
export const DESK_COOKIE = "sandbox-desk";

/** Stands in for Cloudflare Access where there is neither money nor personal data. */
export const sandboxDesk: DeskGate = {
  signInOrigin: null,
  signInPage: "/sandbox/desk",
  identify: async (request) => {
    const cookies = request.headers.get("cookie") ?? "";
    const [, chosen] = new RegExp(`(?:^|;\\s*)${DESK_COOKIE}=(\\w+)`).exec(cookies) ?? [];
    return isRole(chosen) ? { email: `${chosen}@sandbox.example`, role: chosen } : null;
  },
};

export function isRole(text: string | undefined): text is DeskRole {
  return DESK_ROLES.some((role) => role === text);
}
