/** @jsxImportSource hono/jsx */
/** Registers a walk-in or a caller as Signup does, in one batch with the line of the trail. */
import { type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { firstPaymentOf } from "~/domain/enrolment/agreement.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import type { Statement } from "~/edge/database.ts";
import { type Countries, readCountries } from "~/edge/enrolments/check-registration.ts";
import { addingEnrolment, type EnrolmentStart } from "~/edge/enrolments/enrolment-store.ts";
import { enrolledIn, freshLink } from "~/edge/enrolments/mails/enrolment-mails.ts";
import { startOf } from "~/edge/enrolments/start-enrolment.ts";
import { sameEnrolments } from "~/edge/enrolments/update-enrolment.ts";
import { log } from "~/edge/log.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { firstCheck } from "~/edge/payments/check-schedule.ts";
import { addingEvents, ownReport } from "~/edge/payments/payment-events.ts";
import { paymentOfOrder } from "~/edge/payments/payment-record.ts";
import { addingPayment } from "~/edge/payments/payment-store.ts";
import { CHANNEL_NAMES, type Channel, PROVIDER_OF } from "~/edge/payments/provider.ts";
import type { Problems } from "../actions/action.ts";
import { FORM_TOKEN, FormToken, IN_ANOTHER_TAB, Warning } from "../actions/action-page.tsx";
import { donePath, follow } from "../actions/handle-action.ts";
import { staffEvent } from "../actions/money-fields.ts";
import { deskPage, seeOther } from "../desk-page.tsx";
import { Field, Hidden, Submit } from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";
import { actionOfToken, addingAction } from "../trail.tsx";
import { type CheckedForm, checkForm, type DeskTerms, registerFields } from "./register-fields.ts";

const PATH = "/desk/register";
const TITLE = "Register someone";

interface Site {
  readonly pages: SitePages;
  readonly request: Request;
}

/** Shows or posts the form. 200 to confirm · 303 registered, once for its form · 422 to correct. */
export async function registerSomeone(request: DeskRequest, site: Site): Promise<Response> {
  const { db } = request.context;
  const countries = await readCountries(site.pages, site.request);
  const token = posted(request, "token");
  if (request.form === null || !FORM_TOKEN.test(token)) return formPage(request, countries, {});
  const earlier = await actionOfToken(db, token);
  if (earlier?.enrolmentId) return seeOther(donePath(earlier.enrolmentId, earlier.id));
  const checked = await checkForm(request, countries, site.request);
  if ("problems" in checked) return formPage(request, countries, checked.problems);
  // The price may have changed since the question.
  const isConfirmed = posted(request, "confirmed") === formatExact(checked.order.charge);
  if (!isConfirmed) return confirmPage(request, checked);
  try {
    return await register(request, token, checked);
  } catch (error) {
    // Somebody may have used the voucher up since it was checked.
    const again = await checkForm(request, countries, site.request);
    if ("problems" in again) return formPage(request, countries, again.problems);
    throw error;
  }
}

/** The channel and day of the first payment. */
interface FirstPaymentBy {
  readonly provider: Channel;
  readonly isPaid: boolean;
  /** The day on which the money came. */
  readonly day: Day;
}

function firstPaymentBy({ charge }: Order, { payment, paidDay }: DeskTerms, now: Date): FirstPaymentBy {
  if (charge.minor === 0) return { provider: "voucher", isPaid: true, day: lagosDay(now) };
  if (payment === "link")
    return { provider: PROVIDER_OF[charge.currency], isPaid: false, day: lagosDay(now) };
  return { provider: payment, isPaid: true, day: paidDay };
}

/** Registers in one batch, so that the same form sent twice registers once. */
async function register(
  request: DeskRequest,
  token: string,
  { order, agreement, terms }: CheckedForm,
): Promise<Response> {
  const { context } = request;
  const { db, now, prices } = context;
  const { reference, charge } = order;
  const { provider, isPaid, day } = firstPaymentBy(order, terms, now);
  const payment = { ...paymentOfOrder(order, agreement, prices), provider };
  const start = startOf(payment, agreement, {
    attribution: "",
    isPaid,
    given: { texts: prices.consentTexts, way: terms.consent, givenAt: terms.consentDay },
  });
  const { id } = start.enrolment;
  const event = isPaid
    ? staffEvent(
        {
          provider,
          reference,
          eventId: `charged:${token}`,
          kind: "charged",
          amountMinor: charge.minor,
          currency: charge.currency,
        },
        day,
      )
    : ownReport("registered", { provider, reference, about: reference, amount: charge, source: "desk", now });
  const line = {
    token,
    action: "register",
    enrolmentId: id,
    subject: reference,
    summary: `Registered, ${consentText(terms)}; ${paymentText(order, terms)}`,
    detail: isPaid ? terms.proof : "",
  };
  const mailKey = `${id}:registered:${token}`;
  try {
    await db.batch([
      addingPayment(db, payment, { now, nextCheckAt: isPaid ? null : firstCheck(now), isReported: true }),
      ...addingEnrolment(db, start, now),
      ...addingEvents(db, [event], now),
      ...(isPaid ? [] : await mailingLink(context, start, mailKey)),
      addingAction(request, line),
    ]);
  } catch (error) {
    if (!(await actionOfToken(db, token))) throw error;
  }
  const done = await actionOfToken(db, token);
  const enrolmentId = done?.enrolmentId ?? id;
  log("desk-action", { action: "register", id: enrolmentId });
  const after = async () => {
    await recordPayment(context, done?.subject ?? reference);
    await enqueueLearnerMails(context, mailKey);
  };
  await follow({ after }, enrolmentId);
  return seeOther(donePath(enrolmentId, done?.id ?? 0));
}

/** Returns the statements that mail the learner a link to My enrolment, where the first payment is made. */
async function mailingLink(
  context: DeskRequest["context"],
  { enrolment }: EnrolmentStart,
  key: string,
): Promise<Statement[]> {
  const link = await freshLink(context, enrolment.id);
  const { firstName, courseName, cohort } = enrolledIn(context, enrolment);
  const values = { firstName, enrolments: [{ courseName, cohort, link: link.url }] };
  const to = enrolment.learner.email;
  return [link.adding, storingLearnerMail(context, { name: "link", to, key, values })];
}

function consentText({ consent, consentDay }: DeskTerms): string {
  return `consent given ${consent} on ${dayLabel(consentDay)}`;
}

function paymentText({ charge }: Order, { payment, paidDay }: DeskTerms): string {
  if (charge.minor === 0) return "nothing to pay";
  const amount = formatExact(charge);
  if (payment === "link") return `${amount} to be paid by the link`;
  return `${amount} by ${CHANNEL_NAMES[payment]} of ${dayLabel(paidDay)}`;
}

async function formPage(request: DeskRequest, countries: Countries, problems: Problems): Promise<Response> {
  const isAgain = request.form !== null;
  const fields = await registerFields(request.context, countries);
  const body = (
    <>
      <h1>{TITLE}</h1>
      <p class="lead">Someone who came by or called. The learner is registered and mailed as from Signup.</p>
      <Warning title="Not done yet" sentences={isAgain ? [problems[""] ?? "Check the fields below."] : []} />
      <form class="fields action" method="post" action={PATH}>
        <FormToken request={request} />
        {fields.map((field) => (
          <Field
            {...field}
            value={isAgain ? posted(request, field.name) : field.value}
            problem={problems[field.name]}
          />
        ))}
        <noscript>
          <p class="quiet">{IN_ANOTHER_TAB}</p>
        </noscript>
        <Submit label="Go on" look="primary" formtarget="_blank">
          <a href="/desk">Back</a>
        </Submit>
      </form>
    </>
  );
  return deskPage(request, { title: TITLE, status: isAgain ? 422 : 200, body });
}

async function confirmPage(
  request: DeskRequest,
  { order, agreement, terms }: CheckedForm,
): Promise<Response> {
  const { learner, cohortName, charge } = order;
  const same = await sameEnrolments(request.context.db, { id: "", course: agreement.course, learner });
  const { parts } = firstPaymentOf(agreement, charge.currency);
  const mail =
    terms.payment === "link" && charge.minor > 0
      ? "a link to My enrolment, to pay there"
      : "the receipt, with a link to My enrolment";
  const title = `${TITLE}: is this right?`;
  const body = (
    <>
      <h1>{title}</h1>
      <p>
        {fullName(learner)}: {purchaseName(agreement.course.name, agreement.plan?.name)},{" "}
        {cohortName || "no cohort yet"}.
      </p>
      <p>
        First payment: {paymentText(order, terms)}
        {parts && `, ${formatExact(parts.fee)} of it the registration fee`}.
      </p>
      {order.voucher && <p>Voucher: {order.voucher}.</p>}
      <p>Terms: {consentText(terms)}.</p>
      <p>
        {learner.email} gets {mail}.
      </p>
      {same.length > 0 && (
        <div class="notice notice-wrong">
          <h2>Enrolled in this course already?</h2>
          {same.map(({ id, agreeing }) => (
            <p>
              <a href={`/desk/enrolments/${id}`}>{id}</a> has the same {agreeing.join(" and ")}.
            </p>
          ))}
        </div>
      )}
      <form class="action" method="post" action={PATH}>
        {[...(request.form ?? [])]
          .filter(([name]) => name !== "confirmed")
          .map(([name, value]) => (
            <Hidden name={name} value={value} />
          ))}
        <Hidden name="confirmed" value={formatExact(charge)} />
        <Submit label="Yes, register" look="primary">
          <a href={PATH}>No, start again</a>
        </Submit>
      </form>
    </>
  );
  return deskPage(request, { title, body });
}
