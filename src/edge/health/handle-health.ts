import { jsonResponse } from "~/edge/http/json-response.ts";
import { isWithinLimit, type RateLimiter, visitorKey } from "~/edge/http/rate-limit.ts";
import { checkHealth, type HealthTools } from "./check-health.ts";

/**
 * The health check, for a monitor: GET.
 *
 * 200 visitors are served, though staff may have to look (`attention`) · 503 they are not · 405 · 429.
 * The body is a `Health`. Never rejects.
 */
export async function handleHealth(
  request: Request,
  { limit, ...tools }: HealthTools & { readonly limit: RateLimiter },
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return jsonResponse(405, { message: "Only GET is answered here." }, { allow: "GET, HEAD" });
  }
  if (!(await isWithinLimit(limit, `health:${visitorKey(request)}`))) {
    return jsonResponse(429, { message: "Please ask again in a minute." }, { "retry-after": "60" });
  }
  const health = await checkHealth(tools);
  return jsonResponse(health.status === "failing" ? 503 : 200, health);
}
