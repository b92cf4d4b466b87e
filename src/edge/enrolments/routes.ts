import { type Handler, Hono } from "hono";
import { lagosDay } from "~/domain/dates/day.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { isFormPost, isPageVisit } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { onFailure, refuseMethod, unavailable, visitorLimit } from "~/edge/middleware/answers.ts";
import {
  MAX_ORDER_BYTES,
  MAX_SMALL_BYTES,
  pageJson,
  readBody,
  shape,
} from "~/edge/middleware/request-body.ts";
import { onlyFromMail, tryLinkAgain } from "~/edge/pages/fill-page.ts";
import { orderPost } from "~/edge/payments/parse-order.ts";
import { refuse } from "~/edge/payments/refusals.ts";
import { seatsLeft } from "./cohort-seats.ts";
import { learnerOnly, withKey } from "./endpoints/enrolment-access.ts";
import {
  changeEnrolment,
  handlePayerLink,
  learnerChanges,
  payerLinkRequest,
  showEnrolment,
} from "./endpoints/handle-enrolment.ts";
import { handleEnrolmentForm, showLinkedSignup } from "./endpoints/handle-enrolment-form.ts";
import { handleEnrolmentPayment, paymentRequest } from "./endpoints/handle-enrolment-payment.ts";
import {
  handleAddressLink,
  handleLinkRequest,
  handleReminderStop,
  linkRequest,
} from "./endpoints/handle-mail-links.ts";
import { handleNewEnrolment, handlePayPalOrder } from "./endpoints/handle-order.ts";
import { handleLearnerRequest, learnerRequest } from "./endpoints/handle-request.ts";

const orderLimit = visitorLimit({ key: (visitor) => visitor, event: "order-limited" });

const enrolmentFailure = onFailure({
  event: "enrolment-not-answered",
  loggedParam: "id",
  answer: unavailable("We couldn't open your enrolment just now. Please try again in a minute.", 30),
});

export function enrolmentRoutes() {
  return (
    new Hono<EdgeEnv>()
      .post("/prod/enrolments", async (c, next) => {
        return isFormPost(c.req.raw) ? handleEnrolmentForm(c) : next();
      })
      .get("/prod/enrolments", (c) =>
        isPageVisit(c.req.raw) ? c.redirect("/Signup", 303) : refuseMethod(["POST"]),
      )
      .post(
        "/prod/enrolments",
        pageJson(MAX_ORDER_BYTES),
        orderLimit,
        shape(orderPost, "The order"),
        handleNewEnrolment,
      )
      .get("/Signup", showLinkedSignup)
      .post(
        "/prod/paypal/orders",
        pageJson(MAX_ORDER_BYTES),
        orderLimit,
        shape(orderPost, "The order"),
        handlePayPalOrder,
      )
      .post(
        "/prod/enrolments/links",
        pageJson(MAX_SMALL_BYTES),
        shape(linkRequest, "The request"),
        visitorLimit({ key: (visitor) => `links:${visitor}` }),
        onFailure({
          event: "link-request-not-kept",
          answer: unavailable("That didn't work. Please try again in a minute.", 30),
        }),
        handleLinkRequest,
      )
      // Without this route "links" would be taken for an id.
      .all("/prod/enrolments/links", readBody(MAX_SMALL_BYTES), () => refuseMethod(["POST"]))
      .get("/prod/enrolments/:id", enrolmentFailure, withKey, showEnrolment)
      .patch(
        "/prod/enrolments/:id",
        pageJson(MAX_ORDER_BYTES),
        enrolmentFailure,
        withKey,
        learnerOnly("Only the learner can change these details."),
        shape(learnerChanges, "The details"),
        changeEnrolment,
      )
      .post(
        "/prod/enrolments/:id/payments",
        pageJson(MAX_SMALL_BYTES),
        onFailure({ event: "payment-not-started", loggedParam: "id", answer: () => refuse("not-now") }),
        withKey,
        shape(paymentRequest, "The payment"),
        handleEnrolmentPayment,
      )
      .post(
        "/prod/enrolments/:id/payer-links",
        pageJson(MAX_SMALL_BYTES),
        onFailure({
          event: "payer-link-not-made",
          loggedParam: "id",
          answer: unavailable("We couldn't make the link. Please try again in a minute.", 30),
        }),
        withKey,
        shape(payerLinkRequest, "The link"),
        learnerOnly("Only the learner can make a link."),
        handlePayerLink,
      )
      .post(
        "/prod/enrolments/:id/requests",
        pageJson(MAX_ORDER_BYTES),
        onFailure({
          event: "request-not-stored",
          loggedParam: "id",
          answer: unavailable("We couldn't save your request. Please try again in a minute.", 30),
        }),
        withKey,
        learnerOnly("Only the learner can ask for this."),
        shape(learnerRequest, "The request"),
        handleLearnerRequest,
      )
      .get(
        "/prod/seats",
        onFailure({
          event: "seats-not-counted",
          answer: unavailable("The seats could not be counted just now.", 30),
        }),
        seatsHandler(),
      )
      .on(
        ["GET", "POST"],
        "/prod/addresses/:token",
        readBody(MAX_SMALL_BYTES),
        onFailure({ event: "address-not-confirmed", answer: tryLinkAgain }),
        handleAddressLink,
      )
      .all("/prod/addresses/:token", readBody(MAX_SMALL_BYTES), onlyFromMail)
      .on(
        ["GET", "POST"],
        "/prod/reminders/:token",
        readBody(MAX_SMALL_BYTES),
        onFailure({ event: "reminders-not-stopped", answer: tryLinkAgain }),
        handleReminderStop,
      )
      .all("/prod/reminders/:token", readBody(MAX_SMALL_BYTES), onlyFromMail)
  );
}

/** Free seats are published only up to this number, because the size of a cohort is not public. */
const MAX_PUBLISHED_SEATS = 5;

/** The time for which an answer may be cached, in seconds. */
const CACHED_S = 60;

/** The free seats by the cohort's id. */
type SeatsLeft = Readonly<Record<string, number>>;

/**
 * Returns a handler that answers with the free seats of cohorts that have few: 200 `{ left }`. The answer is
 * cached, so that many visitors cost the database one query a minute.
 */
function seatsHandler(): Handler<EdgeEnv> {
  let cached: { readonly until: number; readonly left: SeatsLeft } | null = null;
  return async ({ env: { context } }) => {
    const now = context.now.getTime();
    const latestEnd = now + CACHED_S * 1000;
    // An end after the latest possible one means that the clock was set back.
    const isValid = cached && cached.until > now && cached.until <= latestEnd;
    if (!cached || !isValid) {
      cached = { until: latestEnd, left: await fewLeft(context) };
    }
    return jsonResponse(200, { left: cached.left }, { "cache-control": `public, max-age=${CACHED_S}` });
  };
}

async function fewLeft(context: AppContext): Promise<SeatsLeft> {
  const today = lagosDay(context.now);
  const upcomingCohorts = context.prices.cohorts.filter(({ firstClass }) => (firstClass ?? today) >= today);
  const left = await seatsLeft(
    context,
    upcomingCohorts.map(({ id }) => id),
  );
  return Object.fromEntries([...left].filter(([, count]) => count <= MAX_PUBLISHED_SEATS));
}
