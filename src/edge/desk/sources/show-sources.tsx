/** @jsxImportSource hono/jsx */
import { attributionLabel, readAttribution } from "~/domain/attribution/attribution.ts";
import { addDays, type Day, dayLabel, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf, type Sql, sql } from "~/edge/database.ts";
import { Button, Fields, Submit, selectField } from "~/edge/desk/desk-form.tsx";
import { deskPage } from "~/edge/desk/desk-page.tsx";
import { RowName, RowsPart } from "~/edge/desk/desk-parts.tsx";
import { type DeskRequest, mayAs } from "~/edge/desk/desk-request.ts";
import { type CsvColumn, csvResponse } from "~/edge/http/csv.ts";
import { subscriptionLink } from "~/edge/subscriptions/request-subscription.ts";
import {
  confirmedReaders,
  countReaders,
  type Subscription,
} from "~/edge/subscriptions/subscription-store.ts";
import { offeredCourses } from "../list/list-parts.tsx";
import { noteExport } from "../trail.tsx";

const PERIODS = ["7", "30", "90", "365"];
const DEFAULT_PERIOD = "30";
/** The longest period, in days, whose days are listed. */
const MAX_LISTED_DAYS = 30;

export async function showSources(request: DeskRequest): Promise<Response> {
  const { url, context, user } = request;
  const { db, now, prices } = context;
  const requestedDays = url.searchParams.get("days") ?? DEFAULT_PERIOD;
  const days = PERIODS.includes(requestedDays) ? requestedDays : DEFAULT_PERIOD;
  const courses = new Map(offeredCourses(prices));
  const course = url.searchParams.get("course") ?? "";
  const courseId = courses.has(course) ? course : null;
  const selection = { since: addDays(lagosDay(now), 1 - Number(days)), courseId };
  const byLink = await countEnrolments(db, "attribution", selection);
  const byCourse = courseId === null ? await countEnrolments(db, "course", selection) : [];
  const byDay = Number(days) <= MAX_LISTED_DAYS ? await countEnrolments(db, "day", selection) : [];
  const subscribers = mayAs(user, "staff") ? await countReaders(db) : 0;
  const periods = PERIODS.map((period) => [period, `The last ${period}`] as const);
  const { site } = context.templates.academy;
  const body = (
    <>
      <form class="filters" method="get" action="/desk/sources">
        <Fields
          request={request}
          fields={[
            selectField("days", "Days", periods, { value: days }),
            selectField("course", "Course", [["", "Any"], ...courses], { value: courseId ?? "" }),
          ]}
        />
        <Submit label="Show these" />
      </form>
      {byLink.length === 0 && <p role="status">Nobody registered in these days.</p>}
      <Counts title="By link" rows={byLink} nameOf={linkName} />
      <Counts
        title="By course"
        rows={byCourse}
        nameOf={(id) => courses.get(id) ?? (id || "Course not known")}
      />
      <Counts
        title="By day"
        rows={byDay.toSorted((a, b) => b.name.localeCompare(a.name))}
        nameOf={(day) => dayLabel(day)}
      />
      {subscribers > 0 && <Newsletter subscribers={subscribers} />}
      <h2>Make a link of your own</h2>
      <p>
        Add to the address a note of where you share it, and what for:{" "}
        <RowName>
          {new URL("/?utm_source=instagram&utm_medium=social&utm_campaign=may-cohort", site).href}
        </RowName>
        . Give someone who recommends the academy a code of up to twelve letters and digits:{" "}
        <RowName>{new URL("/?ref=ada7", site).href}</RowName>.
      </p>
    </>
  );
  const lead = "Which links bring learners, and how many of them paid.";
  return deskPage(request, { title: "Sources", lead, body });
}

function Newsletter({ subscribers }: { subscribers: number }) {
  return (
    <>
      <h2>Newsletter</h2>
      <form class="buttons" method="post" action="/desk/subscribers.csv">
        <p>
          {counted(subscribers, "reader")} confirmed the newsletter. Put each reader's unsubscribe link in
          their email.
        </p>
        <Button label="Download as CSV" />
      </form>
    </>
  );
}

interface CountsProps {
  readonly title: string;
  readonly rows: readonly EnrolmentCount[];
  readonly nameOf: (name: string) => string;
}

function Counts({ title, rows, nameOf }: CountsProps) {
  return (
    <RowsPart title={title} heading="h2" rows={rows}>
      {({ name, started, paid }) => (
        <>
          <RowName>{nameOf(name)}</RowName>
          <span>{`${started} registered, ${paid} paid`}</span>
        </>
      )}
    </RowsPart>
  );
}

function linkName(attribution: string): string {
  return attributionLabel(readAttribution(new URLSearchParams(attribution))) || "No link";
}

type CountedBy = "day" | "attribution" | "course";

interface EnrolmentCount {
  /** The day in Lagos, the attribution, or the id of the course. */
  readonly name: string;
  readonly started: number;
  /** The number of those who have paid something. */
  readonly paid: number;
}

const EXPRESSIONS: Record<CountedBy, Sql> = {
  // Lagos is an hour ahead of UTC all year.
  day: sql`date(created_at, '+1 hour')`,
  attribution: sql`attribution`,
  course: sql`course_id`,
};

/** Counts the enrolments since a day, most paid ones first. @param courseId `null` for every course */
async function countEnrolments(
  db: Database,
  by: CountedBy,
  { since, courseId }: { since: Day; courseId: string | null },
): Promise<EnrolmentCount[]> {
  return rowsOf<EnrolmentCount>(db)`
    SELECT /* full scan allowed */ ${EXPRESSIONS[by]} AS name, COUNT(*) AS started,
      SUM(state <> 'started') AS paid
    FROM enrolments
    WHERE created_at >= ${lagosTime(since, 0)} AND (${courseId} IS NULL OR course_id = ${courseId})
    GROUP BY 1 ORDER BY paid DESC, started DESC, name`;
}

/** Sends the newsletter's readers as CSV, each with the link that unsubscribes in one click: POST. */
export async function exportSubscribers(request: DeskRequest): Promise<Response> {
  const { db, now, templates } = request.context;
  const readers = await confirmedReaders(db);
  await noteExport(request, "the newsletter's readers");
  const columns: readonly CsvColumn<Subscription>[] = [
    ["Email", ({ email }) => email],
    ["Confirmed (UTC)", ({ confirmedAt }) => confirmedAt ?? ""],
    ["Unsubscribe link", ({ token }) => subscriptionLink(templates.academy.site, token, "/stop").href],
  ];
  return csvResponse(`newsletter-${lagosDay(now)}.csv`, columns, async () => ({ rows: readers, next: null }));
}
