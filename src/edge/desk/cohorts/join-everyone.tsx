/** @jsxImportSource hono/jsx */
/** Moves everyone without a cohort into the next one at once. */
import { cohortName, DATE_TO_BE_ANNOUNCED } from "~/domain/dates/cohort.ts";
import { cohortOptions, type DatedCohort, nextClass } from "~/domain/dates/cohort-options.ts";
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { counted } from "~/domain/text.ts";
import { sql, statement } from "~/edge/database.ts";
import { seatsLeft } from "~/edge/enrolments/cohort-seats.ts";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import { ButtonLink, Hidden, Submit } from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";

/** A condition on `enrolments`. */
const HAS_NO_COHORT = sql`cohort IN (${""}, ${DATE_TO_BE_ANNOUNCED.id}) AND state IN ('active', 'complete')
  AND erased_at IS NULL`;

interface Joining {
  readonly next: DatedCohort;
  readonly name: string;
  readonly learners: number;
}

/** The next class and how many could join it; null where there is none, or nobody. */
async function findJoining({ context: { db, prices, now } }: DeskRequest): Promise<Joining | null> {
  const next = nextClass(cohortOptions(prices.cohorts), lagosDay(now));
  if (!next) return null;
  const row = await statement(db)`SELECT COUNT(*) AS learners FROM enrolments WHERE ${HAS_NO_COHORT}`.first<{
    learners: number;
  }>();
  const learners = row?.learners ?? 0;
  return learners === 0 ? null : { next, name: cohortName(prices.cohorts, next.id), learners };
}

/** The link to the question, for the page of the cohorts; nothing if nobody can be moved. */
export async function JoinLink({ request }: { request: DeskRequest }) {
  const joining = await findJoining(request);
  if (!joining) return null;
  const { learners, name } = joining;
  return (
    <p class="buttons">
      <ButtonLink href="/desk/cohorts/join">
        {`Move ${counted(learners, "learner")} without a cohort to ${name}`}
      </ButtonLink>
    </p>
  );
}

/** Says what moving everyone does, and asks. */
export async function askToJoin(request: DeskRequest): Promise<Response> {
  const joining = await findJoining(request);
  if (!joining) return nobodyPage(request, 200);
  const { next, name, learners } = joining;
  const left = (await seatsLeft(request.context, [next.id])).get(next.id) ?? learners;
  const title = "Move everyone without a cohort";
  const body = (
    <>
      <h1>{title}: is this right?</h1>
      <p>
        {counted(learners, "learner")} who paid and have no cohort will be in {name}, first class{" "}
        {dayLabel(next.firstClass)}.
      </p>
      <p>Within minutes, what they still owe gets its dates from their plans, and each gets an email.</p>
      {left < learners && (
        <p>
          Only {counted(left, "seat")} left: this is {learners - left} too many.
        </p>
      )}
      <form class="action" method="post" action="/desk/cohorts/join">
        <Hidden name="cohort" value={next.id} />
        <Submit label="Yes, move them" look="primary">
          <a href="/desk/cohorts">No, back</a>
        </Submit>
      </form>
    </>
  );
  return deskPage(request, { title, body });
}

/**
 * POST `{ cohort }`, the one that was asked about. Sent twice, it finds nobody the second time. The sweep that dates cohorts
 * sets the due dates and mails the learners.
 */
export async function joinEveryone(request: DeskRequest): Promise<Response> {
  const { context, user } = request;
  const { db, now } = context;
  const joining = await findJoining(request);
  const cohort = posted(request, "cohort");
  if (joining && joining.next.id !== cohort) {
    const text = "Another cohort is the next one by now. Nobody was moved.";
    return messagePage(request, { title: "Not done", text, status: 409, back: "/desk/cohorts" });
  }
  if (!joining) return nobodyPage(request, 409);
  await db.batch([
    statement(db)`INSERT INTO desk_actions (token, done_at, done_by, action, enrolment_id, summary)
      SELECT ${newKey()} || ':' || id, ${now}, ${user.email}, 'move', id, ${`Moved from no cohort to ${joining.name}`}
      FROM enrolments WHERE ${HAS_NO_COHORT}`,
    statement(
      db,
    )`UPDATE enrolments SET learner = json_set(learner, '$.cohort', ${cohort}), version = version + 1,
      updated_at = ${now} WHERE ${HAS_NO_COHORT}`,
  ]);
  return seeOther(`/desk/enrolments?${new URLSearchParams({ cohort })}`);
}

function nobodyPage(request: DeskRequest, status: number): Promise<Response> {
  const text = "Nobody who paid is without a cohort, or no cohort with a date is open.";
  return messagePage(request, { title: "Nobody to move", text, status, back: "/desk/cohorts" });
}
