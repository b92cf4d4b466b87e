import { Hono } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { only } from "~/edge/middleware/answers.ts";
import { visitorLimit } from "~/edge/middleware/who-may-call.ts";
import { checkHealth } from "./check-health.ts";

const AGAIN = { message: "Please ask again in a minute." };

/**
 * The health check, for a monitor: 200 visitors are served, though staff may have to look (`attention`) · 503 they are not.
 * The body is a `Health`.
 */
export function healthRoutes() {
  return new Hono<EdgeEnv>()
    .get(
      "/prod/health",
      visitorLimit({
        key: (visitor) => `health:${visitor}`,
        answer: () => jsonResponse(429, AGAIN, { "retry-after": "60" }),
      }),
      async (c) => {
        const { context, providers, mailServer, hasQueue } = c.env;
        const { db, now } = context;
        const health = await checkHealth({ db, hasQueue, mail: mailServer, providers, now });
        return jsonResponse(health.status === "failing" ? 503 : 200, health);
      },
    )
    .all("/prod/health", only("GET"));
}
