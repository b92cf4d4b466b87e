import { html } from "hono/html";
import { attributionLabel, readAttribution } from "~/domain/attribution/attribution.ts";
import { cohortName } from "~/domain/dates/cohort.ts";
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { describeAccess } from "~/domain/enrolment/access.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { chargeLabel, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { CHARGE_STATUS_WORDS, type DerivedCharge, missingOf } from "~/domain/enrolment/enrolment-status.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { formatExact, formatWithCode } from "~/domain/money/money.ts";
import { distinctIn } from "~/domain/payments/money-back.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import { lowerFirst } from "~/domain/text.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-payments.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { CHANNEL_NAMES } from "~/edge/payments/provider.ts";
import type { AnyAction } from "../actions/action.ts";
import { ACTIONS } from "../actions/actions.ts";
import { erase } from "../actions/erase.ts";
import { openFlags, whatsappAddress, whatsappNumber } from "../actions/message.ts";
import { send } from "../actions/send.ts";
import { deskPage, type Html, hidden, messagePage, shareBar } from "../desk-page.tsx";
import { lagosTimeText } from "../desk-parts.tsx";
import { type DeskRequest, type DeskUser, mayAs } from "../desk-request.ts";
import type { DeskAction } from "../trail.tsx";
import { type DeskEnrolment, flagAdvice, learnerName, readDeskEnrolment } from "./desk-enrolment.ts";
import { eventText, mailsOf, type SentMail } from "./timeline.ts";

export async function showEnrolment(request: DeskRequest, id: string): Promise<Response> {
  const { context, user, url } = request;
  const subject = await readDeskEnrolment(context, id);
  if (!subject) {
    const text = "We can't find this enrolment. Unpaid ones are deleted after 30 days.";
    return messagePage(request, { title: "Not found", text, status: 404, back: "/desk/enrolments" });
  }
  const { enrolment, payments } = subject;
  const isStaff = mayAs(user, "staff");
  const references = payments.map(({ reference }) => reference);
  const [histories, mails, advice] = await Promise.all([
    Promise.all(references.map((reference) => historyOf(context.db, reference).then(distinctIn))),
    isStaff ? mailsOf(context.db, id, references) : [],
    isStaff ? flagAdvice(subject, request) : [],
  ]);
  const title = isStaff ? learnerName(enrolment) : id;
  const flags = openFlags(subject);
  const access = isStaff ? describeAccess(subject.status, lagosDay(context.now)) : null;
  const body = html`${isStaff ? doneNotice(subject, url) : ""}
<h1>${title}</h1>
${isStaff ? contactPart(subject) : ""}
<p class="lead">${purchaseName(enrolment.course.name, enrolment.plan?.name)}</p>
<p><span class="badge">${subject.status.state}</span> ${flags.map((flag) => html`<span class="badge badge-wrong">${flagWords(flag)}</span> `)}</p>
${advice}
${enrolment.erasedAt ? html`<p class="notice">This person’s data was erased on ${lagosTimeText(enrolment.erasedAt)}. What was owed and paid stays for the accounts.</p>` : ""}
${moneyPart(subject)}
${access ? html`<p>${access}</p>` : ""}
${isStaff ? actionsPart(subject, request) : ""}
${chargesPart(subject, request.context.prices)}
<h2>Payments</h2>
${payments.length === 0 ? html`<p>No payments yet.</p>` : ""}
${payments.map(
  (payment, index) => html`<h3>${payment.reference}</h3>
<p>${payment.status}${payment.flag ? `, ${flagWords(payment.flag)}` : ""}: ${formatWithCode(payment.held)} held, by ${CHANNEL_NAMES[payment.provider]}${payment.isSponsored ? ", paid by someone else" : ""}</p>
${isStaff ? payerPart(subject, payment, request) : ""}
<ol class="timeline">${(histories[index] ?? []).map(
    (event) =>
      html`<li><span class="quiet">${lagosTimeText(event.occurredAt)}</span><br>${eventText(event)}</li>`,
  )}</ol>`,
)}
${isStaff ? notesPart(subject) : ""}
${isStaff ? mailsPart(mails) : ""}
${isStaff ? learnerPart(subject) : ""}
${isStaff ? trailPart(subject) : ""}
${isStaff ? erasePart(subject, request) : ""}
<p class="quiet">${id}, started on ${lagosTimeText(enrolment.createdAt)}${cameBy(enrolment.attribution)}</p>`;
  return deskPage(request, { title, body });
}

function cameBy(attribution: string): string {
  const link = attributionLabel(readAttribution(new URLSearchParams(attribution)));
  return link ? `, came by ${link}` : "";
}

