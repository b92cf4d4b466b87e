/** @jsxImportSource hono/jsx */
/** Moves all or some learners of a cohort to another one. */
import { type Cohort, findCohort, firstClassOf } from "~/domain/dates/cohort.ts";
import { cohortOptions, nextClass } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { type Learner, readLearner } from "~/domain/enrolment/learner.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf, statement } from "~/edge/database.ts";
import { isMemberOf, seatsLeft } from "~/edge/enrolments/cohort-seats.ts";
import { failIfChanged, findEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { follow } from "../actions/handle-action.ts";
import { cohortField, cohortText, firstClassText, moveEffect } from "../actions/move.ts";
import { Button, ConfirmForm, Fields, FORM_TOKEN, HiddenFields, problemsOf, Submit } from "../desk-form.tsx";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import { Aside } from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import { latestFirst, NO_COHORT } from "../list/selection.ts";
import { actionOfToken, addingAction } from "../trail.tsx";

const PATH = "/desk/cohorts/move";

/** The most learners that are moved at once: D1 answers a thousand queries of one request. */
const MAX_AT_ONCE = 40;

interface Member {
  readonly id: string;
  readonly learner: Learner;
  readonly courseName: string;
  readonly erasedAt: null;
}

/** Returns the cohort of a request: empty for learners without one, `null` if the request names none. */
export function cohortIn({ url, form }: DeskRequest): string | null {
  const cohort = (form ?? url.searchParams).get("cohort");
  return cohort === NO_COHORT ? "" : cohort || null;
}

/** Returns the page for a request without a cohort, as when a browser opens a form's address. */
export function noCohortPage(request: DeskRequest): Promise<Response> {
  const text = "Nothing was done. Choose a cohort, and what to do with it.";
  return messagePage(request, { title: "Not done", text, status: 404, back: "/desk/cohorts" });
}

/**
 * Shows the form, asks for confirmation, and moves the learners: GET `?cohort=`, POST `{ cohort, to, who,
 * learner, confirmed }`. Learners who left the cohort in the meantime stay where they are and are named.
 */
export async function moveEveryone(request: DeskRequest): Promise<Response> {
  const from = cohortIn(request);
  if (from === null) return noCohortPage(request);
  const { db, prices } = request.context;
  const to = findCohort(prices.cohorts, posted(request, "to"));
  if (to && posted(request, "confirmed") === "yes") return moveChosen(request, from, to);
  const members = await membersOf(db, from);
  if (members.length === 0) {
    const text = `Nobody who paid is in ${cohortText(prices, from)}.`;
    return messagePage(request, { title: "Nobody to move", text, status: 200, back: "/desk/cohorts" });
  }
  if (!request.form) return formPage(request, { from, members });
  const ticked = request.form.getAll("learner");
  const chosen = posted(request, "who") === "all" ? members : members.filter(({ id }) => ticked.includes(id));
  if (!to || to.id === from) return formPage(request, { from, members, problem: "Choose another cohort." });
  if (chosen.length === 0) return formPage(request, { from, members, problem: "Tick who is to move." });
  return confirmPage(request, { from, to, chosen });
}

async function membersOf(db: Database, cohort: string): Promise<Member[]> {
  const rows = await rowsOf<Omit<Member, "learner"> & { readonly learner: string }>(db)`
    SELECT id, learner, course_name AS courseName, erased_at AS erasedAt FROM enrolments
    WHERE ${isMemberOf(cohort)} ORDER BY +created_at, id LIMIT ${MAX_AT_ONCE + 1}`;
  return rows.map((row) => ({ ...row, learner: readLearner(row.learner) }));
}

interface FormParts {
  readonly from: string;
  /** The members, at most one more than can be moved at once. */
  readonly members: readonly Member[];
  readonly problem?: string;
}

function formPage(request: DeskRequest, { from, members, problem }: FormParts): Promise<Response> {
  const { prices, now } = request.context;
  const suggested = from === "" ? nextClass(cohortOptions(prices.cohorts), lagosDay(now)) : null;
  const ticked = request.form?.getAll("learner") ?? [];
  const visible = members.slice(0, MAX_AT_ONCE);
  const isCut = visible.length < members.length;
  const cohorts = latestFirst(prices.cohorts).filter(({ id }) => id !== from);
  const body = (
    <form class="fields" method="post" action={PATH}>
      <HiddenFields values={{ cohort: from || NO_COHORT }} />
      <Fields
        request={request}
        fields={[cohortField("to", "To cohort", cohorts, suggested?.id ?? "")]}
        problems={problemsOf({ to: problem ?? null })}
      />
      <fieldset class="ticks">
        <legend class="field-label">Learners</legend>
        {isCut && <p class="quiet">The first {MAX_AT_ONCE}. Move these, then come back for the rest.</p>}
        {visible.map((member) => (
          <label>
            <input type="checkbox" name="learner" value={member.id} checked={ticked.includes(member.id)} />
            <span>
              {learnerName(member)}
              <Aside>{[member.courseName, member.learner.email].filter(Boolean).join(", ")}</Aside>
            </span>
          </label>
        ))}
      </fieldset>
      <Submit label="Move those ticked" look="primary">
        <Button label={`Move ${isCut ? "these" : "all"} ${visible.length}`} name="who" value="all" />
        <a href="/desk/cohorts">Back</a>
      </Submit>
    </form>
  );
  const title = `Move learners of ${cohortText(prices, from)}`;
  return deskPage(request, { title, status: problem ? 422 : 200, body });
}

interface Moving {
  readonly from: string;
  readonly to: Cohort;
  readonly chosen: readonly Member[];
}

async function confirmPage(request: DeskRequest, { from, to, chosen: all }: Moving): Promise<Response> {
  const { context } = request;
  const chosen = all.slice(0, MAX_AT_ONCE);
  const freeSeats = (await seatsLeft(context, [to.id])).get(to.id) ?? chosen.length;
  const body = (
    <>
      <p>
        From {cohortText(context.prices, from)} to {to.name}, {firstClassText(firstClassOf(to))}.
      </p>
      <p>What they still owe gets its dates from their plans, and each gets an email.</p>
      {freeSeats < chosen.length && (
        <p>
          Only {counted(freeSeats, "seat")} left: this is {chosen.length - freeSeats} too many.
        </p>
      )}
      <ul>
        {chosen.map((member) => (
          <li>{learnerName(member)}</li>
        ))}
      </ul>
      <ConfirmForm
        action={PATH}
        values={[
          ["token", newKey()],
          ["cohort", from || NO_COHORT],
          ["to", to.id],
          ...chosen.map(({ id }): [string, string] => ["learner", id]),
          ["confirmed", "yes"],
        ]}
        yes="Yes, move them"
        back={`${PATH}?${new URLSearchParams({ cohort: from || NO_COHORT })}`}
      />
    </>
  );
  const title = `Move ${counted(chosen.length, "learner")}: is this right?`;
  return deskPage(request, { title, body });
}

async function moveChosen(request: DeskRequest, from: string, to: Cohort): Promise<Response> {
  const token = posted(request, "token");
  const chosen = [...new Set(request.form?.getAll("learner"))].slice(0, MAX_AT_ONCE);
  if (!FORM_TOKEN.test(token) || to.id === from) return seeOther("/desk/cohorts");
  const stayed: string[] = [];
  for (const id of chosen) {
    const isMoved = await moveOne(request, { id, from, to, token: `${token}:${id}` });
    if (!isMoved) stayed.push(id);
  }
  if (stayed.length === 0) return seeOther(`/desk/enrolments?${new URLSearchParams({ cohort: to.id })}`);
  const moved = counted(chosen.length - stayed.length, "learner");
  const text = `${moved} moved. Not moved, because something else was done to them meanwhile: ${stayed.join(", ")}.`;
  return messagePage(request, { title: "Not all moved", text, status: 409, back: "/desk/cohorts" });
}

interface OneMove {
  readonly id: string;
  readonly from: string;
  readonly to: Cohort;
  readonly token: string;
}

/** Moves a learner, once for each token. @returns false if the learner is no longer in the cohort */
async function moveOne(request: DeskRequest, { id, from, to, token }: OneMove): Promise<boolean> {
  const { context } = request;
  const { db } = context;
  const isMember = statement(db)`SELECT id FROM enrolments WHERE id = ${id} AND ${isMemberOf(from)}`;
  const enrolment = (await isMember.first()) ? await findEnrolment(db, id) : null;
  if (!enrolment) return (await actionOfToken(db, token)) !== null;
  const effect = await moveEffect(context, enrolment, to.id, token);
  try {
    await db.batch([
      addingAction(request, { token, action: "move", enrolmentId: id, summary: effect.summary }),
      failIfChanged(db, enrolment),
      ...effect.statements,
    ]);
  } catch (error) {
    logError("cohort-move-not-done", { id, reason: reasonOf(error) });
    return (await actionOfToken(db, token)) !== null;
  }
  await follow(effect, id);
  return true;
}
