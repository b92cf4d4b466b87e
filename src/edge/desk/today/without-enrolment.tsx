/** @jsxImportSource hono/jsx */
/** The pages of payments without an enrolment and of mails that could not be delivered. */
import { learnerKeys } from "~/domain/enrolment/learner.ts";
import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { distinctIn } from "~/domain/payments/money-back.ts";
import { flagWords, type PaymentFlag } from "~/domain/payments/payment-history.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import { erasure, personalData } from "~/edge/erase/personal-data.ts";
import { enqueueMail, findFailedMail, removingFailedMail, tryingAgain } from "~/edge/mail/mail-store.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import type { PaymentRecord } from "~/edge/payments/payment-record.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { CHANNEL_NAMES } from "~/edge/payments/provider.ts";
import { flaggedStateOf, saveSeenState } from "~/edge/payments/send-staff-notice.ts";
import { PAYMENT_ADVICE } from "~/edge/payments/staff-notice-text.ts";
import { ERASE_FIELD, isErase, NOT_CONFIRMED } from "../actions/erase.ts";
import { ButtonForm, Fields, HiddenFields, type Problems, Submit } from "../desk-form.tsx";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import { Badge, Facts, lagosTimeText } from "../desk-parts.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";
import { PaymentHistory } from "../enrolment/timeline.tsx";
import { noteInTrail } from "../trail.tsx";

/** Shows a payment without an enrolment: GET. A payment with one redirects there. */
export async function showPayment(request: DeskRequest, reference: string): Promise<Response> {
  const { db } = request.context;
  const payment = await findPayment(db, reference);
  if (!payment) {
    return messagePage(request, { title: "Not found", text: "There is no such payment.", status: 404 });
  }
  if (payment.enrolmentId) return seeOther(`/desk/enrolments/${payment.enrolmentId}`);
  const [history, state] = await Promise.all([historyOf(db, reference), flaggedStateOf(db, reference)]);
  const { flag, customer, payer, course, plan, currency, paidMinor, provider } = payment;
  const isOpen = flag !== null && !state.isSeen;
  const facts = [
    ["Held", `${formatExact(fromMinor(currency, paidMinor))}, by ${CHANNEL_NAMES[provider]}`],
    ["For", purchaseName(course.name, plan?.name)],
    ["Learner", [customer.name, customer.email, customer.phone].filter(Boolean).join(", ")],
    ["Paid by", [payer?.name, payer?.email].filter(Boolean).join(", ")],
  ] as const;
  const body = (
    <>
      {flag && <FlagLine flag={flag} isOpen={isOpen} />}
      <Facts facts={facts} />
      <h2>History</h2>
      <PaymentHistory events={distinctIn(history)} />
      {flag ? (
        <FlagForm reference={reference} state={state.flaggedState ?? ""} isOpen={isOpen} />
      ) : (
        <p>
          It's no longer flagged. <a href="/desk">Today</a>
        </p>
      )}
      {mayAs(request.user, "owner") && addressesIn(payment).length > 0 && (
        <EraseForm request={request} reference={reference} />
      )}
    </>
  );
  return deskPage(request, { title: reference, lead: "A payment without an enrolment.", body });
}

/** Returns the addresses of the people in a payment, in lower case. */
function addressesIn({ customer, payer }: PaymentRecord): string[] {
  const keys = [customer.email, payer?.email ?? ""].map((email) => learnerKeys({ email, phone: "" }).email);
  return [...new Set(keys)].filter((email) => email !== null);
}

interface EraseFormProps {
  readonly request: DeskRequest;
  readonly reference: string;
  readonly problems?: Problems;
}

function EraseForm({ request, reference, problems }: EraseFormProps) {
  return (
    <>
      <h2>Erase</h2>
      <p>Deletes these people for good, with all else under their addresses. You can’t undo this.</p>
      <form class="fields" method="post" action={`/desk/payments/${reference}/erase`}>
        <Fields request={request} fields={[ERASE_FIELD]} problems={problems} />
        <Submit label="Erase these people" />
      </form>
    </>
  );
}

/** Erases the people in a payment without an enrolment: POST `{ sure: "ERASE" }`. 422 not confirmed. */
export async function erasePeople(request: DeskRequest, reference: string): Promise<Response> {
  const { db, now } = request.context;
  const payment = await findPayment(db, reference);
  if (!isErase(posted(request, "sure"))) {
    const body = <EraseForm request={request} reference={reference} problems={NOT_CONFIRMED} />;
    return deskPage(request, { title: reference, body, status: 422 });
  }
  for (const email of payment ? addressesIn(payment) : []) {
    await db.batch(erasure(db, await personalData(db, { email, enrolmentId: null }), now));
  }
  await noteInTrail(request, { action: "erase", subject: reference, summary: "Erased the personal data" });
  return seeOther(`/desk/payments/${reference}`);
}

