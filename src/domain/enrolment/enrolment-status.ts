/**
 * An enrolment's balance and state, derived from its charges and all payments, in any order.
 *
 * A payment is allocated to the charges that it names. A surplus goes to the next unpaid charges, and what
 * then remains is a credit.
 */
import type { Day } from "~/domain/dates/day.ts";
import { addDays } from "~/domain/dates/day.ts";
import { type Currency, fromMinor, type Money, sum } from "~/domain/money/money.ts";
import type { Charge } from "./charge.ts";

/** A payment, with the amount of it that the academy still holds. */
export interface HeldPayment {
  /** Our own reference, not the provider's. */
  readonly reference: string;
  /** The numbers of the charges that the payment was started for. */
  readonly charges: readonly number[];
  /** The amount that the academy holds. */
  readonly held: Money;
  /** Whether the whole amount was returned. */
  readonly isRefunded: boolean;
  /** The row id of the newest payment event "charged", not the number of a charge; 0 if nothing was charged. */
  readonly newestCharge: number;
}

/** The label of a charge's status, the same on My enrolment, in mails and at the desk. */
export const CHARGE_STATUS_WORDS = {
  open: "Not due yet",
  due: "Due",
  overdue: "Overdue",
  paid: "Paid",
} as const;
export type ChargeStatus = keyof typeof CHARGE_STATUS_WORDS;

export interface DerivedCharge extends Charge {
  readonly status: ChargeStatus;
  /** The amount that was received for the charge. */
  readonly paid: Money;
  /** The references of the payments that paid the charge, or a part of it. */
  readonly references: readonly string[];
}

export type EnrolmentState = "started" | "active" | "complete" | "withdrawn" | "refunded";

/** Why staff must look at an enrolment. */
export type EnrolmentFlag =
  | "overpaid"
  | "other-currency"
  | "paid-after-withdrawal"
  | "duplicate"
  | "overbooked"
  /** The voucher was used more often than allowed: the payment came after its reservation had lapsed. */
  | "voucher-overused";

/** A flag, and the newest "charged" event that raised it. A later one raises it again. */
export interface RaisedFlag {
  readonly flag: EnrolmentFlag;
  /** The row id, as in {@link HeldPayment}; 0 if no particular event raised it. */
  readonly newestCharge: number;
}

export interface EnrolmentStatus {
  readonly state: EnrolmentState;
  readonly charges: readonly DerivedCharge[];
  readonly paid: Money;
  /** The amount still owed of unpaid charges. The tolerated shortfall of a paid charge is not included. */
  readonly left: Money;
  /** The amount that was paid beyond all charges. */
  readonly credit: Money;
  /** Whether staff have ended the learner's access to the learning portal. */
  readonly isAccessEnded: boolean;
  /** The flags, except `duplicate`, `overbooked` and `voucher-overused`, which depend on other enrolments. */
  readonly flags: readonly RaisedFlag[];
}

/** The facts of an enrolment beside its payments. */
export interface EnrolmentFacts {
  readonly currency: Currency;
  readonly charges: readonly Charge[];
  /** The day of the withdrawal, in Lagos; null without one. */
  readonly withdrawnOn: Day | null;
  /** The `newestCharge` that staff knew of when they recorded the withdrawal; null unless withdrawn. */
  readonly chargeAtWithdrawal: number | null;
  /** Whether a voucher lowered the tuition. Tuition of zero has no charge, although it is announced. */
  readonly isTuitionLowered?: boolean;
  /** Whether access has ended, as in {@link EnrolmentStatus}. */
  readonly isAccessEnded?: boolean;
}

/** How many days before its due date a charge counts as due. */
const DUE_SOON_DAYS = 7;

/** An amount that is small in each currency, in kobo and cents: N1,000 and $1. */
const SMALL: Readonly<Record<Currency, number>> = { NGN: 1_000_00, USD: 1_00 };

/**
 * Whether a received amount counts as the whole amount, so that a bank's fee costs no learner a seat. One
 * percent may be missing, or N1,000 or $1 if that is more, but never more than a tenth.
 * @param received the received amount, in kobo or cents
 */
