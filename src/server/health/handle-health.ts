import { jsonResponse } from "../http/json-response.ts";
import { isWithinLimit, type RateLimiter, visitorKey } from "../http/rate-limit.ts";
import { checkHealth, type HealthTools } from "./check-health.ts";

/**
 * Tells a monitor, or whoever asks, how the server's side is: GET.
 *
 * 200 visitors are served, though somebody may have to look (`attention`) · 503 they are not · 405 · 429.
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