function FlagLine({ flag, isOpen }: { flag: PaymentFlag; isOpen: boolean }) {
  return (
    <p>
      <Badge look={isOpen ? "wrong" : undefined}>{flagWords(flag)}</Badge>
      {isOpen ? <br /> : " "}
      {isOpen ? PAYMENT_ADVICE[flag] : "Someone has looked at it."}
    </p>
  );
}

interface FlagFormProps {
  readonly reference: string;
  /** The state of the flag when the page was opened. */
  readonly state: string;
  readonly isOpen: boolean;
}

function FlagForm({ reference, state, isOpen }: FlagFormProps) {
  const button = isOpen ? ({ label: "Looked at", look: "primary" } as const) : { label: "Put the flag back" };
  return (
    <form method="post" action={`/desk/payments/${reference}`}>
      <HiddenFields values={{ state, looked: isOpen ? "yes" : "no" }} />
      <Submit {...button}>
        <a href="/desk">Today</a>
      </Submit>
    </form>
  );
}

/** Marks a payment's flag as looked at or not: POST `{ state, looked }`. 409 the payment has changed. */
export async function markPaymentSeen(request: DeskRequest, reference: string): Promise<Response> {
  const state = posted(request, "state");
  const isLooked = posted(request, "looked") === "yes";
  const { db } = request.context;
  const isChanged = await saveSeenState(db, { reference, state, isSeen: isLooked });
  const path = `/desk/payments/${reference}`;
  const payment = await findPayment(db, reference);
  if (!isChanged) {
    const { flaggedState } = await flaggedStateOf(db, reference);
    // The form was sent twice, or someone else did the same.
    if (flaggedState === state && payment?.enrolmentId === null) return seeOther(path);
    const text = "This payment changed meanwhile. Nothing was done. Look at it again.";
    return messagePage(request, { title: "Changed meanwhile", text, status: 409, back: path });
  }
  const flag = payment?.flag ?? "no flag";
  const summary = isLooked ? `Looked at ${reference}: ${flag}` : `Put the flag of ${reference} back: ${flag}`;
  await noteInTrail(request, { action: "looked-at", subject: reference, summary });
  return seeOther(path);
}

export async function showFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const mail = await findFailedMail(request.context.db, Number(id));
  if (!mail) return goneMailPage(request);
  const path = `/desk/mails/${id}`;
  const body = (
    <>
      <Facts
        facts={[
          ["Subject", mail.subject],
          ["To", mail.to],
          ["Written", lagosTimeText(mail.createdAt)],
          ["Given up", `${lagosTimeText(mail.failedAt)}, after ${mail.attempts} attempts`],
          ["Why", mail.reason],
        ]}
      />
      <p>
        Where the address is wrong, correct the learner's details, and send the link or the receipt again from
        there.{" "}
        {mail.hasText
          ? "A mail that is tried again goes to the address above, for a day."
          : "The text of this mail is deleted by now, since it may have a link: send a new one from the enrolment."}
      </p>
      <div class="buttons">
        {mail.hasText === 1 && (
          <ButtonForm action={path} values={{ choice: "again" }} label="Try again" look="primary" />
        )}
        <ButtonForm action={path} values={{ choice: "leave" }} label="Leave it" />
        <a href="/desk">Today</a>
      </div>
    </>
  );
  return deskPage(request, { title: "An email that wasn't delivered", body });
}

/** Retries a mail for a day, or takes it off Today: POST `{ choice }`. A settled mail does not change. */
export async function resolveFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const { db, jobs, now } = request.context;
  const mail = await findFailedMail(db, Number(id));
  const isRetry = posted(request, "choice") === "again";
  if (!mail || (isRetry && !mail.hasText)) return goneMailPage(request);
  await db.batch(isRetry ? tryingAgain(db, Number(id), now) : [removingFailedMail(db, Number(id))]);
  // A busy queue must not look like a failure. The next sweep sends the mail.
  if (isRetry) await enqueueMail(jobs, Number(id));
  const summary = isRetry ? "Retried an undelivered email" : "Left an undelivered email";
  await noteInTrail(request, { action: "send", subject: id, summary });
  const text = isRetry
    ? "It's on its way again. If it isn't delivered within a day, it comes back to Today."
    : "It's off Today's list. The learner's page still shows it as not delivered.";
  return messagePage(request, { title: isRetry ? "Tried again" : "Left", text, status: 200 });
}

function goneMailPage(request: DeskRequest): Promise<Response> {
  const text = "Someone has already dealt with this email, or its learner was erased.";
  return messagePage(request, { title: "Not waiting", text, status: 404 });
}