export function isPaidBy({ currency, minor }: Money, received: number): boolean {
  const small = Math.min(SMALL[currency], minor / 10);
  return minor - received <= Math.max(small, minor / 100);
}

/** Returns an enrolment's status on a day, in Lagos. */
export function enrolmentStatus(
  { isTuitionLowered = false, isAccessEnded = false, ...facts }: EnrolmentFacts,
  payments: readonly HeldPayment[],
  today: Day,
): EnrolmentStatus {
  const { currency, charges, withdrawnOn, chargeAtWithdrawal } = facts;
  const counted = heldIn(currency, payments)
    // Payments are sorted, so that of two for one charge the same one is always the surplus, whichever is
    // reported first.
    .sort((a, b) => (a.reference < b.reference ? -1 : 1));
  const { received, credit } = allocate(charges, counted);
  const isStarted = counted.length > 0;
  const paidInFull = new Set(counted.filter(isAsMuchAsItsCharges).flatMap((payment) => payment.charges));
  const statuses = charges.map((charge): DerivedCharge => {
    const { minor, references } = received.get(charge.number) ?? { minor: 0, references: [] };
    return {
      ...charge,
      paid: fromMinor(currency, minor),
      references,
      status:
        paidInFull.has(charge.number) || isPaidBy(charge.amount, minor)
          ? "paid"
          : statusByDay(charge.due, today, isStarted),
    };
  });
  const paid = sum(
    currency,
    counted.map(({ held }) => held),
  );
  const held = payments.filter((payment) => payment.held.minor > 0);
  const foreign = held.filter((payment) => payment.held.currency !== currency);
  // Events are compared, because a payment after a refund may leave the same sum.
  const late = held.filter(({ newestCharge }) => withdrawnOn && newestCharge > (chargeAtWithdrawal ?? 0));
  return {
    state: stateNow(),
    charges: statuses,
    paid,
    left: sum(currency, unpaidCharges(statuses).map(missingOf)),
    credit: fromMinor(currency, credit),
    isAccessEnded,
    flags: [
      ...raisedBy("overpaid", credit > 0 ? counted : []),
      ...raisedBy("other-currency", foreign),
      ...raisedBy("paid-after-withdrawal", late),
    ],
  };

  /**
   * Whether a payment is as much as all its charges. A small shortfall is allowed, which `allocate` leaves on the
   * last of them.
   */
  function isAsMuchAsItsCharges({ charges: numbers, held }: HeldPayment): boolean {
    const amounts = charges.filter(({ number }) => numbers.includes(number)).map(({ amount }) => amount);
    return isPaidBy(sum(currency, amounts), held.minor);
  }

  function stateNow(): EnrolmentState {
    if (withdrawnOn) return "withdrawn";
    const isTuitionKnown = hasTuition(charges) || (isTuitionLowered && charges.length > 0);
    if (isTuitionKnown && statuses.every(({ status }) => status === "paid")) return "complete";
    if (isStarted) return "active";
    return payments.some(({ isRefunded }) => isRefunded) ? "refunded" : "started";
  }
}

/** Whether nothing more is owed: the learner has withdrawn, or everything that was paid was refunded. */
export function hasEnded({ state }: Pick<StateAndCharges, "state">): boolean {
  return state === "withdrawn" || state === "refunded";
}

/** The number of the registration fee. All other charges are tuition. */
const FEE_NUMBER = 0;

/** Whether tuition is among the charges: it is announced, and no voucher takes all of it off. */
export function hasTuition(charges: readonly Pick<Charge, "number">[]): boolean {
  return charges.some(({ number }) => number !== FEE_NUMBER);
}

/** The label of an enrolment whose fee is paid and whose tuition is not announced. */
export const TUITION_TO_COME = "Registered, tuition to be announced";

/** Whether an enrolment is registered, and its tuition is not announced. */
export function awaitsTuition({ state, charges }: StateAndCharges): boolean {
  return state === "active" && !hasTuition(charges);
}

