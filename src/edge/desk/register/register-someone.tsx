/** @jsxImportSource hono/jsx */
/** Registers a walk-in or a caller as Signup does, in one batch with the line of the trail. */
import { type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { firstPaymentOf } from "~/domain/enrolment/agreement.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import { type Countries, readCountries } from "~/edge/enrolments/check-registration.ts";
import { addingEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import { startOf } from "~/edge/enrolments/start-enrolment.ts";
import { sameEnrolments } from "~/edge/enrolments/update-enrolment.ts";
import { log } from "~/edge/log.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import { firstCheck } from "~/edge/payments/check-schedule.ts";
import { addingEvents, ownReport } from "~/edge/payments/payment-events.ts";
import { paymentOfOrder } from "~/edge/payments/payment-record.ts";
import { addingPayment } from "~/edge/payments/payment-store.ts";
import { CHANNEL_NAMES, type Channel, PROVIDER_OF } from "~/edge/payments/provider.ts";
import { donePath, follow } from "../actions/handle-action.ts";
import { staffReport } from "../actions/money-fields.ts";
import { writingLink } from "../actions/send.ts";
import {
  ConfirmForm,
  Fields,
  FORM_TOKEN,
  FROM_ANOTHER_PAGE,
  HiddenFields,
  hasProblems,
  type Problems,
  ProblemWarning,
  TypedFormEnd,
  tokenOf,
} from "../desk-form.tsx";
import { deskPage, seeOther } from "../desk-page.tsx";
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
  if (request.form === null) return formPage(request, countries, {});
  if (!FORM_TOKEN.test(token)) return formPage(request, countries, FROM_ANOTHER_PAGE);
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

interface FirstPayment {
  readonly provider: Channel;
  readonly isPaid: boolean;
  /** The day on which the money came. */
  readonly day: Day;
}

function describeFirstPayment({ charge }: Order, { payment, paidDay }: DeskTerms, now: Date): FirstPayment {
  if (charge.minor === 0) return { provider: "voucher", isPaid: true, day: lagosDay(now) };
  if (payment === "link") {
    return { provider: PROVIDER_OF[charge.currency], isPaid: false, day: lagosDay(now) };
  }
  return { provider: payment, isPaid: true, day: paidDay };
}

/** Registers the learner in one batch, so that a form that is sent twice registers once. */
async function register(
  request: DeskRequest,
  token: string,
  { order, agreement, terms }: CheckedForm,
): Promise<Response> {
  const { context } = request;
  const { db, now, prices } = context;
  const { reference, charge } = order;
  const { provider, isPaid, day } = describeFirstPayment(order, terms, now);
  const payment = { ...paymentOfOrder(order, agreement, prices), provider };
  const start = startOf(payment, agreement, {
    attribution: "",
    isPaid,
    given: { texts: prices.consentTexts, way: terms.consent, givenAt: terms.consentDay },
  });
  const { id } = start.enrolment;
  const report = { provider, reference, amount: charge };
  const event = isPaid
    ? staffReport("charged", { ...report, about: token }, day)
    : ownReport("registered", { ...report, about: reference, source: "desk", now });
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
      // The learner makes the first payment on My enrolment.
      ...(isPaid ? [] : await writingLink(context, start.enrolment, { key: mailKey, isReplacing: false })),
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
  const fields = await registerFields(request.context, countries);
  const body = (
    <>
      <ProblemWarning problems={problems} />
      <form class="fields" method="post" action={PATH}>
        <HiddenFields values={{ token: tokenOf(request) }} />
        <Fields request={request} fields={fields} problems={problems} />
        <TypedFormEnd label="Go on" back="/desk" />
      </form>
    </>
  );
  const lead = "Someone who came by or called. The learner is registered and mailed as from Signup.";
  return deskPage(request, { title: TITLE, lead, status: hasProblems(problems) ? 422 : 200, body });
}

async function confirmPage(
  request: DeskRequest,
  { order, agreement, terms }: CheckedForm,
): Promise<Response> {
  const { learner, cohortName, charge } = order;
  const sameLearnerEnrolments = await sameEnrolments(request.context.db, {
    id: "",
    course: agreement.course,
    learner,
  });
  const { parts } = firstPaymentOf(agreement, charge.currency);
  const mail =
    terms.payment === "link" && charge.minor > 0
      ? "a link to My enrolment, to pay there"
      : "the receipt, with a link to My enrolment";
  const form = [...(request.form ?? [])].filter(([name]) => name !== "confirmed");
  const body = (
    <>
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
      {sameLearnerEnrolments.length > 0 && (
        <div class="notice notice-wrong">
          <h2>Enrolled in this course already?</h2>
          {sameLearnerEnrolments.map(({ id, agreeing }) => (
            <p>
              <a href={`/desk/enrolments/${id}`}>{id}</a> has the same {agreeing.join(" and ")}.
            </p>
          ))}
        </div>
      )}
      <ConfirmForm
        action={PATH}
        values={[...form, ["confirmed", formatExact(charge)]]}
        yes="Yes, register"
        no="No, start again"
        back={PATH}
      />
    </>
  );
  return deskPage(request, { title: `${TITLE}: is this right?`, body });
}
