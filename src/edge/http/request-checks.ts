import { attributionText, readAttribution } from "~/domain/attribution/attribution.ts";
import { callingCode } from "~/domain/contact/phone-number.ts";

/** Whether no page of another site sent it: browsers name the page's origin on every POST, and others name none. */
export function isFromThisSite(request: Request): boolean {
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}

/** The body's media type, in lower case and without parameters: "application/json"; empty where none is given. */
function mediaType(request: Request): string {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Whether its content type is JSON. A form on another site cannot send this type without the browser asking us first. */
export function isJson(request: Request): boolean {
  return mediaType(request) === "application/json";
}

/** Whether it is a form's post without a file. */
export function isFormPost(request: Request): boolean {
  return request.method === "POST" && mediaType(request) === "application/x-www-form-urlencoded";
}

/** Whether it is a navigation: the address was typed, followed, or reloaded. */
export function isPageVisit(request: Request): boolean {
  return request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
}

/**
 * Returns the attribution to store. @param kept the value that the page kept from the link; null without
 * script, and then the page's address is read
 */
export function attributionOfRequest(request: Request, kept: string | null): string {
  return attributionText(readAttribution(kept === null ? ownPageQuery(request) : new URLSearchParams(kept)));
}

/** Browsers send a site the whole address of its own page as the referrer. */
function ownPageQuery(request: Request): URLSearchParams {
  const page = URL.parse(request.headers.get("referer") ?? "");
  return page?.origin === new URL(request.url).origin ? page.searchParams : new URLSearchParams();
}

export interface RequestCountry {
  /** English name, as the browser's side compares it. */
  country_name: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country_code: string;
  /** "+234"; left out where the numbering plan is unknown. */
  country_calling_code?: string;
}

// "No country known" in Cloudflare's words, the Tor network, and "no country known" in ISO's.
const NO_COUNTRY = new Set(["XX", "T1", "ZZ"]);
const ISO_ALPHA_2 = /^[A-Z]{2}$/;

const englishNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Reads the country that the edge found for this request; `null` when it found none. Never throws. */
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
