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

/** Whether the request is a form's post without a file. */
export function isFormPost(request: Request): boolean {
  return request.method === "POST" && mediaType(request) === "application/x-www-form-urlencoded";
}

/** Whether the request is a navigation: an address that was typed, followed or reloaded. */
export function isPageVisit(request: Request): boolean {
  return request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
}

/**
 * Returns the attribution to store. @param fromPage the value that the page kept from the link; `null`
 * without script, and then the page's address is read
 */
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

export interface RequestCountry {
  /** The English name, which the browser's side compares. */
  country_name: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country_code: string;
  /** "+234"; left out where the numbering plan is unknown. */
  country_calling_code?: string;
}

// Cloudflare's code for an unknown country, the Tor network, and ISO's code for an unknown country.
const NO_COUNTRY = new Set(["XX", "T1", "ZZ"]);
const ISO_ALPHA_2 = /^[A-Z]{2}$/;

const englishNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Reads the country that the edge found for this request; `null` if it found none. Never throws. */
export function countryFromRequest(request: Request): RequestCountry | null {
  const code = edgeFacts(request)?.country;
  if (typeof code !== "string" || NO_COUNTRY.has(code) || !ISO_ALPHA_2.test(code)) return null;
  const name = englishNames.of(code);
  const calling = callingCode(code);
  if (!name) return null;
  return { country_name: name, country_code: code, ...(calling && { country_calling_code: calling }) };
}

/** Cloudflare adds `cf` to each request that reaches the edge; a plain `Request` has none. */
function edgeFacts(request: Request): { country?: unknown } | undefined {
  return (request as Request & { cf?: { country?: unknown } }).cf;
}
