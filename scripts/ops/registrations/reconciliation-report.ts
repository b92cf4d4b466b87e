import { amountText } from "~/domain/money/amount-text.ts";
import { CHANNEL_NAMES } from "~/edge/payments/provider.ts";
import type {
  AmountDifference,
  ExportComparison,
  ReferenceAmount,
} from "~/edge/reconciliation/exports/compare-export.ts";

/** What a comparison found, for staff; it holds references and amounts, no personal data. */
export function reconciliationReport(file: string, result: ExportComparison): string {
  const provider = CHANNEL_NAMES[result.provider];
  const sections = [
    section(`Paid at ${provider}, not recorded here`, result.missingHere.map(lineOf)),
    section(`Recorded here, not in the file`, result.missingThere.map(lineOf)),
    section(
      "Amounts that differ",
      result.chargesThatDiffer.map((each) => differenceOf(each, provider)),
    ),
    section(
      "Refunds that differ",
      (result.refundsThatDiffer ?? []).map((each) => differenceOf(each, provider)),
    ),
    section("Rows that cannot be read", result.unreadable),
  ].flat();
  return [
    `${file} is an export of ${provider}'s. Payments in it that are recorded here too: ${result.matched}.`,
    periodLine(result),
    ...(result.others > 0 ? [`Payments in it that are none of this site's: ${result.others}.`] : []),
    ...(result.refundsThatDiffer === null
      ? [`This kind of file tells of no refunds: compare those at ${provider}.`]
      : []),
    ...sections,
    ...(result.seemsToCountMinor
      ? ["", "Each amount of the file is a hundred times ours: its amounts seem to be kobo or cents."]
      : []),
    "",
    result.isEqual ? "Nothing differs." : "The two sides differ.",
  ].join("\n");
}

function periodLine({ period }: ExportComparison): string {
  if (!period)
    return "No payment is in both, so nothing recorded here was looked for in the file: give --since.";
  const { since, until } = period;
  const span = until === "9999-12-31" ? `since ${since}` : `from ${since} to ${until}`;
  return `What was recorded ${span} was looked for in the file; --since and --until name other days.`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", `${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)];
}

function lineOf({ reference, currency, minor }: ReferenceAmount): string {
  return `${reference}  ${amountText(currency, minor)}`;
}

function differenceOf(
  { reference, currency, recorded, exported }: AmountDifference,
  provider: string,
): string {
  return `${reference}  here ${amountText(currency, recorded)}, at ${provider} ${amountText(currency, exported)}`;
}
