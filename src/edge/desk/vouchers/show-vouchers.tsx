/** @jsxImportSource hono/jsx */
import { dayLabel } from "~/domain/dates/day.ts";
import { readLearner } from "~/domain/enrolment/learner.ts";
import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import { type CsvColumn, csvResponse } from "~/edge/http/csv.ts";
import {
  addingVoucher,
  endingVoucher,
  findVoucher,
  latestVouchers,
  type NewVoucher,
  type Voucher,
} from "~/edge/vouchers/voucher-store.ts";
import {
  ButtonForm,
  Fields,
  FORM_TOKEN,
  FROM_ANOTHER_PAGE,
  HiddenFields,
  hasProblems,
  type Problems,
  ProblemWarning,
  Submit,
  tokenOf,
} from "../desk-form.tsx";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import { Aside, Badge, EarlierLink, lagosTimeText, RowName, RowsPart } from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import { actionOfToken, addingAction } from "../trail.tsx";
import { readVouchers, tickedCourses, voucherFields } from "./read-voucher.ts";

const ROWS_PER_PAGE = 50;

/** Lists the vouchers, the latest first, with the form that makes another one: GET `?before=`. */
export function showVouchers(request: DeskRequest): Promise<Response> {
  return vouchersPage(request, {});
}

async function vouchersPage(request: DeskRequest, problems: Problems): Promise<Response> {
  const { db, now } = request.context;
  const before = request.url.searchParams.get("before");
  const vouchers = await latestVouchers(db, { before, limit: ROWS_PER_PAGE + 1, now });
  const visibleVouchers = vouchers.slice(0, ROWS_PER_PAGE);
  const isWrong = hasProblems(problems);
  const body = (
    <>
      <ProblemWarning problems={problems} />
      <details open={isWrong || vouchers.length === 0}>
        <summary class="btn btn-outline">Make a voucher</summary>
        <form class="fields" method="post" action="/desk/vouchers">
          <HiddenFields values={{ token: tokenOf(request) }} />
          <Fields request={request} fields={voucherFields()} problems={problems} />
          <CourseTicks request={request} />
          <Submit label="Make voucher" look="primary" />
        </form>
      </details>
      <RowsPart title="All vouchers" heading="h2" rows={visibleVouchers}>
        {(voucher) => <VoucherRow voucher={voucher} />}
      </RowsPart>
      {vouchers.length > ROWS_PER_PAGE && (
        <EarlierLink path="/desk/vouchers" before={visibleVouchers.at(-1)?.madeAt ?? ""} />
      )}
    </>
  );
  const lead = "A voucher takes money off tuition. Learners type its code on Signup.";
  return deskPage(request, { title: "Vouchers", lead, body, status: isWrong ? 422 : 200 });
}

