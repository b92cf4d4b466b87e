/** @jsxImportSource hono/jsx */
/** The parts of pages that list enrolments. */
import { cohortName } from "~/domain/dates/cohort.ts";
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { stateWords } from "~/domain/enrolment/enrolment-status.ts";
import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { type Named, purchaseName } from "~/domain/pricing/payment-plan.ts";
import type { ListPart } from "~/edge/http/csv.ts";
import {
  ButtonForm,
  dateField,
  Field,
  type FormField,
  type Options,
  Submit,
  selectField,
  textField,
} from "../desk-form.tsx";
import { Aside, Badge, ButtonLink, Flags, maskedEmail, RowName, Rows } from "../desk-parts.tsx";
import { type DeskRequest, mayAs } from "../desk-request.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import type { ListedEnrolment } from "./find-enrolments.ts";
import { type Cursor, ENROLMENT_FLAGS, type EnrolmentFilter, NO_COHORT } from "./selection.ts";

export function SearchForm({ typed = "" }: { typed?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: The oldest browsers of the site do not know <search>.
    <form class="fields" role="search" method="post" action="/desk/search">
      <Field
        {...textField("sought", "Find someone", {
          value: typed,
          isPersonal: true,
          hint: "Name, email, phone or reference",
        })}
      />
      <Submit label="Search" look="primary" />
    </form>
  );
}

/** The filters of a list. A narrow screen folds them into one line that names the chosen ones. */
export function FilterForm({ action, fields }: { action: string; fields: readonly FormField[] }) {
  const chosen = fields.filter(({ value }) => value !== "").map(chosenText);
  return (
    <details class="fold filter-fold">
      <summary>
        {chosen.length > 0 ? "Filters: " : "Filters"}
        <span class="filter-chosen">{chosen.join(" · ")}</span>
      </summary>
      <form class="filters" method="get" action={action}>
        {fields.map((field) => (
          <Field {...field} />
        ))}
        <Submit label="Show these" />
      </form>
    </details>
  );
}

function chosenText({ label, kind, value, options = [] }: FormField): string {
  if (kind === "date") return `${label} ${dayLabel(value)}`;
  return options.find(([option]) => option === value)?.[1] ?? value;
}

/** Returns the courses that a list can be filtered by, each once. */
export function offeredCourses(prices: PriceList): Options {
  const courses = [...prices.pricingCourses, ...prices.registrationCourses];
  return [...new Map(courses.map(({ id, name }) => [id, name]))];
}

/** Returns a function that makes the select field for a part of a filter. */
export function filterSelect<Filter extends object>(filter: Filter) {
  return (name: keyof Filter & string, label: string, options: Options): FormField =>
    selectField(name, label, [["", "Any"], ...options], { value: String(filter[name] ?? "") });
}

export function filterFields(
  filter: EnrolmentFilter,
  prices: PriceList,
  cohorts: readonly Named[],
): FormField[] {
  const select = filterSelect(filter);
  return [
    select("owes", "Owes", [
      ["something", "Still owes something"],
      ["late", "Is late"],
    ]),
    select("cohort", "Cohort", [
      [NO_COHORT, "Without a cohort"],
      ...cohorts.map(({ id, name }) => [id, name] as const),
    ]),
    select("course", "Course", offeredCourses(prices)),
    select("state", "State", [
      ["started", "Started, nothing paid"],
      ["active", "Active"],
      ["complete", "Complete"],
      ["withdrawn", "Withdrawn"],
      ["refunded", "Refunded"],
    ]),
    select("flag", "Flag", [
      ["any", "Any that nobody has looked at"],
      ...ENROLMENT_FLAGS.map((flag) => [flag, flagWords(flag)] as const),
    ]),
    dateField("from", "Started from", filter.from ?? ""),
    dateField("until", "Started until", filter.until ?? ""),
  ];
}

interface ListProps {
  readonly path: string;
  /** The filter as a query string, made by `filterText` of selection.ts. */
  readonly query: string;
  readonly page: ListPart<unknown, Cursor>;
}

