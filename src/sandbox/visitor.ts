import type { DeskGate } from "~/edge/desk/access-gate.ts";
import { DESK_ROLES, type DeskRole } from "~/edge/desk/desk-request.ts";

export const COUNTRY_COOKIE = "sandbox-country";

/** Returns a request with the chosen country, as if the edge had found it. */
export function setChosenCountry(request: Request): Request {
  const country = cookieOf(request, COUNTRY_COOKIE);
  if (country) Object.defineProperty(request, "cf", { value: { country } });
  return request;
}

export const SANDBOX_COUNTRIES = [
  { code: "", name: "As the runtime says" },
  { code: "NG", name: "Nigeria" },
  { code: "GH", name: "Ghana" },
  { code: "KE", name: "Kenya" },
  { code: "ZA", name: "South Africa" },
  { code: "GB", name: "United Kingdom" },
  { code: "US", name: "United States" },
] as const;

/**
 * An inline script of the sandbox's page. After a change of country the next page looks up the location
 * again.
 */
export const FORGET_LOCATION_SCRIPT = `if (new URLSearchParams(location.search).has("country-set")) {
  localStorage.removeItem("location");
  localStorage.removeItem("currency");
  sessionStorage.removeItem("location-lookup-failed");
  location.replace("/sandbox");
}`;

/** The cookie with the role that was chosen on the sandbox's page. Anybody on this machine may choose. */
export const DESK_COOKIE = "sandbox-desk";

/** Replaces Cloudflare Access, since the sandbox has neither money nor personal data. */
export const sandboxDesk: DeskGate = {
  signInOrigin: null,
  signInPage: "/sandbox/desk",
  identify: async (request) => {
    const chosen = cookieOf(request, DESK_COOKIE);
    return isRole(chosen) ? { email: `${chosen}@sandbox.example`, role: chosen } : null;
  },
};

function cookieOf({ headers }: Pick<Request, "headers">, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(headers.get("cookie") ?? "")?.[1];
}

export function isRole(text: string | undefined): text is DeskRole {
  return DESK_ROLES.some((role) => role === text);
}
