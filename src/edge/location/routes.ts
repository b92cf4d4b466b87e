import { Hono } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { only } from "~/edge/middleware/answers.ts";
import { countryFromRequest } from "./country-from-request.ts";

/**
 * The location lookup: 200 with `{ country_name, country_code }`.
 *
 * An unknown country is 200 with both names `null`: the lookup worked, and an answer without a
 * `country_name` string reads as no location. An error status would only fill the visitor's console.
 */
export function locationRoutes() {
  return new Hono<EdgeEnv>()
    .get("/json", (c) => {
      const country = countryFromRequest(c.req.raw) ?? { country_name: null, country_code: null };
      return jsonResponse(200, country, { "cache-control": "private, no-store" });
    })
    .all("/json", only("GET"));
}
