import { z } from "astro/zod";
import { type Context, Hono } from "hono";
import { isKey } from "~/domain/enrolment/enrolment-key.ts";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { onFailure, unavailable, visitorLimit } from "~/edge/middleware/answers.ts";
import { type Checked, MAX_SMALL_BYTES, pageJson, readBody, shape } from "~/edge/middleware/request-body.ts";
import { mailLinkPage, onlyFromMail, tryLinkAgain } from "~/edge/pages/fill-page.ts";
import { emailAddress } from "~/edge/payments/parse-order.ts";
import { requestSubscription, subscriptionRefusal } from "./request-subscription.ts";
import { deletingSubscription, findByToken, noteConfirmed } from "./subscription-store.ts";

const subscriptionRequest = z.strictObject(
  { email: emailAddress, course: z.string().max(60).nullable() },
  "must be an object",
);

const linkFailure = onFailure({ event: "subscription-not-changed", answer: tryLinkAgain });

export function subscriptionRoutes() {
  return new Hono<EdgeEnv>()
    .post(
      "/prod/subscriptions",
      pageJson(MAX_SMALL_BYTES),
      shape(subscriptionRequest, "The request"),
      async (c, next) => refuseUnknownCourse(c) ?? next(),
      visitorLimit({ key: (visitor) => `subscriptions:${visitor}` }),
      onFailure({
        event: "subscription-not-kept",
        answer: unavailable("We couldn't save this. Please try again in a minute.", 30),
      }),
      handleOpeningRequest,
    )
    .on(
      ["GET", "POST"],
      "/prod/subscriptions/:token",
      readBody(MAX_SMALL_BYTES),
      linkFailure,
      handleConfirmLink,
    )
    .all("/prod/subscriptions/:token", readBody(MAX_SMALL_BYTES), onlyFromMail)
    .on(
      ["GET", "POST"],
      "/prod/subscriptions/:token/stop",
      readBody(MAX_SMALL_BYTES),
      linkFailure,
      handleUnsubscribeLink,
    )
    .all("/prod/subscriptions/:token/stop", readBody(MAX_SMALL_BYTES), onlyFromMail);
}

type SubscriptionRequest = Checked<typeof subscriptionRequest>;

function refuseUnknownCourse(c: SubscriptionRequest): Response | null {
  const { prices } = c.env.context;
  const { course } = c.req.valid("json");
  if (course === null || prices.registrationCourses.some(({ id }) => id === course)) return null;
  return jsonResponse(400, { message: "We have no such course. Choose one from the list." });
}

/**
 * Takes a request for a mail when registration opens.
 * 202: for a known address too, after the same work. A job looks the address up later.
 * 429, 503: no more requests today.
 */
async function handleOpeningRequest(c: SubscriptionRequest): Promise<Response> {
  const { context } = c.env;
  const { email, course: courseId } = c.req.valid("json");
  const visitor = visitorKey(c.req.raw);
  const refusal = await subscriptionRefusal(context, visitor);
  if (refusal) return refusal;
  await requestSubscription(context, email, { name: "opening", courseId }, visitor);
  const message = "Check your inbox: we've emailed you a link to confirm your address.";
  return jsonResponse(202, { message });
}

type MailLink = Context<EdgeEnv, `${string}/:token`>;

/**
 * Confirms an address. GET only shows the question, since mail scanners open every address in a mail; POST
 * confirms.
 */
async function handleConfirmLink(c: MailLink): Promise<Response> {
  const token = c.req.param("token");
  const { db, now } = c.env.context;
  const id = isKey(token) ? await findByToken(db, token) : null;
  if (id === null) return mailLinkPage(c, "list-unknown", { status: 404 });
  if (c.req.raw.method !== "POST") return mailLinkPage(c, "list-question");
  await noteConfirmed(db, id, now);
  return mailLinkPage(c, "list-joined");
}

/**
 * Deletes a subscription. GET only shows the question; POST deletes, also as a mailbox's one-click request
 * (RFC 8058).
 */
async function handleUnsubscribeLink(c: MailLink): Promise<Response> {
  const token = c.req.param("token");
  const { db } = c.env.context;
  if (!isKey(token)) return mailLinkPage(c, "leave-unknown", { status: 404 });
  const id = await findByToken(db, token);
  if (id === null) return mailLinkPage(c, "not-listed");
  if (c.req.raw.method !== "POST") return mailLinkPage(c, "leave-question");
  await deletingSubscription(db, id).run();
  return mailLinkPage(c, "left");
}
