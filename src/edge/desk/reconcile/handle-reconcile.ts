import { isDay } from "~/domain/dates/day.ts";
import { isReference } from "~/domain/payments/reference.ts";
import { type AskedDays, compareExport } from "~/edge/reconciliation/exports/compare-export.ts";
import { exportReader, KNOWN_EXPORTS } from "~/edge/reconciliation/exports/read-export.ts";
import { recordedFor } from "~/edge/reconciliation/exports/recorded-payments.ts";
import { deskPage, messagePage } from "../desk-page.ts";
import { type DeskRequest, posted } from "../desk-request.ts";
import { formField } from "../form-fields.ts";
import { html } from "../html.ts";
import { MOST_MEGABYTES, UploadTrouble } from "../limited-pieces.ts";
import { noteInTrail } from "../trail.ts";
import { comparisonPage } from "./comparison-page.ts";

const MOST_LINES = 50_000;

/** What is wrong with what was sent. */
interface Wrong {
  readonly status: 413 | 422;
  readonly file?: readonly string[];
  readonly since?: string;
  readonly until?: string;
}

/** The form for an export: GET. */
export function showReconcile(request: DeskRequest): Promise<Response> {
  return formPage(request, null);
}

/**
 * Compares a provider's export with the books: POST `{ since, until, file }`. Nothing of the file is stored.
 *
 * 200 what differs · 413 the file is too long · 422 it is not an export, or a day is not valid.
 * @throws when the database fails
 */
export async function reconcile(request: DeskRequest): Promise<Response> {
  const { file, context } = request;
  const asked: AskedDays = {
    since: posted(request, "since") || null,
    until: posted(request, "until") || null,
  };
  const reader = exportReader();
  let isEmpty = true;
  try {
    for await (const piece of file ?? []) {
      isEmpty &&= piece.trim() === "";
      // A file that is too long is still read to its end, but not parsed.
      if (reader.rows <= MOST_LINES) reader.write(piece);
    }
  } catch (error) {
    if (!(error instanceof UploadTrouble)) throw error;
    return error.reason === "too-large"
      ? formPage(request, { status: 413, file: [`The file is larger than ${MOST_MEGABYTES} MB. ${SHORTER}`] })
      : formPage(request, { status: 422, file: ["The file did not come as a whole. Send it again."] });
  }
  const wrongDay = "This is not a day.";
  const since = asked.since && !isDay(asked.since) ? wrongDay : undefined;
  const until = asked.until && !isDay(asked.until) ? wrongDay : undefined;
  if (since || until) {
    const again = "Choose the file again: a browser keeps none.";
    return formPage(request, {
      status: 422,
      file: [again],
      ...(since && { since }),
      ...(until && { until }),
    });
  }
  if (isEmpty)
    return formPage(request, { status: 422, file: ["No file was chosen, or there is nothing in it."] });
  if (reader.rows > MOST_LINES) {
    const text = `The file has more than ${MOST_LINES.toLocaleString("en-GB")} lines. ${SHORTER}`;
    return formPage(request, { status: 413, file: [text] });
  }
  const exported = reader.end();
  if ("columns" in exported) return formPage(request, { status: 422, file: noExport(exported.columns) });
  const recorded = await recordedFor(context.db, exported, asked);
  return comparisonPage(request, compareExport(exported, recorded, asked));
}

const SHORTER = "Export fewer days at a time.";
/** A wrong file may begin with anything. */
const MOST_COLUMNS_NAMED = 20;

function noExport(columns: readonly string[]): string[] {
  const named = columns.slice(0, MOST_COLUMNS_NAMED).map((name) => name.slice(0, 40));
  return [
    `This is no export of Paystack's or PayPal's. Its columns are: ${named.filter(Boolean).join(", ") || "none"}.`,
    ...KNOWN_EXPORTS,
  ];
}

function formPage(request: DeskRequest, wrong: Wrong | null): Promise<Response> {
  const day = (name: "since" | "until", label: string, hint: string) =>
    formField({ name, label, kind: "date", value: posted(request, name), hint }, wrong?.[name]);
  const body = html`<h1>Reconcile</h1>
<p class="lead">Compare what a provider took with what is recorded here. The site does so by itself each day; this is for whatever is older, and for the accounts.</p>
${wrong?.file ? html`<div class="notice notice-wrong" role="alert">${wrong.file.map((line) => html`<p>${line}</p>`)}</div>` : ""}
<form class="fields" method="post" action="/desk/reconcile" enctype="multipart/form-data">
${day("since", "First day of the export", "By UTC. Left empty, the days of the payments that are in both")}
${day("until", "Last day of the export", "By UTC")}
${formField({
  name: "file",
  label: "The provider's CSV",
  kind: "file",
  value: "",
  accept: ".csv,text/csv",
  hint: `Up to ${MOST_LINES.toLocaleString("en-GB")} lines. It is compared, and not kept`,
})}
<div class="buttons"><button class="btn btn-primary" type="submit">Compare</button></div></form>
<h2>Where the file comes from</h2>
<ul>${KNOWN_EXPORTS.map((line) => html`<li>${line}</li>`)}</ul>`;
  return deskPage(request, { title: "Reconcile", body, status: wrong?.status ?? 200 });
}

/**
 * Queues a question to the provider about a payment that is in its export and not recorded here: POST `{ reference }`.
 * Asking twice records nothing twice.
 * @throws when the database or the queue fails
 */
export async function askProvider(request: DeskRequest): Promise<Response> {
  const reference = posted(request, "reference");
  if (!isReference(reference)) {
    return messagePage(request, {
      title: "Not asked",
      text: "This is no reference of a payment.",
      status: 422,
      back: "/desk/reconcile",
    });
  }
  await request.context.jobs.send({ type: "verify", reference });
  await noteInTrail(request, {
    act: "ask",
    subject: reference,
    summary: `Had the provider asked about ${reference}`,
  });
  const text = `${reference}: the provider is being asked. What it says is recorded within a minute, with receipt and mails like every payment. Then compare again.`;
  return messagePage(request, { title: "Asked", text, status: 200, back: "/desk/reconcile" });
}
