import { attributionText, readAttribution } from "~/domain/attribution/attribution.ts";
import { callingCode } from "~/domain/contact/phone-number.ts";

/** Whether no page of another site sent the request. Browsers name the page's origin on every POST. */
export function isFromThisSite(request: Request): boolean {
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}

/** Returns the body's media type in lower case and without parameters; empty if none is given. */
function mediaType(request: Request): string {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

export function isJson(request: Request): boolean {
  return mediaType(request) === "application/json";
}

export function isFormPost(request: Request): boolean {
  return request.method === "POST" && mediaType(request) === "application/x-www-form-urlencoded";
}

/** Whether the request is a navigation: an address that was typed, followed or reloaded. */
export function isPageVisit(request: Request): boolean {
  return request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
}

/** Returns the attribution to store. Without script `fromPage` is `null`, and the page's address is read. */
export function attributionOfRequest(request: Request, fromPage: string | null): string {
  return attributionText(
    readAttribution(fromPage === null ? ownPageQuery(request) : new URLSearchParams(fromPage)),
  );
}

/** Returns the query of this site's page that sent the request, as the browser names it. */
function ownPageQuery(request: Request): URLSearchParams {
  const page = URL.parse(request.headers.get("referer") ?? "");
  return page?.origin === new URL(request.url).origin ? page.searchParams : new URLSearchParams();
}

// Cloudflare's code for an unknown country, the Tor network, and ISO's code for an unknown country.
const NO_COUNTRY = new Set(["XX", "T1", "ZZ"]);
const ISO_ALPHA_2 = /^[A-Z]{2}$/;

const englishNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Returns the country that Cloudflare found for a request; `null` if it found none. Never throws. */
export function countryFromRequest(request: Request) {
  const code = (request as Request & { cf?: { country?: unknown } }).cf?.country;
  if (typeof code !== "string" || NO_COUNTRY.has(code) || !ISO_ALPHA_2.test(code)) return null;
  const name = englishNames.of(code);
  const calling = callingCode(code);
  if (!name) return null;
  return { country_name: name, country_code: code, ...(calling && { country_calling_code: calling }) };
}