interface StateAndCharges {
  readonly state: EnrolmentState;
  readonly charges: readonly Pick<Charge, "number">[];
}

/** Returns the state in the words of lists: "active", "registered, tuition to be announced". */
export function stateWords(state: EnrolmentState, isTuitionKnown: boolean): string {
  return state === "active" && !isTuitionKnown ? TUITION_TO_COME.toLowerCase() : state;
}

function raisedBy(flag: EnrolmentFlag, payments: readonly HeldPayment[]): RaisedFlag[] {
  if (payments.length === 0) return [];
  return [{ flag, newestCharge: Math.max(...payments.map(({ newestCharge }) => newestCharge)) }];
}

function heldIn(currency: Currency, payments: readonly HeldPayment[]): HeldPayment[] {
  return payments.filter(({ held }) => held.currency === currency && held.minor > 0);
}

/** Whether the payments in a currency pay any of its charges in full. */
export function hasPaidCharge(
  charges: readonly Charge[],
  payments: readonly HeldPayment[],
  currency: Currency,
): boolean {
  const { received } = allocate(charges, heldIn(currency, payments));
  return charges.some(({ number, amount }) => isPaidBy(amount, received.get(number)?.minor ?? 0));
}

/** Returns the status of an unpaid charge. Nothing is overdue before the first payment starts the plan. */
function statusByDay(due: Day | null, today: Day, isStarted: boolean): ChargeStatus {
  if (due === null || addDays(due, -DUE_SOON_DAYS) > today) return "open";
  return isStarted && today > due ? "overdue" : "due";
}

interface Received {
  readonly minor: number;
  readonly references: readonly string[];
}

/**
 * Allocates each payment to the charges that it names, then the surplus to the next unpaid ones. `credit` is what
 * then remains.
 */
function allocate(
  charges: readonly Charge[],
  payments: readonly HeldPayment[],
): { received: ReadonlyMap<number, Received>; credit: number } {
  const received = new Map<number, Received>();
  /** Pays what a charge still lacks, or as much of it as `minor` is. Returns the rest of `minor`. */
  const payCharge = (charge: Charge, reference: string, minor: number): number => {
    const earlierShare = received.get(charge.number) ?? { minor: 0, references: [] };
    const share = Math.min(minor, charge.amount.minor - earlierShare.minor);
    if (share > 0) {
      const references = earlierShare.references.includes(reference)
        ? earlierShare.references
        : [...earlierShare.references, reference];
      received.set(charge.number, { minor: earlierShare.minor + share, references });
    }
    return minor - share;
  };
  const spread = (among: readonly Charge[], { reference }: HeldPayment, minor: number) =>
    among.reduce((remaining, charge) => payCharge(charge, reference, remaining), minor);

  const surpluses = payments.map((payment) => {
    const named = charges.filter(({ number }) => payment.charges.includes(number));
    return { payment, surplus: spread(named, payment, payment.held.minor) };
  });
  const credit = surpluses.reduce(
    (total, { payment, surplus }) => total + spread(charges, payment, surplus),
    0,
  );
  return { received, credit };
}

/** Returns the unpaid charges, oldest due first. */
export function unpaidCharges<Each extends Pick<DerivedCharge, "number" | "due" | "status">>(
  charges: readonly Each[],
): Each[] {
  const NEVER = "9999";
  return charges
    .filter(({ status }) => status !== "paid")
    .sort((a, b) => (a.due ?? NEVER).localeCompare(b.due ?? NEVER) || a.number - b.number);
}

/** Returns the tolerated shortfall of the paid charges that a payment was allocated to. */
export function shortfallOf({ charges, left }: EnrolmentStatus, reference: string): Money {
  const paid = charges.filter(
    ({ status, references }) => status === "paid" && references.includes(reference),
  );
  return sum(left.currency, paid.map(missingOf));
}

/** Returns the amount of a charge that was not received: outstanding, unless the charge counts as paid. */
export function missingOf({ amount, paid }: Pick<DerivedCharge, "amount" | "paid">): Money {
  return fromMinor(amount.currency, amount.minor - paid.minor);
}
