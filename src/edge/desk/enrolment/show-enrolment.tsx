/** @jsxImportSource hono/jsx */
import { attributionLabel, readAttribution } from "~/domain/attribution/attribution.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { describeAccess } from "~/domain/enrolment/access.ts";
import { hasTuition, stateWords } from "~/domain/enrolment/enrolment-status.ts";
import { fullName, type Learner } from "~/domain/enrolment/learner.ts";
import { formatExact } from "~/domain/money/money.ts";
import { distinctIn } from "~/domain/payments/money-back.ts";
import { PAPER_NAMES, paperNumber } from "~/domain/payments/papers.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-payments.ts";
import { type EnrolmentRecord, newFlags } from "~/edge/enrolments/enrolment-record.ts";
import { ENROLMENT_ADVICE, sameEnrolments } from "~/edge/enrolments/update-enrolment.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { CHANNEL_NAMES } from "~/edge/payments/provider.ts";
import { PAYMENT_ADVICE } from "~/edge/payments/staff-notice-text.ts";
import type { AnyAction } from "../actions/action.ts";
import { ACTIONS } from "../actions/actions.ts";
import { erase } from "../actions/erase.ts";
import { openFlags, whatsappAddress } from "../actions/message.ts";
import { send } from "../actions/send.ts";
import { deskPage, messagePage } from "../desk-page.tsx";
import { Badge, ButtonLink, Facts, Flags, lagosTimeText, Rows } from "../desk-parts.tsx";
import { type DeskRequest, type DeskUser, mayAs } from "../desk-request.ts";
import { RequestRow } from "../inbox/show-inbox.tsx";
import { PortalPart } from "../portal/notify-again.tsx";
import { Charges, MoneyPart, Refunds } from "./charges.tsx";
import { type DeskEnrolment, learnerName, mailsOf, readDeskEnrolment } from "./desk-enrolment.ts";
import { Actions, DoneNotice, Mails, Notes, PaymentHistory } from "./timeline.tsx";

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
  const [histories, mails] = await Promise.all([
    Promise.all(references.map((reference) => historyOf(context.db, reference).then(distinctIn))),
    isStaff ? mailsOf(context.db, id, references) : [],
  ]);
  const title = isStaff ? learnerName(enrolment) : id;
  const access = isStaff ? describeAccess(subject.status, lagosDay(context.now)) : null;
  const body = (
    <>
      {isStaff && <Contact {...enrolment.learner} />}
      <p class="lead">{purchaseName(enrolment.course.name, enrolment.plan?.name)}</p>
      {isStaff && <UsedVoucher {...subject} />}
      <p>
        <Badge>{stateWords(subject.status.state, hasTuition(subject.status.charges))}</Badge>
        <Flags flags={openFlags(subject)} />
      </p>
      {isStaff && <FlagAdvice subject={subject} request={request} />}
      {isStaff && <Rows rows={subject.requests}>{(row) => <RequestRow row={row} request={request} />}</Rows>}
      {enrolment.erasedAt && (
        <p class="notice">
          This person’s data was erased on {lagosTimeText(enrolment.erasedAt)}. What was owed and paid stays
          for the accounts.
        </p>
      )}
      <MoneyPart {...subject} />
      {access && <p>{access}</p>}
      {isStaff && <OfferedActions subject={subject} request={request} />}
      <Charges subject={subject} prices={context.prices} />
      <h2>Payments</h2>
      {payments.length === 0 && <p>No payments yet.</p>}
      {payments.map((payment, index) => (
        <>
          <h3>{payment.reference}</h3>
          <p>{paymentText(payment)}</p>
          {isStaff && <Payer subject={subject} payment={payment} request={request} />}
          <Refunds subject={subject} payment={payment} user={user} />
          <PaymentHistory events={histories[index] ?? []} />
        </>
      ))}
      {isStaff && (
        <>
          <Notes {...subject} />
          <Mails mails={mails} />
          <PortalPart id={id} request={request} />
          <LearnerPart {...enrolment} />
          <Actions {...subject} />
          <EraseLink subject={subject} request={request} />
        </>
      )}
      <p class="quiet">
        {`${id}, started on ${lagosTimeText(enrolment.createdAt)}${attributionText(enrolment.attribution)}`}
      </p>
    </>
  );
  return deskPage(request, {
    title,
    above: isStaff && <DoneNotice subject={subject} url={url} />,
    body,
  });
}

function UsedVoucher({ enrolment: { voucher }, currency }: DeskEnrolment) {
  if (!voucher) return null;
  return (
    <p>
      Voucher <a href={`/desk/vouchers/${voucher.code}`}>{voucher.code}</a>:{" "}
      {formatExact(voucher.off[currency])} off
    </p>
  );
}

interface PartProps {
  readonly subject: DeskEnrolment;
  readonly request: DeskRequest;
}

