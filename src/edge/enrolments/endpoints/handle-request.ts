import { z } from "astro/zod";
import { dayLabel, dayOf, isDay, lagosDay } from "~/domain/dates/day.ts";
import { sha256 } from "~/domain/digest.ts";
import type { EnrolmentStatus } from "~/domain/enrolment/enrolment-status.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import {
  describeRequest,
  LEARNER_REQUESTS,
  LONGEST_REQUEST,
  moreTimeWindow,
  type TimeWindow,
} from "~/domain/enrolment/learner-request.ts";
import { escapeHtml } from "~/domain/text.ts";
import { oneLine } from "~/domain/visible-text.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import type { Statement } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { addUsage, countersFor } from "~/edge/limits/usage-limits.ts";
import { deskLink, enqueueMails, storing } from "~/edge/mail/mail-store.ts";
import type { Checked } from "~/edge/middleware/request-body.ts";
import { type NewRequest, requestsOf, storingRequest } from "~/edge/requests/request-store.ts";
import { paymentsOf } from "../enrolment-payments.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import { pendingCharges, shownCurrency, statusIn } from "../enrolment-views.ts";
import type { OpenedEnv } from "./enrolment-access.ts";
import { view } from "./handle-enrolment.ts";

/** The limit of requests, because each is mailed to staff. */
const MOST_REQUESTS_A_DAY = 10;

export const learnerRequest = z.strictObject(
  {
    kind: z.enum(LEARNER_REQUESTS, "is not a kind of request"),
    text: z
      .string("must be text")
      .max(LONGEST_REQUEST, `must be at most ${LONGEST_REQUEST} characters`)
      .transform((text) => text.split("\n").map(oneLine).join("\n").trim())
      .default(""),
    day: z.string("must be text").max(10, "must be at most 10 characters").default(""),
  },
  "must be an object",
);

/**
 * Stores a learner's request and mails it to the academy. A repeated request is mailed once, until staff have
 * answered it.
 * 201: an `EnrolmentView` with the open requests.
 * 409: no more time can be requested.
 * 422: `{ message, errors }`.
 * 429: too many today.
 */
export async function handleLearnerRequest(
  c: Checked<typeof learnerRequest, OpenedEnv & EdgeEnv>,
): Promise<Response> {
  const { context } = c.env;
  const { db, now } = context;
  const { enrolment, key } = c.var.opened;
  const { id } = enrolment;
  const { kind, text, day } = c.req.valid("json");
  const counters = await countersFor("requests", id, now);
  if ((await addUsage(db, dayOf(now), counters)).visitor.count > MOST_REQUESTS_A_DAY) {
    const message = "You've sent us many requests today. Please try again tomorrow.";
    return jsonResponse(429, { message }, { "retry-after": "3600" });
  }
  if (kind === "change" && text === "") return invalid("text", "Tell us what you'd like to change.");
  const payments = await paymentsOf(db, id);
  const status = statusIn(enrolment, payments, shownCurrency(enrolment, payments), now);
  const pending = pendingCharges(payments, now);
  const payable = status.charges.filter(({ number }) => !pending.includes(number));
  let request: NewRequest = { kind, text, enrolmentId: id, charge: null, day: null };
  if (kind === "more-time") {
    const window = status.state === "active" ? moreTimeWindow(payable, lagosDay(now)) : null;
    if (!window) return jsonResponse(409, { message: "We can't take this request for your next payment." });
    if (!isWithin(window, day)) {
      return invalid("day", `Choose a day from ${dayLabel(window.first)} to ${dayLabel(window.last)}.`);
    }
    request = { ...request, charge: window.charge, day };
  }
  const mailKey = await keyOfMail(context, request);
  await db.batch([
    storingRequest(db, request, now),
    mailingRequest(context, { enrolment, status }, request, mailKey),
  ]);
  await enqueueMails(context, mailKey);
  return jsonResponse(201, await view({ enrolment, key }, context));
}

function isWithin({ first, last }: TimeWindow, day: string): boolean {
  return isDay(day) && day >= first && day <= last;
}

function invalid(field: string, message: string): Response {
  return jsonResponse(422, { message, errors: { [field]: message } });
}

/**
 * Returns the key of a request's mail. It is the same while the request is open, so that the request is
 * mailed again only with other words or after staff have answered.
 */
async function keyOfMail({ db }: AppContext, request: NewRequest): Promise<string> {
  const earlier = await requestsOf(db, request.enrolmentId);
  const answered = earlier.filter(({ kind, doneAt }) => kind === request.kind && doneAt !== null);
  const digest = await sha256(JSON.stringify([request, answered.at(-1)?.id ?? 0]));
  return `enrolment:${request.enrolmentId}:request:${digest.slice(0, 22)}`;
}

function mailingRequest(
  { db, addresses, deskAt, now }: AppContext,
  { enrolment, status }: { enrolment: EnrolmentRecord; status: EnrolmentStatus },
  request: NewRequest,
  idempotencyKey: string,
): Statement {
  const { id, course, learner } = enrolment;
  const rows = [
    ["Request", describeRequest(request, status.charges.length)],
    ["Learner", [fullName(learner), learner.email, learner.phone].filter(Boolean).join(", ")],
    ["Course", course.name],
    ["Enrolment", id],
    ["Message", request.text],
  ].filter(([, value]) => value !== "");
  const cell = (text: string) => escapeHtml(text).replaceAll("\n", "<br>");
  const lines = rows.map(([label = "", value = ""]) => `<tr><th>${label}</th><td>${cell(value)}</td></tr>`);
  const message = `<table><tbody>${lines.join("")}</tbody></table>${deskLink(deskAt, "/inbox")}`;
  const mail = { from: addresses.sender, to: addresses.academy, subject: "Request from a learner", message };
  return storing(db, { ...mail, replyTo: learner.email || null, idempotencyKey }, now);
}
