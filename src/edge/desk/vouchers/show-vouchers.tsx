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
import { FORM_TOKEN, FormToken } from "../actions/action-page.tsx";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import {
  Aside,
  Badge,
  ButtonForm,
  ButtonLink,
  Field,
  lagosTimeText,
  RowName,
  RowsPart,
  Submit,
} from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import { actionOfToken, addingAction } from "../trail.tsx";
import { readVouchers, tickedCourses, voucherFields } from "./read-voucher.ts";

const A_PAGE = 50;

/** Lists the vouchers, the latest first, with the form that makes another one: GET `?before=`. */
export function showVouchers(request: DeskRequest): Promise<Response> {
  return vouchersPage(request, {});
}

async function vouchersPage(
  request: DeskRequest,
  problems: Readonly<Record<string, string>>,
): Promise<Response> {
  const { db, now } = request.context;
  const cursor = request.url.searchParams.get("before");
  const vouchers = await latestVouchers(db, { before: cursor, limit: A_PAGE + 1, now });
  const visibleVouchers = vouchers.slice(0, A_PAGE);
  const isWrong = Object.keys(problems).length > 0;
  const body = (
    <>
      <h1>Vouchers</h1>
      <p class="lead">A voucher takes money off tuition. Learners type its code on Signup.</p>
      {isWrong && (
        <div class="notice notice-wrong" role="alert">
          <h2>Not made yet</h2>
          <p>Check the fields below.</p>
        </div>
      )}
      <details open={isWrong || vouchers.length === 0}>
        <summary class="btn btn-outline">Make a voucher</summary>
        <form class="fields action" method="post" action="/desk/vouchers">
          <FormToken request={request} />
          {voucherFields().map((field) => (
            <Field
              {...field}
              value={request.form ? posted(request, field.name) : field.value}
              problem={problems[field.name]}
            />
          ))}
          <CourseTicks request={request} />
          <Submit label="Make voucher" look="primary" />
        </form>
      </details>
      <RowsPart title="All vouchers" heading="h2" rows={visibleVouchers}>
        {(voucher) => <VoucherRow voucher={voucher} />}
      </RowsPart>
      {vouchers.length > A_PAGE && (
        <p>
          <ButtonLink
            href={`/desk/vouchers?${new URLSearchParams({ before: visibleVouchers.at(-1)?.madeAt ?? "" })}`}
          >
            Earlier
          </ButtonLink>
        </p>
      )}
    </>
  );
  return deskPage(request, { title: "Vouchers", body, status: isWrong ? 422 : 200 });
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
        <RowName href={`/desk/vouchers/${code}`}>{code}</RowName>
        {endedAt && (
          <>
            {" "}
            <Badge look="wrong">ended</Badge>
          </>
        )}
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

/** Describes a discount: "10 percent", "N48,000 or $60.00, the fee too". */
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
  if (!FORM_TOKEN.test(token))
    return vouchersPage(request, { code: "This form is from another page. Send it again." });
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
  const several = vouchers.length > 1 ? counted(vouchers.length, "voucher") : `voucher ${first.code}`;
  const line = {
    token,
    action: "voucher",
    subject: first.code,
    summary: `Made ${several}: ${takesOff(first)}`,
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
      <p>
        <a href="/desk/vouchers">Vouchers</a>
      </p>
      <h1>{code}</h1>
      <p class="lead">
        {takesOff(voucher)} off {courses.join(", ") || "all courses"}
        {discount.isForPayingAtOnce && ", paid at once"}. {usedText(voucher)}, {daysText(voucher)}.
      </p>
      <p>{note}</p>
      <p class="quiet">{`${madeBy}, ${lagosTimeText(madeAt)}`}</p>
      <p>
        Signup with it filled in: <a href={link.href}>{link.href}</a>
      </p>
      <ButtonForm
        action={`/desk/vouchers/${code}`}
        values={[["ended", endedAt ? "" : "yes"]]}
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
  return deskPage(request, { title: code, body });
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
  const rows = await rowsOf<
    Omit<Use, "name"> & { readonly learner: string; readonly erasedAt: string | null }
  >(db)`
    SELECT enrolment_id AS enrolmentId, confirmed_at AS confirmedAt, is_overused AS isOverused, learner, erased_at AS erasedAt
    FROM voucher_uses JOIN enrolments ON enrolments.id = enrolment_id
    WHERE code = ${code} ORDER BY coalesce(confirmed_at, reserved_until) DESC LIMIT ${MAX_USES}`;
  return rows.map(({ learner, erasedAt, ...use }) => ({
    ...use,
    name: learnerName({ learner: readLearner(learner), erasedAt }),
  }));
}
