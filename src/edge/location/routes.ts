import { Hono } from "hono";
import { callingCode } from "~/domain/contact/phone-number.ts";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";

/** An unknown country is 200 with both names `null`: an error status would only fill the visitor's console. */
export function locationRoutes() {
  return new Hono<EdgeEnv>().get("/json", (c) => {
    const country = countryFromRequest(c.req.raw) ?? { country_name: null, country_code: null };
    return jsonResponse(200, country, { "cache-control": "private, no-store" });
  });
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
