import { parse } from "hono/utils/cookie";
import type { DeskGate } from "~/edge/desk/access-gate.ts";
import { DESK_ROLES, type DeskRole } from "~/edge/desk/desk-request.ts";

export const COUNTRY_COOKIE = "sandbox-country";

/** Returns the request with the country that was chosen on the sandbox's page, if any. */
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

/** An inline script of the sandbox's page. After a change of country the next page looks up the location. */
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
    const role = cookieOf(request, DESK_COOKIE);
    return isRole(role) ? { email: `${role}@sandbox.example`, role } : null;
  },
};

function cookieOf({ headers }: Pick<Request, "headers">, name: string): string | undefined {
  return parse(headers.get("cookie") ?? "", name)[name];
}

export function isRole(text: string | undefined): text is DeskRole {
  return DESK_ROLES.some((role) => role === text);
}