function CourseTicks({ request }: { request: DeskRequest }) {
  const ticked = tickedCourses(request);
  return (
    <details open={ticked.length > 0}>
      <summary>Only for some courses</summary>
      <fieldset class="ticks">
        <legend class="quiet">None ticked: for all courses.</legend>
        {request.context.prices.registrationCourses.map(({ id, name }) => (
          <label>
            <input type="checkbox" name="course" value={id} checked={ticked.includes(id)} />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function VoucherRow({ voucher }: { voucher: Voucher }) {
  const { code, note, madeBy, madeAt, endedAt } = voucher;
  return (
    <>
      <span>
        <RowName href={`/desk/vouchers/${code}`}>{code}</RowName>{" "}
        {endedAt && <Badge look="wrong">ended</Badge>}
        <Aside>{takesOff(voucher)}</Aside>
      </span>
      <span>
        {usedText(voucher)}
        <Aside>{daysText(voucher)}</Aside>
      </span>
      <span>
        {note}
        <Aside>{`${madeBy}, ${lagosTimeText(madeAt)}`}</Aside>
      </span>
    </>
  );
}

/** Describes a discount: "10 percent", "N48,000 or $60, the fee too". */
function takesOff({ discount: { percent, amounts, includesFee } }: NewVoucher): string {
  const { NGN, USD } = amounts;
  const off =
    percent === null
      ? `${formatExact(fromMinor("NGN", NGN))} or ${formatExact(fromMinor("USD", USD))}`
      : `${percent} percent`;
  return includesFee ? `${off}, the fee too` : off;
}

function usedText({ uses, used, reserved }: Voucher): string {
  const text = uses === null ? `Used ${counted(used, "time")}` : `${used} of ${uses} used`;
  return reserved > 0 ? `${text}, ${reserved} being paid` : text;
}

function daysText({ firstDay, lastDay }: NewVoucher): string {
  const from = firstDay && `from ${dayLabel(firstDay)}`;
  const until = lastDay && `until ${dayLabel(lastDay)}`;
  return [from, until].filter(Boolean).join(" ") || "any day";
}

/** Makes vouchers, once for each form: POST. 200 CSV · 303 one was made · 409 the code is taken · 422. */
export async function makeVouchers(request: DeskRequest): Promise<Response> {
  const { db, now } = request.context;
  const token = posted(request, "token");
  if (!FORM_TOKEN.test(token)) return vouchersPage(request, FROM_ANOTHER_PAGE);
  const earlier = await actionOfToken(db, token);
  if (earlier) return seeOther("/desk/vouchers");
  const result = readVouchers(request);
  if ("problems" in result) return vouchersPage(request, result.problems);
  const { vouchers } = result;
  const [first] = vouchers;
  if (!first) return seeOther("/desk/vouchers");
  if (await findVoucher(db, first.code, now)) {
    return vouchersPage(request, { code: "There is a voucher with this code already. Choose another." });
  }
  const name = vouchers.length > 1 ? counted(vouchers.length, "voucher") : `voucher ${first.code}`;
  const line = {
    token,
    action: "voucher",
    subject: first.code,
    summary: `Made ${name}: ${takesOff(first)}`,
    detail: first.note,
  };
  await db.batch([
    addingAction(request, line),
    ...vouchers.map((voucher) => addingVoucher(db, voucher, now)),
  ]);
  if (vouchers.length === 1) return seeOther(`/desk/vouchers/${first.code}`);
  return csvResponse("vouchers.csv", COLUMNS, async () => ({ rows: vouchers, next: null }));
}

const COLUMNS: readonly CsvColumn<NewVoucher>[] = [
  ["Code", ({ code }) => code],
  ["Takes off", takesOff],
  ["First day", ({ firstDay }) => firstDay ?? ""],
  ["Last day", ({ lastDay }) => lastDay ?? ""],
  ["Note", ({ note }) => note],
];

/** Shows a voucher and its uses. */
export async function showVoucher(request: DeskRequest, code: string): Promise<Response> {
  const { db, prices, now, templates } = request.context;
  const voucher = await findVoucher(db, code, now);
  if (!voucher) {
    const text = "There is no such voucher.";
    return messagePage(request, { title: "Not found", text, status: 404, back: "/desk/vouchers" });
  }
  const { discount, endedAt, note, madeBy, madeAt } = voucher;
  const courses = discount.courseIds.map(
    (id) => prices.registrationCourses.find((course) => course.id === id)?.name ?? id,
  );
  const link = new URL("/Signup", templates.academy.site);
  link.searchParams.set("voucher", code);
  const body = (
    <>
      <p>{note}</p>
      <p class="quiet">{`${madeBy}, ${lagosTimeText(madeAt)}`}</p>
      <p>
        Signup with it filled in: <a href={link.href}>{link.href}</a>
      </p>
      <ButtonForm
        action={`/desk/vouchers/${code}`}
        values={{ ended: endedAt ? "" : "yes" }}
        label={endedAt ? "Let it go on" : "End this voucher"}
      />
      {endedAt && <p>Ended on {lagosTimeText(endedAt)}. Who agreed with it before keeps the price.</p>}
      <RowsPart title="Who used it" heading="h2" rows={await usesOf(db, code)}>
        {({ enrolmentId, name, confirmedAt, isOverused }) => (
          <>
            <RowName href={`/desk/enrolments/${enrolmentId}`}>{name}</RowName>
            <span>{confirmedAt ? `Paid on ${lagosTimeText(confirmedAt)}` : "Not paid yet"}</span>
            <span>{isOverused === 1 && <Badge look="wrong">one too many</Badge>}</span>
          </>
        )}
      </RowsPart>
    </>
  );
  const above = (
    <p>
      <a href="/desk/vouchers">Vouchers</a>
    </p>
  );
  const applies = `${courses.join(", ") || "all courses"}${discount.isForPayingAtOnce ? ", paid at once" : ""}`;
  const lead = `${takesOff(voucher)} off ${applies}. ${usedText(voucher)}, ${daysText(voucher)}.`;
  return deskPage(request, { title: code, above, lead, body });
}

/** Ends a voucher or reopens it: POST `{ ended }`. A repeated post has no effect. */
export async function endVoucher(request: DeskRequest, code: string): Promise<Response> {
  const { db, now } = request.context;
  const voucher = await findVoucher(db, code, now);
  const isEnding = posted(request, "ended") === "yes";
  if (voucher && (voucher.endedAt === null) === isEnding) {
    const summary = `${isEnding ? "Ended" : "Let go on"} voucher ${code}`;
    await db.batch([
      addingAction(request, { action: "voucher", subject: code, summary }),
      endingVoucher(db, code, isEnding ? now : null),
    ]);
  }
  return seeOther(`/desk/vouchers/${code}`);
}

interface Use {
  readonly enrolmentId: string;
  readonly name: string;
  readonly confirmedAt: string | null;
  readonly isOverused: number;
}

/** The most uses that a page lists. */
const MAX_USES = 500;

async function usesOf(db: Database, code: string): Promise<Use[]> {
  type Row = Omit<Use, "name"> & { readonly learner: string; readonly erasedAt: string | null };
  const rows = await rowsOf<Row>(db)`
    SELECT enrolment_id AS enrolmentId, confirmed_at AS confirmedAt, is_overused AS isOverused, learner, erased_at AS erasedAt
    FROM voucher_uses JOIN enrolments ON enrolments.id = enrolment_id
    WHERE code = ${code} ORDER BY coalesce(confirmed_at, reserved_until) DESC LIMIT ${MAX_USES}`;
  return rows.map(({ learner, erasedAt, ...use }) => ({
    ...use,
    name: learnerName({ learner: readLearner(learner), erasedAt }),
  }));
}
