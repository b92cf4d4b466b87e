import { Hono } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { onlyFromMail, tryLinkAgain } from "~/edge/http/mail-page.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { onFailure, only, unavailable } from "~/edge/middleware/answers.ts";
import { body, json, jsonType, shape } from "~/edge/middleware/request-body.ts";
import { ownPages, visitorLimit } from "~/edge/middleware/who-may-call.ts";
import { MAX_EMPTY_BYTES } from "~/edge/payments/body-limits.ts";
import {
  HOME,
  handleSubscription,
  handleSubscriptionLink,
  refuseUnknownCourse,
  subscriptionRequest,
} from "./handle-subscription.ts";

/** Of what a mail's link opens: a mailbox's own request says neither where it comes from nor what it brings. */
const linkFailure = onFailure({ event: "subscription-not-changed", answer: () => tryLinkAgain(HOME) });

/** Signing up for news of openings, confirming that, and unsubscribing. */
export function subscriptionRoutes() {
  return new Hono<EdgeEnv>()
    .post(
      "/prod/subscriptions",
      body(MAX_EMPTY_BYTES),
      ownPages(),
      jsonType(),
      json,
      shape(subscriptionRequest, "The request"),
      async (c, next) => refuseUnknownCourse(c.env.context, c.req.valid("json")) ?? next(),
      visitorLimit({ key: (visitor) => `subscriptions:${visitor}` }),
      onFailure({
        event: "subscription-not-kept",
        answer: unavailable("We couldn't save this. Please try again in a minute.", 30),
      }),
      (c) => handleSubscription(c.env.context, c.req.valid("json"), visitorKey(c.req.raw)),
    )
    .all("/prod/subscriptions", only("POST"))
    .on(["GET", "POST"], "/prod/subscriptions/:token", body(MAX_EMPTY_BYTES), linkFailure, (c) =>
      handleSubscriptionLink(c.req.raw, c.req.param("token"), "confirm", c.env.context),
    )
    .all("/prod/subscriptions/:token", body(MAX_EMPTY_BYTES), () => onlyFromMail(HOME))
    .on(["GET", "POST"], "/prod/subscriptions/:token/stop", body(MAX_EMPTY_BYTES), linkFailure, (c) =>
      handleSubscriptionLink(c.req.raw, c.req.param("token"), "stop", c.env.context),
    )
    .all("/prod/subscriptions/:token/stop", body(MAX_EMPTY_BYTES), () => onlyFromMail(HOME));
}
