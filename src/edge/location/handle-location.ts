import { jsonResponse } from "~/edge/http/json-response.ts";
import { readLimitedText } from "~/edge/http/read-limited-text.ts";
import { countryFromRequest } from "./country-from-request.ts";

const METHODS = "GET, HEAD";
/** No request here has a body. */
const MOST_READ_BYTES = 1024;

/**
 * Answers the location lookup: 200 with `{ country_name, country_code }`.
 *
 * An unknown country is 200 with both names `null`: the lookup worked, and an answer without a
 * `country_name` string reads as no location. An error status would only fill the visitor's console.
 */
export async function handleLocation(request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    // Bytes left in the connection would break its next request.
    await readLimitedText(request, MOST_READ_BYTES);
    return jsonResponse(405, { message: "Only GET is answered here." }, { allow: METHODS });
  }
  const country = countryFromRequest(request) ?? { country_name: null, country_code: null };
  return jsonResponse(200, country, { "cache-control": "private, no-store" });
}
