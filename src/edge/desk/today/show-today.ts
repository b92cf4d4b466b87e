import { html } from "hono/html";
import { cohortName } from "~/domain/dates/cohort.ts";
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { formatExact, formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import { counted } from "~/domain/text.ts";
import { type LateSums, lateSums } from "~/edge/enrolments/overdue-charges.ts";
import { enqueueMail, findFailedMail, removingFailedMail, tryingAgain } from "~/edge/mail/mail-store.ts";
import { deskPage, type Html, hidden, messagePage, shareBar } from "../desk-page.tsx";
import { lagosTimeText, maskedEmail } from "../desk-parts.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";
import { readFilter } from "../list/enrolment-filter.ts";
import { enrolmentRows, listEnrolments, type Totals, totalsOf } from "../list/find-enrolments.ts";
import { selectionOf } from "../list/selection.ts";
import { searchForm } from "../list/show-list.ts";
import { noteInTrail } from "../trail.tsx";
import {
  type CourseWeek,
  type FailedMail,
  type FlaggedPayment,
  failedMails,
  flaggedPayments,
  type NamelessEnrolment,
  weekOf,
  withoutDates,
  withoutDetails,
} from "./find-today.ts";

const MOST_FLAGGED = 10;

export async function showToday(request: DeskRequest): Promise<Response> {
  const { context, user } = request;
  const { db, now } = context;
  const today = lagosDay(now);
  const flagged = selectionOf(readFilter(new URLSearchParams({ flag: "any" })), today);
  const [enrolments, payments, mails, nameless, dateless, late, owed, week] = await Promise.all([
    listEnrolments(db, flagged, { today, limit: MOST_FLAGGED }),
    flaggedPayments(db),
    failedMails(db),
    withoutDetails(db),
    withoutDates(db, context.prices),
    lateSums(db, today),
    totalsOf(db, selectionOf(readFilter(new URLSearchParams({ owes: "something" })), today)),
    weekOf(db, now),
  ]);
  const isStaff = mayAs(user, "staff");
  const isQuiet =
    [enrolments.rows, payments, mails, nameless, dateless, late.sums].every((list) => list.length === 0) &&
    !late.isMore;
  const body = html`<h1>Today</h1><p class="lead">${dayLabel(today)}</p>
${isStaff ? searchForm("") : ""}
<h2>Needs you now</h2>
${isQuiet ? html`<p>All clear: no flags, no late payments, no undelivered emails.</p>` : ""}
${paymentsPart(payments, isStaff)}
${enrolments.rows.length > 0 ? html`<h3>Enrolments with a flag</h3>${enrolmentRows(enrolments.rows, request)}<p><a href="/desk/enrolments?flag=any">All with a flag</a></p>` : ""}
${latePart(late)}
${datelessPart(dateless, context.prices)}
${namelessPart(nameless, isStaff)}
${mailsPart(mails, isStaff)}
<h2>Still owed in total</h2>
${owedPart(owed)}
<h2>The last seven days</h2>
${weekPart(week)}`;
  return deskPage(request, { title: "Today", body });
}

function paymentsPart(payments: readonly FlaggedPayment[], isStaff: boolean): Html | string {
  if (payments.length === 0) return "";
  return html`<h3>Payments with a flag</h3><ul class="rows">${payments.map(
    ({ reference, flag, courseName, enrolmentId }) =>
      html`<li>${paymentLink(
        reference,
        enrolmentId,
        isStaff,
      )}<span>${courseName}</span><span class="badge badge-wrong">${flagWords(flag)}</span></li>`,
  )}</ul>`;
}

function paymentLink(reference: string, enrolmentId: string | null, isStaff: boolean): Html {
  if (enrolmentId) return html`<a class="row-name" href="/desk/enrolments/${enrolmentId}">${reference}</a>`;
  if (isStaff) return html`<a class="row-name" href="/desk/payments/${reference}">${reference}</a>`;
  return html`<span class="row-name">${reference}</span>`;
}

function latePart({ isMore, learners, sums }: LateSums): Html | string {
  if (!isMore && sums.length === 0) return "";
  const list = "/desk/enrolments?owes=late";
  return html`<h3>Late payments</h3>${
    isMore
      ? html`<p><a href="${list}">Of more than ${learners.toLocaleString("en-GB")} learners</a></p>`
      : html`<ul>${sums.map(
          ({ currency, payments, minor }) =>
            html`<li><a href="${list}">${counted(payments, "payment")}</a>, together ${formatWithCode(fromMinor(currency, minor))}</li>`,
        )}</ul>`
  }`;
}

function datelessPart(
  dateless: readonly { id: string; courseName: string; planName: string; cohort: string }[],
  { cohorts }: PriceList,
): Html | string {
  if (dateless.length === 0) return "";
  return html`<h3>Plans without dates</h3><p>What is left is never due. Move each to a cohort.</p><ul class="rows">${dateless.map(
    ({ id, courseName, planName, cohort }) =>
      html`<li><a class="row-name" href="/desk/enrolments/${id}">${id}</a><span>${purchaseName(courseName, planName)}</span><span class="quiet">${cohortName(cohorts, cohort) || "No cohort"}</span></li>`,
  )}</ul>`;
}

function namelessPart(nameless: readonly NamelessEnrolment[], isStaff: boolean): Html | string {
  if (nameless.length === 0) return "";
  return html`<h3>Paid, no name yet</h3><p>Send the link again: the payer fills in the learner’s details there.</p><ul class="rows">${nameless.map(
    ({ id, courseName, email }) =>
      html`<li><a class="row-name" href="/desk/enrolments/${id}">${id}</a><span>${courseName}${
        isStaff && email ? html`<br><span class="quiet">${maskedEmail(email)}</span>` : ""
      }</span>${isStaff && email ? html`<span><a href="/desk/enrolments/${id}/send" aria-label="Send again to the payer of ${id}">Send again</a></span>` : ""}</li>`,
  )}</ul>`;
}

function owedPart({ isMore, count, sums }: Totals): Html {
  const list = "/desk/enrolments?owes=something";
  if (isMore)
    return html`<p><a href="${list}">More than ${count.toLocaleString("en-GB")} learners still owe</a></p>`;
  if (count === 0) return html`<p>Nobody owes anything.</p>`;
  const money = sums.map(({ currency, leftMinor }) => formatWithCode(fromMinor(currency, leftMinor)));
  return html`<p><strong>${money.join(" and ")}</strong> from <a href="${list}">${counted(count, "learner")}</a></p>`;
}

function mailsPart(mails: readonly FailedMail[], isStaff: boolean): Html | string {
  if (mails.length === 0) return "";
  return html`<h3>Undelivered emails</h3><ul class="rows">${mails.map(
    ({ id, subject, failedAt, reason }) =>
      html`<li>${
        isStaff
          ? html`<a class="row-name" href="/desk/mails/${id}">${subject}</a>`
          : html`<span class="row-name">${subject}</span>`
      }<span>${reason}</span><span class="quiet">${lagosTimeText(failedAt)}</span></li>`,
  )}</ul>`;
}

function weekPart(week: readonly CourseWeek[]): Html {
  if (week.length === 0) return html`<p>No new enrolments and no payments.</p>`;
  const most = Math.max(...week.map(({ started }) => started));
  return html`<ul class="rows">${week.map(({ courseName, started, paidFor, ngn, usd }) => {
    const money = [
      ...(ngn > 0 ? [formatExact(fromMinor("NGN", ngn))] : []),
      ...(usd > 0 ? [formatExact(fromMinor("USD", usd))] : []),
    ].join(" and ");
    const words = `${started} started, ${paidFor} paid`;
    return html`<li><span class="row-name">${courseName}</span><span>${shareBar(started, most, `${courseName}: ${started} started`)}${shareBar(paidFor, most, `${courseName}: ${paidFor} paid`)}</span><span>${words}${money ? html`<br>${money} came in` : ""}</span></li>`;
  })}</ul>`;
}

export async function showFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const mail = await findFailedMail(request.context.db, Number(id));
  if (!mail) return goneMailPage(request);
  const choiceForm = (name: string, label: string, look: string) =>
    html`<form method="post" action="/desk/mails/${id}">${hidden("choice", name)}<button class="btn ${look}" type="submit">${label}</button></form>`;
  const body = html`<h1>An email that wasn't delivered</h1>
<dl class="facts"><dt>Subject</dt><dd>${mail.subject}</dd><dt>To</dt><dd>${mail.to}</dd><dt>Written</dt><dd>${lagosTimeText(mail.createdAt)}</dd>
<dt>Given up</dt><dd>${lagosTimeText(mail.failedAt)}, after ${mail.attempts} attempts</dd><dt>Why</dt><dd>${mail.reason}</dd></dl>
<p>Where the address is wrong, correct the learner's details, and send the link or the receipt again from there. ${
    mail.hasText
      ? "A mail that is tried again goes to the address above, for a day."
      : "The text of this mail is deleted by now, since it may have a link: send a new one from the enrolment."
  }</p>
<div class="buttons">${mail.hasText ? choiceForm("again", "Try again", "btn-primary") : ""}${choiceForm("leave", "Leave it", "btn-outline")}<a href="/desk">Today</a></div>`;
  return deskPage(request, { title: "An email that wasn't delivered", body });
}

/** Retries it for a day, or takes it off Today: POST `{ choice }`. One that was dealt with meanwhile stays as it is. */
export async function resolveFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const { db, jobs, now } = request.context;
  const mail = await findFailedMail(db, Number(id));
  const isAgain = posted(request, "choice") === "again";
  if (!mail || (isAgain && !mail.hasText)) return goneMailPage(request);
  await db.batch(isAgain ? tryingAgain(db, Number(id), now) : [removingFailedMail(db, Number(id))]);
  // A busy queue must not look like a failure: the next sweep sends it.
  if (isAgain) await enqueueMail(jobs, Number(id));
  const summary = isAgain ? "Retried an undelivered email" : "Left an undelivered email";
  await noteInTrail(request, { action: "send", subject: id, summary });
  const text = isAgain
    ? "It's on its way again. If it isn't delivered within a day, it comes back to Today."
    : "It's off Today's list. The learner's page still shows it as not delivered.";
  return messagePage(request, { title: isAgain ? "Tried again" : "Left", text, status: 200 });
}

function goneMailPage(request: DeskRequest): Promise<Response> {
  const text = "Someone has already dealt with this email, or its learner was erased.";
  return messagePage(request, { title: "Not waiting", text, status: 404 });
}
