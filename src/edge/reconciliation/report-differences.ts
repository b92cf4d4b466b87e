import { addDays, type Day, dayLabel } from "~/domain/dates/day.ts";
import { amountText } from "~/domain/money/money.ts";
import { counted, escapeHtml } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { enqueueMail, storeMail } from "~/edge/mail/mail-store.ts";
import { CHANNEL_NAMES, CURRENCY_OF } from "~/edge/payments/provider.ts";
import { DAYS_COMPARED } from "./comparison.ts";
import { markReported, type Reconciliation, unreported } from "./reconciliation-store.ts";

export async function reportDifferences({ db, jobs, addresses, now }: AppContext): Promise<void> {
  const waiting = await unreported(db);
  for (const day of new Set(waiting.map((difference) => difference.day))) {
    const ofDay = waiting.filter((difference) => difference.day === day);
    if (ofDay.some(({ state }) => state === "running")) continue;
    if (ofDay.some(({ differences }) => differences.length > 0)) {
      const mail = { from: addresses.sender, to: addresses.alerts, ...differencesMail(day, ofDay) };
      const stored = await storeMail(db, { ...mail, idempotencyKey: `reconciliation:${day}` }, now);
      if (stored.isNew) await enqueueMail(jobs, stored.id);
    }
    await markReported(db, day, now);
  }
}

export type DifferenceKind =
  | "charge-not-recorded"
  | "charge-not-at-provider"
  | "amount-differs"
  | "return-not-recorded"
  | "dispute-not-recorded"
  | "list-doubted"
  | "payout-failed";

/** A difference, without personal data. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Our reference, or the provider's name for it; empty if the difference is about no single payment. */
  readonly reference: string;
  readonly currency: string;
  /** The recorded kobo or cents; `null` if there is no record or no amount. */
  readonly oursMinor: number | null;
  /** The provider's kobo or cents; `null` if it has no record or no amount. */
  readonly theirsMinor: number | null;
}

export const DIFFERENCE_WORDS: Record<DifferenceKind, readonly [what: string, toDo: string]> = {
  "charge-not-recorded": [
    "A payment that was not recorded here",
    'It is recorded now. Enrol on its mail "Registration: paid".',
  ],
  "charge-not-at-provider": [
    "A payment that the provider does not know",
    "It is flagged. Look it up at the provider; do not enrol before it is found.",
  ],
  "amount-differs": [
    "A payment of another amount",
    "It is flagged. Go by the provider's amount, and tell a developer.",
  ],
  "return-not-recorded": [
    "Money that went back and was not recorded here",
    "It is recorded now. See whether the learner keeps the place.",
  ],
  "dispute-not-recorded": [
    "A dispute that was not recorded here",
    "It is recorded now. If it is open, answer it at the provider before it is due.",
  ],
  "list-doubted": [
    "Many recorded payments that the provider does not know",
    "Nothing was flagged for it: check that the site has the right account's keys, and tell a developer.",
  ],
  "payout-failed": ["A payout that did not arrive", "Check the bank account at the provider."],
};

const HEADINGS = ["Reference", "What differs", "Recorded here", "At the provider", "What to do"];

/** Returns the mail about the differences of a day, without personal data. */
function differencesMail(
  day: Day,
  reconciliations: readonly Reconciliation[],
): { subject: string; message: string } {
  const count = reconciliations.reduce((sum, { differences }) => sum + differences.length, 0);
  const subject = `Reconciliation: ${counted(count, "difference")} on ${dayLabel(day)}`;
  const since = dayLabel(addDays(day, 1 - DAYS_COMPARED));
  return {
    subject,
    message: [
      `<h1>${escapeHtml(subject)}</h1>`,
      `<p>The site's own books were compared with the providers', from ${since} to ${dayLabel(day)}.</p>`,
      ...reconciliations.map(sectionOf),
    ].join(""),
  };
}

function sectionOf(reconciliation: Reconciliation): string {
  const { provider, differences } = reconciliation;
  const rows = differences.map((difference) => rowOf(cellsOf(difference), "td"));
  const table = `<table><thead>${rowOf(HEADINGS, "th")}</thead><tbody>${rows.join("")}</tbody></table>`;
  return `<h2>${CHANNEL_NAMES[provider]}</h2><p>${escapeHtml(scopeOf(reconciliation))}</p>${rows.length > 0 ? table : ""}`;
}

function scopeOf({ provider, state, basis, compared, ...totals }: Reconciliation): string {
  const { feesMinor, payoutsMinor } = totals;
  const amount = (minor: number) => amountText(CURRENCY_OF[provider], minor);
  return [
    basis === "list"
      ? `Compared with its list: ${counted(compared, "record")}.`
      : `It does not show its list to this site, so only what is recorded here was asked after: ${counted(compared, "payment")}. What is missing here, refunds in part and disputes were not compared.`,
    ...(state === "incomplete" ? ["It could not be compared to the end."] : []),
    ...(feesMinor === null ? [] : [`Fees of the day: ${amount(feesMinor)}.`]),
    ...(payoutsMinor === null ? [] : [`Paid out on the day: ${amount(payoutsMinor)}.`]),
  ].join(" ");
}

function cellsOf({ kind, reference, currency, oursMinor, theirsMinor }: Difference): string[] {
  const [what, toDo] = DIFFERENCE_WORDS[kind];
  const amount = (minor: number | null) => (minor === null ? "Nothing" : amountText(currency, minor));
  const amounts = currency === "" ? ["-", "-"] : [amount(oursMinor), amount(theirsMinor)];
  return [reference || "-", what, ...amounts, toDo];
}

function rowOf(cells: readonly string[], tag: "th" | "td"): string {
  return `<tr>${cells.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join("")}</tr>`;
}
