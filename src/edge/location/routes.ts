import { Hono } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { countryFromRequest } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";

/** An unknown country is 200 with both names `null`: an error status would only fill the visitor's console. */
export function locationRoutes() {
  return new Hono<EdgeEnv>().get("/json", (c) => {
    const country = countryFromRequest(c.req.raw) ?? { country_name: null, country_code: null };
    return jsonResponse(200, country, { "cache-control": "private, no-store" });
  });
}
