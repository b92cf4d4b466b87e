import { dayLabel } from "~/domain/dates/day.ts";
import { amountText } from "~/domain/money/amount-text.ts";
import { counted } from "~/domain/words/counted.ts";
import { CHANNEL_NAMES, type Provider } from "~/edge/payments/provider.ts";
import type {
  AmountDifference,
  ExportComparison,
  ReferenceAmount,
} from "~/edge/reconciliation/exports/compare-export.ts";
import { deskPage } from "../desk-page.ts";
import type { DeskRequest } from "../desk-request.ts";
import { hidden } from "../form-fields.ts";
import { type Html, html } from "../html.ts";
import { type EnrolmentOfPayment, enrolmentsOfPayments } from "./enrolments-of-payments.ts";

/** How many of each kind are listed: once these are settled, staff compare again. */
const MOST_LISTED = 100;

type Enrolments = ReadonlyMap<string, EnrolmentOfPayment>;
type Named = Pick<ReferenceAmount, "reference">;

/** What a comparison found, in words, with the enrolments in which it can be settled. @throws when the database fails */
export async function comparisonPage(request: DeskRequest, result: ExportComparison): Promise<Response> {
  const { provider, missingHere, missingThere, chargesThatDiffer, refundsThatDiffer } = result;
  const name = CHANNEL_NAMES[provider];
  const listed = [missingHere, missingThere, chargesThatDiffer, refundsThatDiffer ?? []].flatMap((list) =>
    list.slice(0, MOST_LISTED).map(({ reference }) => reference),
  );
  const enrolments = await enrolmentsOfPayments(request.context.db, listed);
  const body = html`<h1>Compared with ${name}</h1>
<p class="lead" role="status">${result.isEqual ? "Nothing differs." : "The two sides differ."}</p>
<ul>${aboutLines(result, name).map((line) => html`<li>${line}</li>`)}</ul>
${part(
  `Paid at ${name}, not recorded here`,
  `Ask ${name}: what it confirms is recorded like every payment.`,
  missingHere,
  (each) =>
    html`${who(each, enrolments)}<span>${amountOf(each)}</span>${askForm(each, provider, enrolments)}`,
)}
${part(
  `Recorded here, not in the file`,
  `Look them up at ${name}: the export may leave out their days or their status. What was given back there is recorded in the enrolment, Record a refund.`,
  missingThere,
  (each) => html`${who(each, enrolments)}<span>${amountOf(each)}</span>${linkToEnrolment(each, enrolments)}`,
)}
${part(
  "Amounts that differ",
  `Look them up at ${name}, and settle them in the enrolment: with a note, or with a refund.`,
  chargesThatDiffer,
  (each) => html`${who(each, enrolments)}${bothAmounts(each, name)}${linkToEnrolment(each, enrolments)}`,
)}
${part(
  "Refunds that differ",
  "What was given back is recorded in the enrolment, Record a refund.",
  refundsThatDiffer ?? [],
  (each) => html`${who(each, enrolments)}${bothAmounts(each, name)}${linkToEnrolment(each, enrolments)}`,
)}
${part(
  "Lines that cannot be read",
  "They are left out of the comparison. Export the file again, in English and as it comes; a spreadsheet may have changed it.",
  result.unreadable,
  (line) => html`<span>${line}</span>`,
)}
<p><a class="btn btn-outline" href="/desk/reconcile">Compare another file</a></p>`;
  return deskPage(request, { title: `Compared with ${name}`, body });
}

function aboutLines(result: ExportComparison, name: string): string[] {
  const { matched, others, period, refundsThatDiffer, seemsToCountMinor } = result;
  return [
    `${counted(matched, "payment")} of the file ${matched === 1 ? "is" : "are"} recorded here, too.`,
    ...(others > 0
      ? [`${counted(others, "payment")} in it ${others === 1 ? "is none" : "are none"} of this site's.`]
      : []),
    period
      ? `What was recorded ${spanText(period)} was looked for in the file.`
      : "No payment is in both, so nothing recorded here was looked for in the file. Name its days to have that done.",
    ...(refundsThatDiffer === null
      ? [`This kind of file tells of no refunds: compare those at ${name}.`]
      : []),
    ...(seemsToCountMinor
      ? ["Each amount of the file is a hundred times ours: its amounts seem to be kobo or cents."]
      : []),
  ];
}

function spanText({ since, until }: { since: string; until: string }): string {
  if (until === "9999-12-31") return `since ${dayLabel(since)}`;
  if (since === "0000-01-01") return `until ${dayLabel(until)}`;
  return `from ${dayLabel(since)} to ${dayLabel(until)}`;
}

function part<Each>(
  title: string,
  whatToDo: string,
  list: readonly Each[],
  line: (each: Each) => Html,
): Html | string {
  if (list.length === 0) return "";
  const left = list.length - MOST_LISTED;
  return html`<h2>${title} (${list.length})</h2><p>${whatToDo}</p>
<ul class="rows">${list.slice(0, MOST_LISTED).map((each) => html`<li>${line(each)}</li>`)}</ul>
${left > 0 ? html`<p>And ${left} more. Settle these first, then compare again.</p>` : ""}`;
}

function who({ reference }: Named, enrolments: Enrolments): Html {
  const found = enrolments.get(reference);
  if (!found)
    return html`<span><span class="row-name">${reference}</span><br><span class="quiet">In no enrolment here</span></span>`;
  const { id, courseName } = found;
  return html`<span><a class="row-name" href="/desk/enrolments/${id}">${reference}</a><br><span class="quiet">${id}, ${courseName}</span></span>`;
}

function linkToEnrolment({ reference }: Named, enrolments: Enrolments): Html | string {
  const found = enrolments.get(reference);
  return found
    ? html`<span><a href="/desk/enrolments/${found.id}" aria-label="Settle ${reference} in its enrolment">Settle it</a></span>`
    : "";
}

/** Only Paystack can be asked about a payment that was not begun here: PayPal knows it by an order that is not known. */
function askForm({ reference }: Named, provider: Provider, enrolments: Enrolments): Html | string {
  if (provider === "paypal" && !enrolments.has(reference)) return "";
  return html`<form method="post" action="/desk/reconcile/ask">${hidden("reference", reference)}<button class="btn btn-outline" type="submit" aria-label="Ask ${CHANNEL_NAMES[provider]} about ${reference}">Ask ${CHANNEL_NAMES[provider]}</button></form>`;
}

function amountOf({ currency, minor }: ReferenceAmount): string {
  return amountText(currency, minor);
}

function bothAmounts({ currency, recorded, exported }: AmountDifference, name: string): Html {
  return html`<span>Here ${amountText(currency, recorded)}, at ${name} ${amountText(currency, exported)}</span>`;
}
