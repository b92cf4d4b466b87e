/** @jsxImportSource hono/jsx */
/** Adds tuition to everyone of a course in a cohort who registered before its price was announced. */
import { cohortName } from "~/domain/dates/cohort.ts";
import { findCourse } from "~/domain/enrolment/agreement.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { formatExact } from "~/domain/money/money.ts";
import { isAnnounced } from "~/domain/pricing/price-cards.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf, sql } from "~/edge/database.ts";
import { HAS_TUITION } from "~/edge/enrolments/cohort-seats.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { addTuition } from "../actions/change-course.tsx";
import { applyAction } from "../actions/handle-action.ts";
import { ConfirmForm } from "../desk-form.tsx";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import { ButtonLink } from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";
import { readDeskEnrolment } from "../enrolment/desk-enrolment.ts";

/** The most learners of one post, because D1 limits the queries of a request. */
const MAX_AT_ONCE = 20;

/** The condition on `enrolments` that wait for tuition. */
const WAITS_FOR_TUITION = sql`state = 'active' AND next_due_on IS NULL AND erased_at IS NULL AND NOT ${HAS_TUITION}`;

interface Group {
  readonly cohort: string;
  readonly courseId: string;
}

interface WaitingGroup extends Group {
  readonly courseName: string;
  readonly learners: number;
}

/** Finds the learners who wait for tuition that has a price in content, by cohort and course. */
async function findWaiting({ context: { db, prices } }: DeskRequest): Promise<WaitingGroup[]> {
  const groups = await rowsOf<WaitingGroup>(db)`
    SELECT cohort, course_id AS courseId, MAX(course_name) AS courseName, COUNT(*) AS learners
    FROM enrolments INDEXED BY enrolments_without_dates WHERE ${WAITS_FOR_TUITION} AND created_at > ''
    GROUP BY cohort, course_id ORDER BY cohort, course_id`;
  return groups.filter(({ courseId }) => {
    const course = findCourse(prices.registrationCourses, courseId);
    return course !== null && isAnnounced(course.price);
  });
}

async function idsOf(db: Database, { cohort, courseId }: Group): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(db)`
    SELECT id FROM enrolments INDEXED BY enrolments_without_dates
    WHERE ${WAITS_FOR_TUITION} AND created_at > '' AND cohort = ${cohort} AND course_id = ${courseId}
    ORDER BY created_at LIMIT ${MAX_AT_ONCE}`;
  return rows.map(({ id }) => id);
}

/** The links to the question on the page of cohorts, for courses with waiting learners. */
export async function TuitionLinks({ request }: { request: DeskRequest }) {
  const waiting = await findWaiting(request);
  return waiting.map((group) => (
    <p class="buttons">
      <ButtonLink href={pathOf(group)}>{`Add tuition to ${groupText(request, group)}`}</ButtonLink>
    </p>
  ));
}

function pathOf({ cohort, courseId }: Group): string {
  return `/desk/cohorts/tuition?${new URLSearchParams({ cohort, course: courseId })}`;
}

function groupText({ context }: DeskRequest, { cohort, courseName, learners }: WaitingGroup): string {
  const name = cohortName(context.prices.cohorts, cohort) || "no cohort";
  return `${counted(learners, "learner")} of ${courseName} in ${name}`;
}

async function findGroup(request: DeskRequest, group: Group): Promise<WaitingGroup | undefined> {
  const waiting = await findWaiting(request);
  return waiting.find(({ cohort, courseId }) => cohort === group.cohort && courseId === group.courseId);
}

/** Shows the effect of adding tuition and asks for confirmation: GET `?cohort=&course=`. */
export async function askToAddTuition(request: DeskRequest): Promise<Response> {
  const { searchParams } = request.url;
  const group = await findGroup(request, {
    cohort: searchParams.get("cohort") ?? "",
    courseId: searchParams.get("course") ?? "",
  });
  const course = findCourse(request.context.prices.registrationCourses, group?.courseId);
  if (!group || !course) return nobodyPage(request, 200);
  const { NGN, USD } = course.price;
  const body = (
    <>
      <p>
        {groupText(request, group)} will owe {formatExact(NGN)}, or {formatExact(USD)}, due in a week.
      </p>
      <p>Each gets an email, and may choose another plan on My enrolment. Each can be undone on its page.</p>
      {group.learners > MAX_AT_ONCE && (
        <p>{`This adds it to the first ${MAX_AT_ONCE}. Then you’re asked about the others.`}</p>
      )}
      <ConfirmForm
        action="/desk/cohorts/tuition"
        values={{ cohort: group.cohort, course: group.courseId }}
        yes="Yes, add it"
        back="/desk/cohorts"
      />
    </>
  );
  return deskPage(request, { title: "Add tuition: is this right?", body });
}

/** Adds tuition: POST `{ cohort, course }`. Sent twice, it finds only those who still wait. */
export async function addTuitionToAll(request: DeskRequest): Promise<Response> {
  const group = { cohort: posted(request, "cohort"), courseId: posted(request, "course") };
  if (!(await findGroup(request, group))) return nobodyPage(request, 409);
  for (const id of await idsOf(request.context.db, group)) await addTo(request, id);
  if (await findGroup(request, group)) return seeOther(pathOf(group));
  const { cohort, courseId } = group;
  return seeOther(`/desk/enrolments?${new URLSearchParams({ course: courseId, cohort })}`);
}

/** Adds tuition to one enrolment. After a failure the enrolment still waits, so the page asks about it again. */
async function addTo(request: DeskRequest, id: string): Promise<void> {
  const subject = await readDeskEnrolment(request.context, id);
  if (!subject || addTuition.refusal?.(subject)) return;
  const form = addTuition.readForm(() => "", subject, request);
  if ("problems" in form) return;
  const token = newKey();
  try {
    const effect = await form.prepare(token);
    await applyAction(request, { subject, action: addTuition }, { token, effect });
  } catch (error) {
    logError("tuition-not-added", { id, reason: reasonOf(error) });
  }
}

function nobodyPage(request: DeskRequest, status: number): Promise<Response> {
  const text = "Nobody of this course and cohort waits for tuition, or content has no price of it yet.";
  return messagePage(request, { title: "Nobody to add it to", text, status, back: "/desk/cohorts" });
}