/** What was just done, with a way back, or on to WhatsApp. */
function doneNotice(subject: DeskEnrolment, url: URL): Html | string {
  const { enrolment, actions } = subject;
  const undone = actions.find(({ id }) => String(id) === url.searchParams.get("undone"));
  if (undone) return html`<p class="notice" role="status">Undone: ${undone.summary}.</p>`;
  const done = actions.find(({ id }) => String(id) === url.searchParams.get("done"));
  if (!done || done.undoneAt) return "";
  const number = whatsappNumber(subject);
  return html`<div class="notice" role="status"><p>Done: ${done.summary}.</p>
${
  done.action === "message" && number && done.detail
    ? html`<p><a class="btn btn-primary" href="${whatsappAddress(number, done.detail)}">Open WhatsApp</a></p><p class="quiet">On a device without WhatsApp, copy this to ${number}:</p><p class="note-text">${done.detail}</p>`
    : undoForm(enrolment.id, done)
}</div>`;
}

function undoForm(id: string, { id: line, action, summary }: DeskAction): Html | string {
  if (!ACTIONS.find(({ name }) => name === action)?.undo) return "";
  return html`<form method="post" action="/desk/enrolments/${id}/undo">${hidden("line", String(line))}<button class="btn btn-outline" type="submit" aria-label="Undo: ${summary}">Undo</button></form>`;
}

/** How to reach the learner, and who agrees for one who is not of age. */
function contactPart({ enrolment: { learner } }: DeskEnrolment): Html | string {
  const { phone, whatsapp, guardian } = learner;
  const lines = [
    phone && html`<li>Phone: <a href="tel:${phone}">${phone}</a></li>`,
    whatsapp && html`<li>WhatsApp: <a href="${whatsappAddress(whatsapp, "")}">${whatsapp}</a></li>`,
    guardian && html`<li>Guardian: ${[guardian.name, guardian.contact].filter(Boolean).join(", ")}</li>`,
  ].filter(Boolean);
  return lines.length > 0 ? html`<ul>${lines}</ul>` : "";
}

function moneyPart({ status }: DeskEnrolment): Html {
  const { paid, left, credit } = status;
  return html`${shareBar(paid.minor, paid.minor + left.minor, `${formatExact(paid)} of ${formatExact({ ...paid, minor: paid.minor + left.minor })} is paid`)}
<dl class="facts"><dt>Paid</dt><dd>${formatWithCode(paid)}</dd><dt>Left</dt><dd>${formatWithCode(left)}</dd>
${credit.minor > 0 ? html`<dt>Overpaid</dt><dd>${formatWithCode(credit)}</dd>` : ""}</dl>`;
}

function chargesPart({ status, enrolment, currency }: DeskEnrolment, prices: PriceList): Html {
  const { charges } = status;
  const terms = enrolment.terms.due[currency];
  return html`<h2>Charges</h2><ol class="rows">${charges.map(
    (charge) => html`<li><span class="row-name">${chargeLabel(charge, charges.length)}</span>
<span>${formatExact(charge.amount)}${afterComma(describeChargeDue(charge, terms))}</span>
<span>${statusBadge(charge)}${
      charge.paid.minor > 0 && missingOf(charge).minor > 0
        ? html` ${formatExact(missingOf(charge))} missing`
        : ""
    }</span></li>`,
  )}</ol>
<p class="quiet">${cohortName(prices.cohorts, enrolment.learner.cohort) || "No cohort"}${enrolment.firstClass ? html`, first class ${dayLabel(enrolment.firstClass)}` : ""}${enrolment.withdrawnOn ? html`. Withdrawn on ${dayLabel(enrolment.withdrawnOn)}` : ""}</p>`;
}

function afterComma(words: string): string {
  return words && `, ${lowerFirst(words)}`;
}

/** The fee is asked from the beginning: without a date, too, it is not "not due yet". */
function statusBadge({ number, status }: DerivedCharge): Html {
  if (status === "paid") return html`<span class="badge badge-good">${CHARGE_STATUS_WORDS.paid}</span>`;
  if (number === 0 && status !== "overdue") return html`<span class="badge badge-wrong">Unpaid</span>`;
  return html`<span class="${status === "overdue" ? "badge badge-wrong" : "badge"}">${CHARGE_STATUS_WORDS[status]}</span>`;
}

function actionsPart(subject: DeskEnrolment, { user }: DeskRequest): Html {
  const { id } = subject.enrolment;
  const offered = ACTIONS.filter((action) => action !== erase && isOffered(action, subject, user));
  return html`<h2>What to do</h2><ul class="buttons">${offered.map(
    ({ name, title }, index) =>
      html`<li><a class="btn ${index === 0 ? "btn-primary" : "btn-outline"}" href="/desk/enrolments/${id}/${name}">${title}</a></li>`,
  )}</ul>
${mayAs(user, "owner") ? "" : html`<p class="quiet">An owner records refunds and erases personal data.</p>`}`;
}

