import { Hono } from "hono";
import { isKey } from "~/domain/enrolment/enrolment-key.ts";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { findByUnsubscribeToken, stoppingReminders } from "~/edge/enrolments/enrolment-store.ts";
import { withdrawingReminders } from "~/edge/enrolments/mails/enrolment-mails.ts";
import { isFormPost, isPageVisit } from "~/edge/http/request-checks.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { onFailure, refuseMethod, unavailable } from "~/edge/middleware/answers.ts";
import { body, MAX_EMPTY_BYTES, MAX_ORDER_BYTES, pageJson, shape } from "~/edge/middleware/request-body.ts";
import { visitorLimit } from "~/edge/middleware/who-may-call.ts";
import { type MailLinkVisit, mailLinkPage, onlyFromMail, tryLinkAgain } from "~/edge/pages/fill-page.ts";
import { orderPost } from "~/edge/payments/parse-order.ts";
import { refuse } from "~/edge/payments/refusals.ts";
import { confirmAddress, findByAddressToken } from "./address-change.ts";
import { readCountries } from "./check-registration.ts";
import { seatsAnswer } from "./cohort-seats.ts";
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
import { handleLinkRequest, linkRequest } from "./endpoints/handle-link-request.ts";
import { handleNewEnrolment } from "./endpoints/handle-new-enrolment.ts";
import { handlePayPalOrder } from "./endpoints/handle-paypal-order.ts";

const orderLimit = visitorLimit({ key: (visitor) => visitor, event: "order-limited" });

const enrolmentFailure = onFailure({
  event: "enrolment-not-answered",
  names: "id",
  answer: unavailable("We couldn't open your enrolment just now. Please try again in a minute.", 30),
});

export function enrolmentRoutes() {
  const answerSeats = seatsAnswer();
  return (
    new Hono<EdgeEnv>()
      .post("/prod/enrolments", async (c, next) => {
        const { context, pages } = c.env;
        return isFormPost(c.req.raw) ? handleEnrolmentForm(c.req.raw, context, pages) : next();
      })
      .get("/prod/enrolments", (c) =>
        isPageVisit(c.req.raw) ? c.redirect("/Signup", 303) : refuseMethod(["POST"]),
      )
      .post("/prod/enrolments", pageJson(MAX_ORDER_BYTES), orderLimit, shape(orderPost, "The order"), (c) =>
        handleNewEnrolment(c.req.raw, c.req.valid("json"), c.env.context, c.env.pages),
      )
      .get("/Signup", (c) => showLinkedSignup(c.req.raw, c.env.context.prices, c.env.pages))
      .post(
        "/prod/paypal/orders",
        pageJson(MAX_ORDER_BYTES),
        orderLimit,
        shape(orderPost, "The order"),
        (c) => handlePayPalOrder(c.req.raw, c.req.valid("json"), c.env.context, c.env.pages),
      )
      .post(
        "/prod/enrolments/links",
        pageJson(MAX_EMPTY_BYTES),
        shape(linkRequest, "The request"),
        visitorLimit({ key: (visitor) => `links:${visitor}` }),
        onFailure({
          event: "link-request-not-kept",
          answer: unavailable("That didn't work. Please try again in a minute.", 30),
        }),
        (c) => handleLinkRequest(c.env.context, c.req.valid("json"), visitorKey(c.req.raw)),
      )
      // Otherwise "links" would be taken for an id.
      .all("/prod/enrolments/links", body(MAX_EMPTY_BYTES), () => refuseMethod(["POST"]))
      .get("/prod/enrolments/:id", enrolmentFailure, withKey, (c) =>
        showEnrolment(c.req.raw, c.var.opened, c.env.context),
      )
      .patch(
        "/prod/enrolments/:id",
        pageJson(MAX_ORDER_BYTES),
        enrolmentFailure,
        withKey,
        learnerOnly("Only the learner can change these details."),
        shape(learnerChanges, "The details"),
        async (c) => {
          const request = c.req.raw;
          const countries = await readCountries(c.env.pages, request);
          return changeEnrolment(c.var.opened, c.req.valid("json"), c.env.context, { countries, request });
        },
      )
      .post(
        "/prod/enrolments/:id/payments",
        pageJson(MAX_EMPTY_BYTES),
        onFailure({ event: "payment-not-started", names: "id", answer: () => refuse("not-now") }),
        withKey,
        shape(paymentRequest, "The payment"),
        (c) => handleEnrolmentPayment(c.req.raw, c.var.opened, c.req.valid("json"), c.env.context),
      )
      .post(
        "/prod/enrolments/:id/payer-links",
        pageJson(MAX_EMPTY_BYTES),
        onFailure({
          event: "payer-link-not-made",
          names: "id",
          answer: unavailable("We couldn't make the link. Please try again in a minute.", 30),
        }),
        withKey,
        shape(payerLinkRequest, "The link"),
        learnerOnly("Only the learner can make a link."),
        (c) => handlePayerLink(c.env.context, c.var.opened, c.req.valid("json")),
      )
      .get(
        "/prod/seats",
        onFailure({
          event: "seats-not-counted",
          answer: unavailable("The seats could not be counted just now.", 30),
        }),
        (c) => answerSeats(c.env.context),
      )
      .on(
        ["GET", "POST"],
        "/prod/addresses/:token",
        body(MAX_EMPTY_BYTES),
        onFailure({ event: "address-not-confirmed", answer: tryLinkAgain }),
        (c) => handleAddressLink(c, c.req.param("token")),
      )
      .all("/prod/addresses/:token", body(MAX_EMPTY_BYTES), onlyFromMail)
      .on(
        ["GET", "POST"],
        "/prod/reminders/:token",
        body(MAX_EMPTY_BYTES),
        onFailure({ event: "reminders-not-stopped", answer: tryLinkAgain }),
        (c) => handleReminderStop(c, c.req.param("token")),
      )
      .all("/prod/reminders/:token", body(MAX_EMPTY_BYTES), onlyFromMail)
  );
}

/** Answers the link that confirms a learner's new address: GET asks, as below, and POST confirms. */
async function handleAddressLink(c: MailLinkVisit, token: string): Promise<Response> {
  const { context } = c.env;
  const enrolment = isKey(token) ? await findByAddressToken(context, token) : null;
  if (!enrolment) return mailLinkPage(c, "address-unknown", { status: 404 });
  if (c.req.raw.method !== "POST") return mailLinkPage(c, "address-question");
  return (await confirmAddress(context, enrolment)) ? mailLinkPage(c, "address-confirmed") : tryLinkAgain(c);
}

/** GET asks, since mail scanners open every address in a mail; POST stops, also in one click from a mailbox (RFC 8058). */
async function handleReminderStop(c: MailLinkVisit, token: string): Promise<Response> {
  const { db, now } = c.env.context;
  const id = isKey(token) ? await findByUnsubscribeToken(db, token) : null;
  if (id === null) return mailLinkPage(c, "reminders-unknown", { status: 404 });
  if (c.req.raw.method !== "POST") return mailLinkPage(c, "reminders-question");
  await db.batch([stoppingReminders(db, id, now), ...withdrawingReminders(db, id)]);
  return mailLinkPage(c, "reminders-stopped");
}
