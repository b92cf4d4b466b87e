/** @jsxImportSource hono/jsx */
import { dayLabel, isDay } from "~/domain/dates/day.ts";
import { amountText } from "~/domain/money/money.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import {
  dateField,
  Fields,
  hasProblems,
  type Problems,
  Submit,
  selectField,
} from "~/edge/desk/desk-form.tsx";
import { deskPage, seeOther } from "~/edge/desk/desk-page.tsx";
import { Aside, RowName, Rows } from "~/edge/desk/desk-parts.tsx";
import { type DeskRequest, posted } from "~/edge/desk/desk-request.ts";
import { noteInTrail } from "~/edge/desk/trail.tsx";
import { CHANNEL_NAMES, CURRENCY_OF, type Provider } from "~/edge/payments/provider.ts";
import { DAYS_COMPARED, lastClosedDay } from "~/edge/reconciliation/comparison.ts";
import {
  latestReconciliations,
  type Reconciliation,
  restartReconciliation,
} from "~/edge/reconciliation/reconciliation-store.ts";
import { DIFFERENCE_WORDS, type Difference } from "~/edge/reconciliation/report-differences.ts";

const MAX_LISTED = 30;
const PROVIDERS = ["paystack", "paypal"] as const satisfies readonly Provider[];

const STATE_WORDS: Record<Reconciliation["state"], string> = {
  running: "Still comparing. Load the page again in a minute.",
  finished: "",
  incomplete: "It could not be compared to the end.",
};

export function showReconcile(request: DeskRequest): Promise<Response> {
  return reconcilePage(request, {});
}

/**
 * Enqueues a comparison with a provider's books, of the seven days that end on the posted day:
 * POST `{ provider, day }`.
 */
export async function reconcile(request: DeskRequest): Promise<Response> {
  const { db, jobs, now } = request.context;
  const provider = posted(request, "provider");
  const day = posted(request, "day");
  if (!isProvider(provider)) return reconcilePage(request, { provider: "Choose a provider." });
  if (!isDay(day) || day > lastClosedDay(now)) {
    const latest = dayLabel(lastClosedDay(now));
    return reconcilePage(request, { day: `Choose a day up to ${latest}.` });
  }
  await restartReconciliation(db, { provider, day }, now);
  await jobs.send({ type: "reconcile", provider, day });
  await noteInTrail(request, {
    action: "reconcile",
    summary: `Compared the week up to ${dayLabel(day)} with ${CHANNEL_NAMES[provider]}`,
  });
  return seeOther("/desk/reconcile");
}

function isProvider(name: string): name is Provider {
  return Object.hasOwn(CURRENCY_OF, name);
}

async function reconcilePage(request: DeskRequest, problems: Problems): Promise<Response> {
  const { db, now } = request.context;
  const latest = await latestReconciliations(db, MAX_LISTED);
  const references = latest.flatMap(({ differences }) => differences.map(({ reference }) => reference));
  const enrolments = await enrolmentsOfPayments(db, references);
  const providers = PROVIDERS.map((name) => [name, CHANNEL_NAMES[name]] as const);
  const fields = [
    selectField("provider", "Provider", providers),
    dateField("day", "Last day of the week", lastClosedDay(now)),
  ];
  const body = (
    <>
      <form class="fields" method="post" action="/desk/reconcile">
        <Fields request={request} fields={fields} problems={problems} />
        <Submit label="Compare" look="primary" />
      </form>
      <h2>Latest comparisons</h2>
      {latest.length === 0 && <p>None yet. The first one runs tomorrow morning.</p>}
      {latest.map((comparison) => (
        <Comparison comparison={comparison} enrolments={enrolments} />
      ))}
    </>
  );
  const lead = `Every morning the site compares the last ${DAYS_COMPARED} days with each provider. Compare an earlier week here.`;
  return deskPage(request, { title: "Reconcile", lead, body, status: hasProblems(problems) ? 422 : 200 });
}

interface ComparisonProps {
  readonly comparison: Reconciliation;
  /** The enrolments of the payments that differ, by the payments' references. */
  readonly enrolments: ReadonlyMap<string, EnrolmentOfPayment>;
}

function Comparison({ comparison, enrolments }: ComparisonProps) {
  const { provider, day, state, basis, compared, differences, feesMinor, payoutsMinor } = comparison;
  const amount = (minor: number) => amountText(CURRENCY_OF[provider], minor);
  const hasNoProviderList = basis === "charges";
  const facts = [
    STATE_WORDS[state],
    `${counted(compared, "record")} compared.`,
    hasNoProviderList
      ? "PayPal doesn't show its list to this site, so only recorded payments were checked."
      : "",
    feesMinor === null ? "" : `Fees of the day: ${amount(feesMinor)}.`,
    payoutsMinor === null ? "" : `Paid out on the day: ${amount(payoutsMinor)}.`,
    state === "finished" && differences.length === 0 ? "Nothing differs." : "",
  ].filter(Boolean);
  return (
    <section>
      <h3>{`${CHANNEL_NAMES[provider]}, ${DAYS_COMPARED} days to ${dayLabel(day)}`}</h3>
      <p>{facts.join(" ")}</p>
      <Rows rows={differences}>
        {(difference) => (
          <DifferenceRow difference={difference} enrolment={enrolments.get(difference.reference)} />
        )}
      </Rows>
    </section>
  );
}

interface DifferenceProps {
  readonly difference: Difference;
  readonly enrolment: EnrolmentOfPayment | undefined;
}

function DifferenceRow({ difference, enrolment }: DifferenceProps) {
  const { kind, reference, currency, oursMinor, theirsMinor } = difference;
  const [description, advice] = DIFFERENCE_WORDS[kind];
  const amount = (minor: number | null) => (minor === null ? "nothing" : amountText(currency, minor));
  return (
    <>
      <span>
        <RowName href={enrolment && `/desk/enrolments/${enrolment.id}`}>
          {reference || "No single payment"}
        </RowName>
        {enrolment && <Aside>{`${enrolment.id}, ${enrolment.courseName}`}</Aside>}
      </span>
      <span>
        {description}
        <Aside>{advice}</Aside>
      </span>
      {currency && <span>{`Here ${amount(oursMinor)}, there ${amount(theirsMinor)}`}</span>}
    </>
  );
}

interface EnrolmentOfPayment {
  readonly id: string;
  readonly courseName: string;
}

async function enrolmentsOfPayments(
  db: Database,
  references: readonly string[],
): Promise<Map<string, EnrolmentOfPayment>> {
  const results = await rowsOf<EnrolmentOfPayment & { readonly reference: string }>(db)`
    SELECT reference, enrolment_id AS id, course_name AS courseName FROM payments
    WHERE reference IN (SELECT value FROM json_each(${JSON.stringify(references)}))
      AND enrolment_id IS NOT NULL`;
  return new Map(results.map(({ reference, ...enrolment }) => [reference, enrolment]));
}
