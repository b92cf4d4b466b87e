import { z } from "astro/zod";
import { Hono } from "hono";
import { isKey } from "~/domain/enrolment/enrolment-key.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { mailPage, onlyFromMail, tryLinkAgain } from "~/edge/http/mail-page.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { onFailure, only, unavailable } from "~/edge/middleware/answers.ts";
import { body, MAX_EMPTY_BYTES, pageJson, shape } from "~/edge/middleware/request-body.ts";
import { visitorLimit } from "~/edge/middleware/who-may-call.ts";
import { emailAddress } from "~/edge/payments/parse-order.ts";
import { askSubscription, subscriptionRefusal } from "./ask-subscription.ts";
import { deletingSubscription, findByToken, noteConfirmed } from "./subscription-store.ts";

/** Of what a mail's link opens: a mailbox's own request says neither where it comes from nor what it brings. */
const linkFailure = onFailure({ event: "subscription-not-changed", answer: () => tryLinkAgain(HOME) });

export function subscriptionRoutes() {
  return new Hono<EdgeEnv>()
    .post(
      "/prod/subscriptions",
      pageJson(MAX_EMPTY_BYTES),
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

const subscriptionRequest = z.strictObject(
  {
    email: emailAddress,
    course: z.string().max(60).nullable(),
  },
  "must be an object",
);

type Asked = z.infer<typeof subscriptionRequest>;

function refuseUnknownCourse({ prices }: AppContext, { course }: Asked): Response | null {
  if (course === null || prices.registrationCourses.some(({ id }) => id === course)) return null;
  return jsonResponse(400, { message: "We have no such course. Choose one from the list." });
}

/** 202 whether the address is known or not, after the same work: a job looks it up later · 429 and 503 no more today. */
async function handleSubscription(
  context: AppContext,
  { email, course: courseId }: Asked,
  visitor: string,
): Promise<Response> {
  const refusal = await subscriptionRefusal(context, visitor);
  if (refusal) return refusal;
  await askSubscription(context, email, { name: "opening", courseId }, visitor);
  const message = "Check your inbox: we've emailed you a link to confirm your address.";
  return jsonResponse(202, { message });
}

const HOME = { href: "/", text: "To the website" };

const ASKED = {
  confirm: {
    title: "Confirm your address?",
    text: "Tap once to confirm.",
    form: `<form method="post"><button>Confirm</button></form>`,
  },
  stop: {
    title: "Leave the list?",
    text: "We'll stop these emails and delete your address.",
    form: `<form method="post"><button>Leave</button></form>`,
  },
} as const;

/**
 * GET asks, since mail scanners open every address in a mail; POST does it, leaving also in one click from a mailbox (RFC 8058).
 * Leaving deletes the subscription, and succeeds again.
 */
async function handleSubscriptionLink(
  request: Request,
  token: string,
  action: "confirm" | "stop",
  { db, now }: { db: Database; now: Date },
): Promise<Response> {
  const page = (status: number, title: string, text: string, form = "") =>
    mailPage({ status, title, text, form, back: HOME });
  const id = isKey(token) ? await findByToken(db, token) : null;
  if (id === null && action === "stop" && isKey(token)) {
    return page(200, "You're not on the list", "You won't get these emails.");
  }
  if (id === null) {
    return page(404, "This link doesn't work", "It may be old or incomplete. Please sign up again.");
  }
  if (request.method !== "POST") {
    const { title, text, form } = ASKED[action];
    return page(200, title, text, form);
  }
  if (action === "stop") {
    await deletingSubscription(db, id).run();
    return page(
      200,
      "You've left the list",
      "You won't get these emails any more, and we've deleted your address.",
    );
  }
  await noteConfirmed(db, id, now);
  return page(200, "Thank you, you're confirmed", "We'll email you as you asked.");
}