/** At the end of the page, apart from all that does no harm. */
function erasePart(subject: DeskEnrolment, { user }: DeskRequest): Html | string {
  if (!isOffered(erase, subject, user)) return "";
  return html`<h2>Erase</h2><p>Deletes this person for good. What they owed and paid stays for the accounts.</p>
<p><a class="btn btn-outline" href="/desk/enrolments/${subject.enrolment.id}/${erase.name}">${erase.title}</a></p>`;
}

function isOffered({ role, refusal, isOfBooks }: AnyAction, subject: DeskEnrolment, user: DeskUser): boolean {
  if (subject.enrolment.erasedAt && !isOfBooks) return false;
  return mayAs(user, role) && !refusal?.(subject);
}

function payerPart(
  subject: DeskEnrolment,
  { payerEmail }: EnrolmentPayment,
  { user }: DeskRequest,
): Html | string {
  const { id, learner, erasedAt } = subject.enrolment;
  // A payment names its payer only where that is not the learner.
  const payer = payerEmail || learner.email;
  if (!payer) return "";
  const isNameless = !erasedAt && fullName(learner) === "";
  return html`<p>Payer: ${payer}${
    isNameless && isOffered(send, subject, user)
      ? html` <a href="/desk/enrolments/${id}/${send.name}">Send again</a>`
      : ""
  }</p>`;
}

function notesPart({ enrolment, actions }: DeskEnrolment): Html | string {
  const notes = actions.filter(({ action, undoneAt, detail }) => action === "note" && !undoneAt && detail);
  if (notes.length === 0) return "";
  return html`<h2>Notes</h2><ul class="rows">${notes.map(
    (note) =>
      html`<li><span class="note-text">${note.detail}</span><span class="quiet">${note.doneBy}, ${lagosTimeText(note.doneAt)}</span><span>${undoForm(enrolment.id, note)}</span></li>`,
  )}</ul>`;
}

function mailsPart(mails: readonly SentMail[]): Html {
  if (mails.length === 0) return html`<h2>Emails</h2><p>None.</p>`;
  return html`<h2>Emails</h2><ul class="rows">${mails.map(
    (mail) =>
      html`<li><span class="row-name">${mail.subject}</span><span>${mail.isToStaff ? "To staff: " : ""}${mail.to}</span><span>${mailState(mail)}</span></li>`,
  )}</ul>`;
}

function mailState({ status, createdAt, deliveredAt, attempts, lastError }: SentMail): string {
  if (status === "kept") return "Kept: no mail server is set";
  if (status === "failed") return `Not delivered after ${attempts} attempts: ${lastError}`;
  if (status === "delivered") {
    return deliveredAt
      ? `Delivered ${lagosTimeText(deliveredAt)}`
      : `Withdrawn, written ${lagosTimeText(createdAt)}`;
  }
  return attempts === 0 ? "On its way" : `Tried ${attempts} times, and tried again: ${lastError}`;
}

function learnerPart({
  enrolment: { learner, newEmail, hasStoppedReminders, erasedAt },
}: DeskEnrolment): Html | string {
  if (erasedAt) return "";
  const rows: readonly (readonly [string, string])[] = [
    ["Email Address", learner.email],
    ["Waits for confirmation", newEmail ?? ""],
    ["Country", [learner.state, learner.country].filter(Boolean).join(", ")],
    ["Age", learner.age],
    ["Gender", learner.gender],
    ["Education", learner.education],
    ["Reminders", hasStoppedReminders ? "Stopped by the learner" : "Sent"],
  ];
  return html`<h2>Learner</h2><dl class="facts">${rows
    .filter(([, value]) => value !== "")
    .map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}

function trailPart({ enrolment, actions }: DeskEnrolment): Html | string {
  if (actions.length === 0) return "";
  return html`<h2>Who did what</h2><ol class="timeline">${actions
    .toReversed()
    .map(
      (line) =>
        html`<li><span class="quiet">${lagosTimeText(line.doneAt)}, ${line.doneBy}</span><br>${line.summary}${
          line.detail && line.action !== "note"
            ? html`<br><span class="note-text quiet">${line.detail}</span>`
            : ""
        }${undoPart(enrolment.id, line)}</li>`,
    )}</ol>`;
}

function undoPart(id: string, line: DeskAction): Html | string {
  if (line.undoneAt) return html`<br>Undone on ${lagosTimeText(line.undoneAt)} by ${line.undoneBy}`;
  return line.action === "note" ? "" : undoForm(id, line);
}
