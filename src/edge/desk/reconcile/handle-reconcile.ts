import { html } from "hono/html";
import { dayLabel, isDay } from "~/domain/dates/day.ts";
import { amountText } from "~/domain/money/money.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import { deskPage, formField, type Html, seeOther } from "~/edge/desk/desk-page.tsx";
import { type DeskRequest, posted } from "~/edge/desk/desk-request.ts";
import { noteInTrail } from "~/edge/desk/trail.ts";
import { CHANNEL_NAMES, CURRENCY_OF, type Provider } from "~/edge/payments/provider.ts";
import { DAYS_COMPARED, lastClosedDay } from "~/edge/reconciliation/comparison.ts";
import {
  latestReconciliations,
  type Reconciliation,
  restartReconciliation,
} from "~/edge/reconciliation/reconciliation-store.ts";
import { DIFFERENCE_WORDS, type Difference } from "~/edge/reconciliation/report-differences.ts";

const MOST_LISTED = 30;

const STATE_WORDS: Record<Reconciliation["state"], string> = {
  running: "Still comparing. Load the page again in a minute.",
  finished: "",
  incomplete: "It could not be compared to the end.",
};

type Enrolments = ReadonlyMap<string, EnrolmentOfPayment>;

export function showReconcile(request: DeskRequest): Promise<Response> {
  return reconcilePage(request, {});
}

/** Has the queue compare the seven days up to a day with a provider's books: POST `{ provider, day }`. */
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

async function reconcilePage(
  request: DeskRequest,
  problems: Partial<Record<"provider" | "day", string>>,
): Promise<Response> {
  const { db, now } = request.context;
  const latest = await latestReconciliations(db, MOST_LISTED);
  const references = latest.flatMap(({ differences }) => differences.map(({ reference }) => reference));
  const enrolments = await enrolmentsOfPayments(db, references);
  const day = posted(request, "day") || lastClosedDay(now);
  const body = html`<h1>Reconcile</h1>
<p class="lead">Every morning the site compares the last ${DAYS_COMPARED} days with each provider. Compare an earlier week here.</p>
<form class="fields" method="post" action="/desk/reconcile">
${formField(
  {
    name: "provider",
    label: "Provider",
    kind: "select",
    value: posted(request, "provider"),
    options: [
      ["paystack", CHANNEL_NAMES.paystack],
      ["paypal", CHANNEL_NAMES.paypal],
    ],
  },
  problems.provider,
)}
${formField({ name: "day", label: "Last day of the week", kind: "date", value: day }, problems.day)}
<div class="buttons"><button class="btn btn-primary" type="submit">Compare</button></div></form>
<h2>Latest comparisons</h2>
${
  latest.length > 0
    ? latest.map((comparison) => comparisonSection(comparison, enrolments))
    : html`<p>None yet. The first one runs tomorrow morning.</p>`
}`;
  const isRefused = Object.keys(problems).length > 0;
  return deskPage(request, { title: "Reconcile", body, status: isRefused ? 422 : 200 });
}

function comparisonSection(reconciliation: Reconciliation, enrolments: Enrolments): Html {
  const { provider, day, state, basis, compared, differences, feesMinor, payoutsMinor } = reconciliation;
  const amount = (minor: number) => amountText(CURRENCY_OF[provider], minor);
  const facts = [
    STATE_WORDS[state],
    `${counted(compared, "record")} compared.`,
    basis === "charges"
      ? "PayPal doesn't show its list to this site, so only recorded payments were checked."
      : "",
    feesMinor === null ? "" : `Fees of the day: ${amount(feesMinor)}.`,
    payoutsMinor === null ? "" : `Paid out on the day: ${amount(payoutsMinor)}.`,
    state === "finished" && differences.length === 0 ? "Nothing differs." : "",
  ].filter(Boolean);
  return html`<section><h3>${CHANNEL_NAMES[provider]}, ${DAYS_COMPARED} days to ${dayLabel(day)}</h3><p>${facts.join(" ")}</p>
${differences.length > 0 ? html`<ul class="rows">${differences.map((difference) => differenceRow(difference, enrolments))}</ul>` : ""}</section>`;
}

function differenceRow(difference: Difference, enrolments: Enrolments): Html {
  const { kind, reference, currency, oursMinor, theirsMinor } = difference;
  const [what, toDo] = DIFFERENCE_WORDS[kind];
  const enrolment = enrolments.get(reference);
  const amount = (minor: number | null) => (minor === null ? "nothing" : amountText(currency, minor));
  const name = enrolment
    ? html`<a class="row-name" href="/desk/enrolments/${enrolment.id}">${reference}</a><br><span class="quiet">${enrolment.id}, ${enrolment.courseName}</span>`
    : html`<span class="row-name">${reference || "No single payment"}</span>`;
  const amounts = currency ? html`<span>Here ${amount(oursMinor)}, there ${amount(theirsMinor)}</span>` : "";
  return html`<li><span>${name}</span><span>${what}<br><span class="quiet">${toDo}</span></span>${amounts}</li>`;
}

export interface EnrolmentOfPayment {
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
