/** @jsxImportSource hono/jsx */
import { cohortName } from "~/domain/dates/cohort.ts";
import { addDays, type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import { counted } from "~/domain/text.ts";
import { type LateSums, lateSums } from "~/edge/enrolments/overdue-charges.ts";
import { failedMessages } from "~/edge/portal/notify-portal.ts";
import { countOpen, listMoreTime } from "~/edge/requests/request-store.ts";
import { deskPage } from "../desk-page.tsx";
import {
  Aside,
  Badge,
  ButtonLink,
  lagosTimeText,
  maskedEmail,
  RowName,
  Rows,
  RowsPart,
  ShareBar,
} from "../desk-parts.tsx";
import { type DeskRequest, mayAs } from "../desk-request.ts";
import { InboxLink, RequestRow } from "../inbox/show-inbox.tsx";
import { listEnrolments, type Totals, totalsOf } from "../list/find-enrolments.ts";
import { EnrolmentRows, SearchForm } from "../list/list-parts.tsx";
import { readFilter, selectionOf } from "../list/selection.ts";
import { listMovements, type Movement, readMovementFilter } from "../payments/find-movements.ts";
import { MovementRows } from "../payments/show-payments.tsx";
import { FailedMessages } from "../portal/notify-again.tsx";
import {
  type CourseWeek,
  type DatelessEnrolment,
  type FailedMail,
  type FlaggedPayment,
  failedMails,
  flaggedPayments,
  type NamelessEnrolment,
  weekOf,
  withoutDates,
  withoutDetails,
} from "./find-today.ts";

const MAX_FLAGGED = 10;
const MAX_NEW = 20;
const MAX_UNSENT = 20;

export async function showToday(request: DeskRequest): Promise<Response> {
  const { context, user } = request;
  const { db, now } = context;
  const today = lagosDay(now);
  const flagged = selectionOf(readFilter(new URLSearchParams({ flag: "any" })), today);
  const isStaff = mayAs(user, "staff");
  const sinceYesterday = readMovementFilter(new URLSearchParams({ from: addDays(today, -1) }), now);
  const [enrolments, payments, mails, unsent, nameless, dateless, late, owed, week, came, waiting, moreTime] =
    await Promise.all([
      listEnrolments(db, flagged, { today, limit: MAX_FLAGGED }),
      flaggedPayments(db),
      failedMails(db),
      failedMessages(db, MAX_UNSENT),
      withoutDetails(db),
      withoutDates(db, context.prices),
      lateSums(db, today),
      totalsOf(db, selectionOf(readFilter(new URLSearchParams({ owes: "something" })), today)),
      weekOf(db, now),
      isStaff ? listMovements(db, sinceYesterday, { limit: MAX_NEW }) : null,
      isStaff ? countOpen(db) : 0,
      isStaff ? listMoreTime(db, MAX_FLAGGED) : [],
    ]);
  const lists = [enrolments.rows, payments, mails, unsent, nameless, dateless, late.sums, moreTime];
  const isQuiet = !late.isMore && lists.every(({ length }) => length === 0);
  const body = (
    <>
      {isStaff && <SearchForm />}
      {isStaff && (
        <p class="buttons">
          <InboxLink count={waiting} />
          <ButtonLink href="/desk/register">Register someone</ButtonLink>
        </p>
      )}
      {came && <NewPayments movements={came.rows} from={sinceYesterday.from} />}
      <h2>Needs you now</h2>
      {isQuiet && <p>All clear: no flags, no late payments, no undelivered emails.</p>}
      <RowsPart title="More time asked for" rows={moreTime}>
        {(row) => <RequestRow row={row} request={request} />}
      </RowsPart>
      <FlaggedPayments payments={payments} isStaff={isStaff} />
      {enrolments.rows.length > 0 && (
        <>
          <h3>Enrolments with a flag</h3>
          <EnrolmentRows rows={enrolments.rows} request={request} />
          <p>
            <a href="/desk/enrolments?flag=any">All with a flag</a>
          </p>
        </>
      )}
      <LatePayments late={late} />
      <Dateless enrolments={dateless} prices={context.prices} />
      <Nameless enrolments={nameless} isStaff={isStaff} />
      <FailedMails mails={mails} isStaff={isStaff} />
      <FailedMessages messages={unsent} isStaff={isStaff} />
      <h2>Still owed in total</h2>
      <Owed totals={owed} />
      <h2>The last seven days</h2>
      <Week courses={week} />
    </>
  );
  return deskPage(request, { title: "Today", lead: dayLabel(today), body });
}

function NewPayments({ movements, from }: { movements: readonly Movement[]; from: Day }) {
  return (
    <>
      <h2>New since yesterday</h2>
      {movements.length === 0 ? <p>No payments.</p> : <MovementRows movements={movements} />}
      <p>
        <a href={`/desk/payments?from=${from}`}>All payments</a>
      </p>
    </>
  );
}

function FlaggedPayments({ payments, isStaff }: { payments: readonly FlaggedPayment[]; isStaff: boolean }) {
  const pathOf = ({ reference, enrolmentId }: FlaggedPayment) => {
    if (enrolmentId) return `/desk/enrolments/${enrolmentId}`;
    return isStaff ? `/desk/payments/${reference}` : null;
  };
  return (
    <RowsPart title="Payments with a flag" rows={payments}>
      {(payment) => (
        <>
          <span>
            <RowName href={pathOf(payment)}>{payment.reference}</RowName>
            {isStaff && payment.name && <Aside>{payment.name}</Aside>}
          </span>
          <span>{payment.courseName}</span>
          <Badge look="wrong">{flagWords(payment.flag)}</Badge>
        </>
      )}
    </RowsPart>
  );
}

function LatePayments({ late: { isMore, learners, sums } }: { late: LateSums }) {
  if (!isMore && sums.length === 0) return null;
  const list = "/desk/enrolments?owes=late";
  return (
    <>
      <h3>Late payments</h3>
      {isMore ? (
        <p>
          <a href={list}>{`Of more than ${learners.toLocaleString("en-GB")} learners`}</a>
        </p>
      ) : (
        <ul>
          {sums.map(({ currency, payments, minor }) => (
            <li>
              <a href={list}>{counted(payments, "payment")}</a>, together{" "}
              {formatExact(fromMinor(currency, minor))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface DatelessProps {
  readonly enrolments: readonly DatelessEnrolment[];
  readonly prices: PriceList;
}

function Dateless({ enrolments, prices }: DatelessProps) {
  const intro = "What is left is never due. Move each to a cohort.";
  return (
    <RowsPart title="Plans without dates" intro={intro} rows={enrolments}>
      {({ id, courseName, planName, cohort }) => (
        <>
          <RowName href={`/desk/enrolments/${id}`}>{id}</RowName>
          <span>{purchaseName(courseName, planName)}</span>
          <span class="quiet">{cohortName(prices.cohorts, cohort) || "No cohort"}</span>
        </>
      )}
    </RowsPart>
  );
}

function Nameless({ enrolments, isStaff }: { enrolments: readonly NamelessEnrolment[]; isStaff: boolean }) {
  const intro = "Send the link again: the payer fills in the learner’s details there.";
  return (
    <RowsPart title="Paid, no name yet" intro={intro} rows={enrolments}>
      {({ id, courseName, email }) => (
        <>
          <RowName href={`/desk/enrolments/${id}`}>{id}</RowName>
          <span>
            {courseName}
            {isStaff && email && <Aside>{maskedEmail(email)}</Aside>}
          </span>
          {isStaff && email && (
            <span>
              <a href={`/desk/enrolments/${id}/send`} aria-label={`Send again to the payer of ${id}`}>
                Send again
              </a>
            </span>
          )}
        </>
      )}
    </RowsPart>
  );
}

function Owed({ totals: { isMore, count, sums } }: { totals: Totals }) {
  const list = "/desk/enrolments?owes=something";
  if (isMore) {
    return (
      <p>
        <a href={list}>{`More than ${count.toLocaleString("en-GB")} learners still owe`}</a>
      </p>
    );
  }
  if (count === 0) return <p>Nobody owes anything.</p>;
  const money = sums.map(({ currency, leftMinor }) => formatExact(fromMinor(currency, leftMinor)));
  return (
    <p>
      <strong>{money.join(" and ")}</strong> from <a href={list}>{counted(count, "learner")}</a>
    </p>
  );
}

function FailedMails({ mails, isStaff }: { mails: readonly FailedMail[]; isStaff: boolean }) {
  return (
    <RowsPart title="Undelivered emails" rows={mails}>
      {({ id, subject, failedAt, reason }) => (
        <>
          <RowName href={isStaff ? `/desk/mails/${id}` : null}>{subject}</RowName>
          <span>{reason}</span>
          <span class="quiet">{lagosTimeText(failedAt)}</span>
        </>
      )}
    </RowsPart>
  );
}

function Week({ courses }: { courses: readonly CourseWeek[] }) {
  if (courses.length === 0) return <p>No new enrolments and no payments.</p>;
  const most = Math.max(...courses.map(({ started }) => started));
  return (
    <Rows rows={courses}>
      {({ courseName, started, paidFor, ngn, usd }) => (
        <>
          <RowName>{courseName}</RowName>
          <span>
            <ShareBar share={started} whole={most} label={`${courseName}: ${started} started`} />
            <ShareBar share={paidFor} whole={most} label={`${courseName}: ${paidFor} paid`} />
          </span>
          <span>
            {`${started} started, ${paidFor} paid`}
            {(ngn > 0 || usd > 0) && (
              <>
                <br />
                {receivedText(ngn, usd)} came in
              </>
            )}
          </span>
        </>
      )}
    </Rows>
  );
}

/** Describes received amounts. @param ngn in kobo @param usd in cents */
function receivedText(ngn: number, usd: number): string {
  const received = [fromMinor("NGN", ngn), fromMinor("USD", usd)].filter(({ minor }) => minor > 0);
  return received.map(formatExact).join(" and ");
}
