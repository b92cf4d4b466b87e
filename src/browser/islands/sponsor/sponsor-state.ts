import type { EdgeAnswer } from "~/browser/edge-client/enrolments.ts";
import { takeLink } from "~/browser/enrolments/enrolment-access.ts";
import { allWith } from "~/browser/islands/enrolment/enrolment-parts.tsx";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import { readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import { chargeLabels, describeChargeDue } from "~/domain/enrolment/charge.ts";
import { type EnrolmentAccess, fragmentOf, readFragment } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { type Currency, formatExact } from "~/domain/money/money.ts";
import { mayPayAgain, type VisibleStatus } from "~/domain/payments/visible-status.ts";

/** The state of the link that the page was opened with. */
export type SponsorLink =
  | { readonly status: "reading" | "none" }
  | FailedLink
  | { readonly status: "open"; readonly access: EnrolmentAccess; readonly view: PayerView };

/** There is nothing to pay. */
interface FailedLink {
  readonly status: "failed";
  readonly title: string;
  readonly message: string;
  /** It may open a little later. */
  readonly isPassing: boolean;
}

const NO_ANSWER = "Nothing was charged. Check your connection, then try again.";
export const UNREADABLE = failed(
  "Part of it is missing. Ask the learner to send it again.",
  false,
  "We can't read this link",
);

const REPLACED = "This link has expired. Ask the learner for a new one.";
const OWN_LINK =
  "This is the learner's own link. Ask them to press Ask somebody else to pay on My enrolment and send you that one.";

/** Returns the link's state after the edge's response. Without a response an open enrolment stays open. */
export function linkAfter(
  answer: EdgeAnswer<EnrolmentView | PayerView>,
  access: EnrolmentAccess,
  before: SponsorLink,
): SponsorLink {
  if (answer.type === "unreachable")
    return before.status === "open" ? before : failed(NO_ANSWER, true, "There was no answer");
  if (answer.type === "refused") {
    // Each try of an invalid key counts, and after ten the address has to wait.
    const isReplaced = answer.status === 404;
    return failed(isReplaced ? REPLACED : answer.message, !isReplaced);
  }
  // The learner's own link does not belong here; nothing of it is shown.
  return answer.body.kind === "learner"
    ? failed(OWN_LINK, false)
    : { status: "open", access, view: answer.body };
}

function failed(message: string, isPassing: boolean, title = "We can't open this link"): FailedLink {
  return { status: "failed", title, message, isPassing };
}

/**
 * The status of a payment that keeps the payer from paying again; `null` where nothing does.
 * @param seen the status of the payment that was made in this tab; `null` without one
 */
export function requestHeldBackBy(
  { isPending }: PayerView,
  seen: VisibleStatus | null,
): VisibleStatus | null {
  if (seen && !mayPayAgain(seen)) return seen;
  return isPending ? "confirming" : null;
}

/** Describes what a link asks for. @param payerCurrency the payer's currency, whose button comes first */
export function describeRequest(view: PayerView, payerCurrency: Currency) {
  const { firstName, charges, chargeCount, dueTerms, currency, left, voucherOff, otherwise } = view;
  const ways = [{ currency, left }, ...(otherwise ? [otherwise] : [])]
    .filter((way) => paymentMode(way.currency) !== "missing")
    .sort((a, b) => Number(b.currency === payerCurrency) - Number(a.currency === payerCurrency));
  const numbers = charges.map(({ number }) => number);
  const first = charges.find(({ due }) => due !== null) ?? charges[0];
  return {
    who: firstName || "The learner",
    what: chargeLabels(numbers, chargeCount),
    when: first ? describeChargeDue(first, dueTerms) : "",
    /** "$1,209.00 or N495,000": of either, as the buttons have it. */
    amount: ways.map((way) => formatExact(way.left)).join(" or ") || formatExact(left),
    /** "−N48,000 off the tuition": of either, too. */
    voucher: voucherText(voucherOff, ways),
    note: currencyNote(
      ways.map((way) => way.currency),
      { payerCurrency, hasMore: Math.max(...numbers) < chargeCount - 1 },
    ),
    ways: ways.map((way) => allWith(way)),
    isTest: ways.some((way) => paymentMode(way.currency) === "test"),
  };
}

function voucherText(off: PayerView["voucherOff"], ways: readonly { currency: Currency }[]): string {
  const lowered = ways.flatMap(({ currency }) => (off && off[currency].minor > 0 ? [off[currency]] : []));
  const amounts = lowered.map((money) => `−${formatExact(money)}`).join(" or ");
  return amounts && `${amounts} off the tuition`;
}

/**
 * Returns what a payer has to know about the currency; empty where all is paid in theirs. @param hasMore
 * payments follow
 */
function currencyNote(
  currencies: readonly Currency[],
  { payerCurrency, hasMore }: { payerCurrency: Currency; hasMore: boolean },
): string {
  const [only, other] = currencies;
  if (other) return hasMore ? "The later payments will be in the currency that you choose." : "";
  if (!only || only === payerCurrency) return "";
  const name = only === "NGN" ? "naira" : "dollars";
  return `Pay with any card. The amount is in ${name}; your bank converts it.`;
}

export type SponsorRequest = ReturnType<typeof describeRequest>;

const KEY = "payer-link";

/**
 * The payer's link that this tab was opened with: it leaves the address, and is kept for this tab alone, so
 * that a reload still has it. A payer's key never takes the place of a learner's own.
 */
export function takePayerAccess(): EnrolmentAccess | "unreadable" | null {
  const link = takeLink();
  if (link === null) return readFragment(readStorage("sessionStorage", KEY) ?? "");
  writeStorage("sessionStorage", KEY, link === "unreadable" ? null : fragmentOf(link));
  return link;
}