function paymentText({ status, flag, held, provider, isSponsored, papers }: EnrolmentPayment): string {
  const flagged = flag ? `, ${flagWords(flag)}` : "";
  const sponsored = isSponsored ? ", paid by someone else" : "";
  const issued = papers.map((paper) => `. ${PAPER_NAMES[paper.kind]} ${paperNumber(paper)}`).join("");
  return `${status}${flagged}: ${formatExact(held)} held, by ${CHANNEL_NAMES[provider]}${sponsored}${issued}`;
}

function attributionText(attribution: string): string {
  const link = attributionLabel(readAttribution(new URLSearchParams(attribution)));
  return link ? `, came by ${link}` : "";
}

/** The learner's numbers, and the guardian of a minor. */
function Contact({ phone, whatsapp, guardian }: Learner) {
  if (!phone && !whatsapp && !guardian) return null;
  return (
    <ul>
      {phone && (
        <li>
          Phone: <a href={`tel:${phone}`}>{phone}</a>
        </li>
      )}
      {whatsapp && (
        <li>
          WhatsApp: <a href={whatsappAddress(whatsapp, "")}>{whatsapp}</a>
        </li>
      )}
      {guardian && <li>Guardian: {[guardian.name, guardian.contact].filter(Boolean).join(", ")}</li>}
    </ul>
  );
}

/** The advice of the mail to staff, for each flag that they have not looked at. */
async function FlagAdvice({ subject: { enrolment, payments }, request }: PartProps) {
  const flags = newFlags(enrolment.flags, enrolment.seenFlags).map(({ flag }) => flag);
  const sameLearnerEnrolments = flags.includes("duplicate")
    ? await sameEnrolments(request.context.db, enrolment)
    : [];
  const enrolmentFlags: string[] = enrolment.flags.map(({ flag }) => flag);
  const paymentAdvice = payments.flatMap(({ flag, isSeen }) =>
    flag && !isSeen && !enrolmentFlags.includes(flag) ? [PAYMENT_ADVICE[flag]] : [],
  );
  return (
    <>
      {flags.map((flag) => (
        <p>
          {ENROLMENT_ADVICE[flag]}
          {flag === "duplicate" &&
            sameLearnerEnrolments.map(({ id, agreeing }) => (
              <>
                {" "}
                <a href={`/desk/enrolments/${id}`}>{id}</a>: the same {agreeing.join(", ")}.
              </>
            ))}
        </p>
      ))}
      {[...new Set(paymentAdvice)].map((advice) => (
        <p>{advice}</p>
      ))}
    </>
  );
}

function OfferedActions({ subject, request: { user } }: PartProps) {
  const offered = ACTIONS.filter((action) => action !== erase && isOffered(action, subject, user));
  return (
    <>
      <h2>What to do</h2>
      <ul class="buttons">
        {offered.map(({ name, title }, index) => (
          <li>
            <ButtonLink
              href={`/desk/enrolments/${subject.enrolment.id}/${name}`}
              look={index === 0 ? "primary" : "outline"}
            >
              {title}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {!mayAs(user, "owner") && <p class="quiet">An owner records refunds and erases personal data.</p>}
    </>
  );
}

/** The link that erases the learner, apart from the harmless actions. */
function EraseLink({ subject, request: { user } }: PartProps) {
  if (!isOffered(erase, subject, user)) return null;
  return (
    <>
      <h2>Erase</h2>
      <p>Deletes this person for good. What they owed and paid stays for the accounts.</p>
      <p>
        <ButtonLink href={`/desk/enrolments/${subject.enrolment.id}/${erase.name}`}>{erase.title}</ButtonLink>
      </p>
    </>
  );
}

function isOffered({ role, refusal, isOfBooks }: AnyAction, subject: DeskEnrolment, user: DeskUser): boolean {
  if (subject.enrolment.erasedAt && !isOfBooks) return false;
  return mayAs(user, role) && !refusal?.(subject);
}

function Payer({ subject, payment, request: { user } }: PartProps & { payment: EnrolmentPayment }) {
  const { id, learner, erasedAt } = subject.enrolment;
  // A payment names its payer only if it is not the learner.
  const payer = payment.payerEmail || learner.email;
  if (!payer) return null;
  const isNameless = !erasedAt && fullName(learner) === "";
  return (
    <p>
      Payer: {payer}
      {isNameless && isOffered(send, subject, user) && (
        <>
          {" "}
          <a href={`/desk/enrolments/${id}/${send.name}`}>Send again</a>
        </>
      )}
    </p>
  );
}

function LearnerPart({ learner, newEmail, hasStoppedReminders, erasedAt }: EnrolmentRecord) {
  if (erasedAt) return null;
  return (
    <>
      <h2>Learner</h2>
      <Facts
        facts={[
          ["Email Address", learner.email],
          ["Waits for confirmation", newEmail ?? ""],
          ["Country", [learner.state, learner.country].filter(Boolean).join(", ")],
          ["Age", learner.age],
          ["Gender", learner.gender],
          ["Education", learner.education],
          ["Reminders", hasStoppedReminders ? "Stopped by the learner" : "Sent"],
        ]}
      />
    </>
  );
}
