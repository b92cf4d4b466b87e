import { type Currency, type DualPrice, formatFull, type Money } from "~/domain/money/money.ts";
import type { PaymentPlan } from "./payment-plan.ts";

/** A course's prices, by where they are shown. */
export interface StatedPrices {
  /** On the course's own page. */
  readonly list: DualPrice;
  /** Tuition paid at once with the registration; null where registration is not offered. */
  readonly registration: DualPrice | null;
  /** The price card for paying at once; null without cards. */
  readonly card: {
    readonly plan: PaymentPlan;
    /** Name of the course whose card it is; null where it is this course's own. */
    readonly lender: string | null;
  } | null;
}

/** The plan for paying at once, if a course has one. */
export function atOncePlan(plans: readonly PaymentPlan[]): PaymentPlan | null {
  return plans.find(({ schedules }) => schedules.NGN.later.length === 0) ?? null;
}

/** What each of a course's prices buys, where they differ in a currency; null where all are the same. */
export function explainPrices({ list, registration, card }: StatedPrices, currency: Currency): string | null {
  const [ofPage, ofForm, ofCard] = [
    list[currency],
    registration?.[currency],
    card?.plan.schedules[currency].now,
  ];
  const differ = (...prices: (Money | undefined)[]) =>
    new Set(prices.filter((price) => price !== undefined).map(({ minor }) => minor)).size > 1;
  if (!differ(ofPage, ofForm, ofCard)) return null;
  const lender = card?.lender ? `, which is the card of ${card.lender}` : "";
  return [
    differ(ofPage, ofForm) || !ofForm ? `${formatFull(ofPage)} is the list price of the course page.` : null,
    ofForm && `Registering with full tuition costs ${formatFull(ofForm)}, and the registration fee.`,
    ofCard && `The card ${card?.plan.name} on the Pricing page is ${formatFull(ofCard)}${lender}.`,
    "You pay one of them, not several.",
  ]
    .filter(Boolean)
    .join(" ");
}
