import type { EdgeAnswer } from "~/browser/edge-client/enrolments.ts";
import { takeLink } from "~/browser/enrolments/enrolment-access.ts";
import { wayToPayAll } from "~/browser/islands/enrolment/enrolment-parts.tsx";
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

/** The state of a link that could not be opened. */
interface FailedLink {
  readonly status: "failed";
  readonly title: string;
  readonly message: string;
  readonly mayOpenLater: boolean;
}

const NOT_OPENED = { status: "failed", title: "We can't open this link", mayOpenLater: false } as const;

export const UNREADABLE: FailedLink = {
  ...NOT_OPENED,
  title: "We can't read this link",
  message: "Part of it is missing. Ask the learner to send it again.",
};

const UNREACHABLE: FailedLink = {
  status: "failed",
  title: "There was no answer",
  message: "Nothing was charged. Check your connection, then try again.",
  mayOpenLater: true,
};

const REPLACED = "This link has expired. Ask the learner for a new one.";
const OWN_LINK =
  "This is the learner's own link. Ask them to press Ask somebody else to pay on My enrolment and send you that one.";

/** Returns the link's state after the edge's response. Without a response an open enrolment stays open. */
export function linkAfter(
  response: EdgeAnswer<EnrolmentView | PayerView>,
  access: EnrolmentAccess,
  previousLink: SponsorLink,
): SponsorLink {
  if (response.type === "unreachable") return previousLink.status === "open" ? previousLink : UNREACHABLE;
  if (response.type === "refused") {
    // A 404 is final. Each attempt with an invalid key counts, and after ten the address must wait.
    const isReplaced = response.status === 404;
    const message = isReplaced ? REPLACED : response.message;
    return { ...NOT_OPENED, message, mayOpenLater: !isReplaced };
  }
  if (response.body.kind === "learner") return { ...NOT_OPENED, message: OWN_LINK };
  return { status: "open", access, view: response.body };
}

/**
 * Returns the status of a payment that keeps the payer from paying again; `null` if there is none.
 * @param seen the status of this tab's payment; `null` without one
 */
export function requestHeldBackBy(
  { isPending }: PayerView,
  seen: VisibleStatus | null,
): VisibleStatus | null {
  if (seen && !mayPayAgain(seen)) return seen;
  return isPending ? "confirming" : null;
}

/** Describes a request. @param payerCurrency the payer's currency, whose button comes first */
export function describeRequest(view: PayerView, payerCurrency: Currency) {
  const { firstName, charges, chargeCount, dueTerms, currency, left, voucherOff, otherwise } = view;
  const ways = [{ currency, left }, ...(otherwise ? [otherwise] : [])]
    .filter((way) => paymentMode(way.currency) !== "missing")
    .sort((a, b) => Number(b.currency === payerCurrency) - Number(a.currency === payerCurrency));
  const numbers = charges.map(({ number }) => number);
  const firstCharge = charges.find(({ due }) => due !== null) ?? charges[0];
  return {
    learner: firstName || "The learner",
    charges: chargeLabels(numbers, chargeCount),
    due: firstCharge ? describeChargeDue(firstCharge, dueTerms) : "",
    /** The amounts in the order of the buttons: "$1,209.00 or N495,000". */
    amount: ways.map((way) => formatExact(way.left)).join(" or ") || formatExact(left),
    /** The discounts in the same order: "−N48,000 off the tuition". */
    voucher: voucherText(voucherOff, ways),
    note: currencyNote(
      ways.map((way) => way.currency),
      { payerCurrency, hasMore: Math.max(...numbers) < chargeCount - 1 },
    ),
    ways: ways.map((way) => wayToPayAll(way)),
    isTest: ways.some((way) => paymentMode(way.currency) === "test"),
  };
}

function voucherText(off: PayerView["voucherOff"], ways: readonly { currency: Currency }[]): string {
  const lowered = ways.flatMap(({ currency }) => (off && off[currency].minor > 0 ? [off[currency]] : []));
  const amounts = lowered.map((money) => `−${formatExact(money)}`).join(" or ");
  return amounts && `${amounts} off the tuition`;
}

/**
 * Returns a note about the currency; empty if the payer pays everything in theirs.
 * @param hasMore whether payments follow
 */
function currencyNote(
  currencies: readonly Currency[],
  { payerCurrency, hasMore }: { payerCurrency: Currency; hasMore: boolean },
): string {
  const [currency, otherCurrency] = currencies;
  if (otherCurrency) return hasMore ? "The later payments will be in the currency that you choose." : "";
  if (!currency || currency === payerCurrency) return "";
  const name = currency === "NGN" ? "naira" : "dollars";
  return `Pay with any card. The amount is in ${name}; your bank converts it.`;
}

export type SponsorRequest = ReturnType<typeof describeRequest>;

const STORAGE_KEY = "payer-link";

/**
 * Takes the payer's link from the address and keeps it for this tab, so that a reload still has it. A payer's
 * key never replaces a learner's own.
 */
export function takePayerAccess(): EnrolmentAccess | "unreadable" | null {
  const link = takeLink();
  if (link === null) return readFragment(readStorage("sessionStorage", STORAGE_KEY) ?? "");
  writeStorage("sessionStorage", STORAGE_KEY, link === "unreadable" ? null : fragmentOf(link));
  return link;
}
