/** @jsxImportSource hono/jsx */
import { type Cohort, cohortName, findCohort } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { EnrolmentState } from "~/domain/enrolment/enrolment-status.ts";
import { type Learner, readLearner } from "~/domain/enrolment/learner.ts";
import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import { HAS_SEAT } from "~/edge/enrolments/cohort-seats.ts";
import { type CsvColumn, csvResponse } from "~/edge/http/csv.ts";
import { cohortText } from "../actions/move.ts";
import { Button, HiddenFields } from "../desk-form.tsx";
import { deskPage, messagePage } from "../desk-page.tsx";
import { Aside, Badge, RowName, Rows, ShareBar } from "../desk-parts.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import { type Totals, totalsOf } from "../list/find-enrolments.ts";
import { listCohorts, NO_COHORT, readFilter, selectionOf } from "../list/selection.ts";
import { noteExport } from "../trail.tsx";
import { TuitionLinks } from "./add-tuition-to-all.tsx";
import { WaitingMessages } from "./write-everyone.tsx";

/** The number of cohorts that are counted. Earlier ones are over. */
const LATEST = 12;

export async function showCohorts(request: DeskRequest): Promise<Response> {
  const { context, user } = request;
  const { cohorts } = context.prices;
  const listedCohorts = await listCohorts(context.db, cohorts);
  const latestIds = listedCohorts.slice(0, LATEST).map(({ id }) => id);
  const latest = await countSeats(context.db, latestIds);
  const cohortless = await totalsOf(
    context.db,
    selectionOf(readFilter(new URLSearchParams({ cohort: NO_COHORT })), lagosDay(context.now)),
  );
  const earlier = listedCohorts.slice(LATEST);
  const isStaff = mayAs(user, "staff");
  const hasPortal = context.portal.state === "set";
  const body = (
    <>
      {latest.length === 0 && <p>Nobody is in a cohort yet.</p>}
      {isStaff && <WaitingMessages request={request} />}
      {(cohortless.count > 0 || cohortless.isMore) && <Cohortless totals={cohortless} isStaff={isStaff} />}
      {isStaff && <TuitionLinks request={request} />}
      <Rows rows={latest}>
        {(seats) => <CohortRow seats={seats} cohorts={cohorts} isStaff={isStaff} hasPortal={hasPortal} />}
      </Rows>
      {earlier.length > 0 && (
        <>
          <h2>Earlier</h2>
          <ul>
            {earlier.map(({ id, name }) => (
              <li>
                <a href={listOf(id)}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
  const lead = "A seat is taken once the fee or another payment is paid in full.";
  return deskPage(request, { title: "Cohorts", lead, body });
}

interface CohortProps {
  readonly seats: CohortSeats;
  readonly cohorts: readonly Cohort[];
  readonly isStaff: boolean;
  readonly hasPortal: boolean;
}

function CohortRow({ seats: { id, taken, started }, cohorts, ...allowed }: CohortProps) {
  const name = cohortName(cohorts, id);
  const seats = findCohort(cohorts, id)?.seats ?? null;
  return (
    <>
      <RowName href={listOf(id)}>{name}</RowName>
      <span>
        {seats !== null && (
          <ShareBar share={taken} whole={seats} label={`${name}: ${taken} of ${seats} seats taken`} />
        )}
      </span>
      <span>
        {takenText(taken, seats)}{" "}
        {seats !== null && taken >= seats && (
          <Badge look="wrong">{taken === seats ? "full" : `${taken - seats} too many`}</Badge>
        )}
        {started > 0 && <Aside>{started} more started but haven't paid</Aside>}
      </span>
      <CohortLinks cohort={id} name={name} {...allowed} />
    </>
  );
}

interface CohortLinksProps {
  readonly cohort: string;
  readonly name: string;
  readonly isStaff: boolean;
  readonly hasPortal?: boolean;
}

function CohortLinks({ cohort, name, isStaff, hasPortal = false }: CohortLinksProps) {
  const query = queryOf(cohort);
  const links = [["Who still owes", listOf(cohort, "something")]];
  if (isStaff) {
    if (cohort !== NO_COHORT) links.push(["List for the tutor", `/desk/cohorts/list?${query}`]);
    links.push(["Write to everyone", `/desk/cohorts/write?${query}`]);
    links.push(["Move everyone", `/desk/cohorts/move?${query}`]);
    if (hasPortal) links.push(["Send all again to the portal", `/desk/portal?${query}`]);
  }
  return (
    <span class="links">
      {links.map(([label, address]) => (
        <a href={address} aria-label={`${label}, ${name}`}>
          {label}
        </a>
      ))}
    </span>
  );
}

function takenText(taken: number, seats: number | null): string {
  return seats === null ? `${counted(taken, "seat")} taken` : `${taken} of ${seats} seats taken`;
}

interface CohortlessProps {
  readonly totals: Totals;
  readonly isStaff: boolean;
}

function Cohortless({ totals: { count, isMore, sums }, isStaff }: CohortlessProps) {
  const owedAmounts = sums.flatMap(({ currency, leftMinor }) =>
    leftMinor > 0 ? [formatExact(fromMinor(currency, leftMinor))] : [],
  );
  return (
    <ul class="rows">
      <li>
        <RowName href={listOf(NO_COHORT)}>Without a cohort</RowName>
        <span>
          {isMore ? `More than ${count.toLocaleString("en-GB")} enrolments` : counted(count, "enrolment")}
        </span>
        <span>{owedAmounts.length > 0 && `${owedAmounts.join(" and ")} owed`}</span>
        <CohortLinks cohort={NO_COHORT} name="without a cohort" isStaff={isStaff} />
      </li>
    </ul>
  );
}

function queryOf(cohort: string): string {
  return new URLSearchParams({ cohort }).toString();
}

/** Returns the address of the list of a cohort's enrolments. */
function listOf(cohort: string, owes?: "something"): string {
  return `/desk/enrolments?${owes ? `owes=${owes}&` : ""}${queryOf(cohort)}`;
}

const LIST_COLUMNS: readonly CsvColumn<CohortMember>[] = [
  ["Name", learnerName],
  ["Course", ({ courseName }) => courseName],
  ["Email", ({ learner }) => learner.email],
  ["Phone", ({ learner }) => learner.phone],
  ["WhatsApp", ({ learner }) => learner.whatsapp],
  ["Enrolment", ({ id }) => id],
];

/** Shows the learners who have a seat in a cohort, to be printed: GET `?cohort=`. */
export async function showTutorList(request: DeskRequest): Promise<Response> {
  const cohort = request.url.searchParams.get("cohort") ?? "";
  const members = cohort === "" ? [] : await membersOf(request.context.db, cohort);
  const name = cohortName(request.context.prices.cohorts, cohort);
  if (members.length === 0) {
    const text = "Nobody has a seat in this cohort yet.";
    return messagePage(request, { title: "No list", text, status: 200, back: "/desk/cohorts" });
  }
  const body = (
    <>
      <form class="buttons" method="post" action="/desk/cohorts.csv">
        <HiddenFields values={{ cohort }} />
        <Button label="Download as CSV" />
        <a href="/desk/cohorts">All cohorts</a>
      </form>
      <Rows rows={members}>
        {(member) => (
          <>
            <RowName href={`/desk/enrolments/${member.id}`}>{learnerName(member)}</RowName>
            <span>
              {member.courseName}
              {member.planName && <Aside>{member.planName}</Aside>}
            </span>
            <span>
              {contactLines(member).map((line) => (
                <>
                  {line}
                  <br />
                </>
              ))}
            </span>
          </>
        )}
      </Rows>
    </>
  );
  const isCut = members.length === MAX_MEMBERS;
  const lead = `${counted(members.length, "learner")}${isCut ? ", the first of more" : ""}`;
  return deskPage(request, { title: name, lead, body });
}

function contactLines({ learner: { email, phone, whatsapp } }: CohortMember): string[] {
  return [email, phone, ...(whatsapp && whatsapp !== phone ? [`WhatsApp ${whatsapp}`] : [])].filter(Boolean);
}

/** Sends the same list as CSV: POST `{ cohort }`. The trail records who exported it. */
export async function exportTutorList(request: DeskRequest): Promise<Response> {
  const { db, now, prices } = request.context;
  const cohort = posted(request, "cohort");
  const members = await membersOf(db, cohort);
  await noteExport(request, `the list for the tutor of ${cohortText(prices, cohort)}`);
  return csvResponse(`cohort-${lagosDay(now)}.csv`, LIST_COLUMNS, async () => ({
    rows: members,
    next: null,
  }));
}

interface CohortSeats {
  readonly id: string;
  readonly taken: number;
  /** The number of enrolments that are not paid. */
  readonly started: number;
}

/** Counts the seats of cohorts, in the order of their ids. */
async function countSeats(db: Database, ids: readonly string[]): Promise<CohortSeats[]> {
  const results = await rowsOf<CohortSeats>(db)`SELECT cohort AS id, SUM(${HAS_SEAT}) AS taken,
      SUM(state = 'started') AS started
    FROM enrolments WHERE cohort IN (SELECT value FROM json_each(${JSON.stringify(ids)})) GROUP BY cohort`;
  return ids.map((id) => results.find((row) => row.id === id) ?? { id, taken: 0, started: 0 });
}

interface CohortMember {
  readonly id: string;
  readonly learner: Learner;
  readonly courseName: string;
  readonly planName: string;
  readonly state: EnrolmentState;
  readonly erasedAt: string | null;
}

/** The most members of a list, which is more than any tutor has. */
const MAX_MEMBERS = 1000;

async function membersOf(db: Database, cohort: string): Promise<CohortMember[]> {
  // The query names the index, because SQLite would otherwise read all active enrolments.
  const results = await rowsOf<Omit<CohortMember, "learner"> & { readonly learner: string }>(db)`
    SELECT id, learner, course_name AS courseName, plan_name AS planName, state, erased_at AS erasedAt
    FROM enrolments INDEXED BY enrolments_with_seat WHERE cohort = ${cohort} AND ${HAS_SEAT}
    ORDER BY created_at LIMIT ${MAX_MEMBERS}`;
  const sortText = ({ learner }: CohortMember) => `${learner.lastName} ${learner.firstName}`;
  return results
    .map((row): CohortMember => ({ ...row, learner: readLearner(row.learner) }))
    .sort((a, b) => sortText(a).localeCompare(sortText(b), "en"));
}