/** The button that downloads all pages of a list. Nothing is rendered for an empty list. */
export function ListExport({ path, query, page: { rows } }: ListProps) {
  if (rows.length === 0) return null;
  return <ButtonForm action={`${path}.csv`} values={new URLSearchParams(query)} label="Download as CSV" />;
}

/** The link below a page of a list to the next one. */
export function ListEnd({ path, query, page: { rows, next } }: ListProps) {
  if (!next) return null;
  const nextQuery = [query, `after=${cursorText(next)}`].filter(Boolean).join("&");
  return (
    <p>
      <ButtonLink href={`${path}?${nextQuery}`}>Next {rows.length}</ButtonLink>
    </p>
  );
}

export function cursorText({ at, id }: Cursor): string {
  return `${at}~${id}`;
}

/** Reads the place where the previous page ended; `undefined` if the text holds none. */
export function readCursor(text: string | null, isId: (id: string) => boolean): Cursor | undefined {
  const [at = "", id = ""] = text?.split("~") ?? [];
  return /^[\dTZ:.-]{10,24}$/.test(at) && isId(id) ? { at, id } : undefined;
}

interface RowsProps {
  readonly rows: readonly ListedEnrolment[];
  readonly request: DeskRequest;
}

export function EnrolmentRows({ rows, request: { user, context } }: RowsProps) {
  return (
    <Rows rows={rows}>
      {(row) => <EnrolmentRow row={row} isStaff={mayAs(user, "staff")} prices={context.prices} />}
    </Rows>
  );
}

interface RowProps {
  readonly row: ListedEnrolment;
  readonly isStaff: boolean;
  readonly prices: PriceList;
}

function EnrolmentRow({ row, isStaff, prices }: RowProps) {
  const { id, learner, state, hasTuition, lateSince } = row;
  const path = `/desk/enrolments/${id}`;
  // The name depends only on whether there is a time of erasure.
  const name = learnerName({ learner, erasedAt: row.isErased ? id : null });
  const contact = [maskedEmail(learner.email), maskedPhone(learner.phone)].filter(Boolean).join(", ");
  return (
    <>
      <span>
        <RowName href={path}>{isStaff ? name : id}</RowName>
        {isStaff && contact && <Aside>{contact}</Aside>}
        {isStaff && state === "active" && !row.isErased && (
          <>
            <br />
            <a href={`${path}/message`} aria-label={`Message ${name}, ${id}`}>
              Message
            </a>
          </>
        )}
      </span>
      <span>
        {purchaseName(row.courseName, row.planName)}
        <Aside>
          {cohortName(prices.cohorts, row.cohort) || "No cohort"}
          {isStaff && (
            <>
              <br />
              Started {dayLabel(lagosDay(new Date(row.createdAt)))}
            </>
          )}
        </Aside>
      </span>
      <span>
        <Badge>{stateWords(state, hasTuition)}</Badge> {moneyText(row)}
        {lateSince && (
          <>
            <br />
            <Badge look="wrong">{`${isStaff ? lateAmount(row) : ""}late since ${dayLabel(lateSince)}`}</Badge>
          </>
        )}
        <Flags flags={row.flags} />
      </span>
    </>
  );
}

function lateAmount({ currency, lateMinor }: ListedEnrolment): string {
  return currency ? `${formatExact(fromMinor(currency, lateMinor))} ` : "";
}

function moneyText({ currency, paidMinor, leftMinor }: ListedEnrolment): string {
  if (!currency) return "";
  const paid = `${formatExact(fromMinor(currency, paidMinor))} paid`;
  return leftMinor > 0 ? `${paid}, ${formatExact(fromMinor(currency, leftMinor))} left` : paid;
}

/** Masks a phone number as "•••• 5678"; empty if there is none. */
function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return digits.length < 4 ? "" : `•••• ${digits.slice(-4)}`;
}
