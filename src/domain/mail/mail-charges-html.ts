import { CHARGE_STATUS_WORDS } from "~/domain/enrolment/enrolment-status.ts";
import { formatExact } from "~/domain/money/money.ts";
import { BAR_GAP, barSegments } from "~/domain/pricing/payment-plan.ts";
import { escapeHtml } from "~/domain/text.ts";
import { oneLine } from "~/domain/visible-text.ts";
import type { MailCharge } from "./learner-mails.ts";
import { type MailColour, type Painter, SMALL_TEXT, TABLE } from "./mail-theme.ts";

/** Returns a bar of the payments to scale, like the site's cards, and a row for each. */
export function chargesHtml(charges: readonly MailCharge[], painted: Painter): string {
  const { paint } = painted;
  const rows = charges.map((charge) => {
    const line = "border-width:1px 0 0;border-style:solid";
    const label = paint(
      { color: "ink", "border-color": "rule" },
      `padding:12px 16px 12px 0;font-size:16px;line-height:1.4;${line}`,
    );
    const sum = paint(
      { color: "ink", "border-color": "rule" },
      `padding:12px 0;font-size:16px;line-height:1.4;text-align:right;white-space:nowrap;${line}`,
    );
    const small = (colour: MailColour, weight: number, words: string) =>
      `<br><span ${paint({ color: colour }, `${SMALL_TEXT};font-weight:${weight}`)}>${escapeHtml(words)}</span>`;
    const [colour, weight] = STATUS_LOOKS[charge.status];
    const when = charge.when && small("muted", 400, charge.when);
    const status = small(colour, weight, CHARGE_STATUS_WORDS[charge.status]);
    const labelCell = `<td valign="top" ${label}>${escapeHtml(oneLine(charge.label))}${when}</td>`;
    const amount = `<strong>${escapeHtml(formatExact(charge.amount))}</strong>`;
    return `<tr>${labelCell}<td valign="top" ${sum}>${amount}${status}</td></tr>`;
  });
  return `${barHtml(charges, painted)}<table ${TABLE} width="100%" style="margin:0 0 24px">${rows.join("")}</table>`;
}

const STATUS_LOOKS: Readonly<Record<MailCharge["status"], readonly [MailColour, number]>> = {
  open: ["muted", 400],
  due: ["ink", 700],
  overdue: ["red", 700],
  paid: ["green", 700],
};

const BAR_COLOURS: Readonly<Record<MailCharge["status"], MailColour>> = {
  open: "rule",
  due: "rule",
  overdue: "red",
  paid: "green",
};

function barHtml(charges: readonly MailCharge[], { paint }: Painter): string {
  const owed = charges.filter(({ amount }) => amount.minor > 0);
  if (owed.length === 0) return "";
  const shares = barSegments(owed.map(({ amount }) => amount)).map(({ width }) => `${width}%`);
  const gap = `<td width="${BAR_GAP}%" style="width:${BAR_GAP}%;font-size:0;line-height:0">&nbsp;</td>`;
  const segments = owed.map(({ status }, index) => {
    const share = shares[index];
    const colour = paint(
      { "background-color": BAR_COLOURS[status] },
      `width:${share};height:8px;border-radius:4px;font-size:0;line-height:0`,
    );
    return `<td width="${share}" height="8" ${colour}>&nbsp;</td>`;
  });
  return `<table ${TABLE} width="100%" aria-hidden="true" style="margin:16px 0"><tr>${segments.join(gap)}</tr></table>`;
}
