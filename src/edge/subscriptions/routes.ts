import { Hono } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { onFailure, unavailable, visitorLimit } from "~/edge/middleware/answers.ts";
import { body, MAX_EMPTY_BYTES, pageJson, shape } from "~/edge/middleware/request-body.ts";
import { onlyFromMail, tryLinkAgain } from "~/edge/pages/fill-page.ts";
import {
  handleJoinLink,
  handleLeaveLink,
  handleOpeningRequest,
  refuseUnknownCourse,
  subscriptionRequest,
} from "./endpoints/handle-subscription.ts";

/**
 * The failure of an address that a mail's link opens. A mailbox's own request says neither where it comes
 * from nor what it brings.
 */
const linkFailure = onFailure({ event: "subscription-not-changed", answer: tryLinkAgain });

export function subscriptionRoutes() {
  return new Hono<EdgeEnv>()
    .post(
      "/prod/subscriptions",
      pageJson(MAX_EMPTY_BYTES),
      shape(subscriptionRequest, "The request"),
      async (c, next) => refuseUnknownCourse(c) ?? next(),
      visitorLimit({ key: (visitor) => `subscriptions:${visitor}` }),
      onFailure({
        event: "subscription-not-kept",
        answer: unavailable("We couldn't save this. Please try again in a minute.", 30),
      }),
      handleOpeningRequest,
    )
    .on(["GET", "POST"], "/prod/subscriptions/:token", body(MAX_EMPTY_BYTES), linkFailure, handleJoinLink)
    .all("/prod/subscriptions/:token", body(MAX_EMPTY_BYTES), onlyFromMail)
    .on(
      ["GET", "POST"],
      "/prod/subscriptions/:token/stop",
      body(MAX_EMPTY_BYTES),
      linkFailure,
      handleLeaveLink,
    )
    .all("/prod/subscriptions/:token/stop", body(MAX_EMPTY_BYTES), onlyFromMail);
}
