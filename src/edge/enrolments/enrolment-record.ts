import type { Day } from "~/domain/dates/day.ts";
import type { Agreement } from "~/domain/enrolment/agreement.ts";
import type { Charge } from "~/domain/enrolment/charge.ts";
import type { EnrolmentFlag, EnrolmentState, RaisedFlag } from "~/domain/enrolment/enrolment-status.ts";
import { type Learner, readLearner } from "~/domain/enrolment/learner.ts";
import { CURRENCIES, type Currency, fromMinor } from "~/domain/money/money.ts";
import type { AgreedVoucher } from "~/domain/pricing/voucher.ts";
import { sql } from "~/edge/database.ts";
import { type DiscountRow, toDiscount } from "~/edge/vouchers/voucher-store.ts";

/** An enrolment with what was agreed. The id of its course is empty if the course is unknown. */
export interface EnrolmentRecord extends Omit<Agreement, "pays" | "voucher"> {
  readonly id: string;
  /** The learner's details, which may be incomplete. */
  readonly learner: Learner;
  /** The link that brought the learner, as `attributionText` writes it; empty if unknown. */
  readonly attribution: string;
  /** `null` without a voucher. */
  readonly voucher: AgreedVoucher | null;
  readonly state: EnrolmentState;
  readonly flags: readonly RaisedFlag[];
  /** The flags that staff have looked at, in their state at that time. */
  readonly seenFlags: readonly RaisedFlag[];
  /** The day in Lagos; `null` unless withdrawn. */
  readonly withdrawnOn: Day | null;
  /** The newest charge when staff recorded the withdrawal, as in `EnrolmentFacts`. */
  readonly chargeAtWithdrawal: number | null;
  /**
   * ISO 8601, UTC. The time at which staff ended the learner's access to the learning portal; `null` if they
   * did not.
   */
  readonly accessEndedAt: string | null;
  readonly hasStoppedReminders: boolean;
  /** The token in the address that stops reminders. */
  readonly unsubscribeToken: string;
  /** A new e-mail address whose owner has not confirmed it yet; `null` if none waits. */
  readonly newEmail: string | null;
  /** The digest of the key that stays valid once the new address is confirmed. */
  readonly newEmailKey: string | null;
  readonly version: number;
  readonly createdAt: string;
  /** ISO 8601, UTC. `null` unless the learner was erased. */
  readonly erasedAt: string | null;
}

export type NewEnrolment = Pick<
  EnrolmentRecord,
  | "id"
  | "source"
  | "course"
  | "plan"
  | "terms"
  | "currency"
  | "firstClass"
  | "learner"
  | "attribution"
  | "charges"
  | "voucher"
>;

export const ENROLMENT_COLUMNS = sql`id, source, course_id AS courseId, course_name AS courseName, plan_id AS planId,
  plan_name AS planName, terms, currency, first_class AS firstClass, learner, attribution, state, flags,
  seen_flags AS seenFlags, withdrawn_on AS withdrawnOn,
  charge_at_withdrawal AS chargeAtWithdrawal, access_ended_at AS accessEndedAt, reminders_stopped_at AS remindersStoppedAt,
  unsubscribe_token AS unsubscribeToken, new_email AS newEmail, new_email_key AS newEmailKey,
  version, created_at AS createdAt, erased_at AS erasedAt,
  (SELECT json_object('code', code, 'offNgn', voucher_uses.ngn_minor, 'offUsd', voucher_uses.usd_minor, 'percent', percent,
     'ngnMinor', vouchers.ngn_minor, 'usdMinor', vouchers.usd_minor, 'includesFee', includes_fee, 'courseIds', course_ids,
     'isForPayingAtOnce', is_for_paying_at_once)
   FROM voucher_uses JOIN vouchers USING (code) WHERE enrolment_id = enrolments.id) AS voucher`;

type Mapped = "course" | "plan" | "terms" | "learner" | "voucher" | "charges" | "flags" | "seenFlags";

export type EnrolmentRow = Omit<EnrolmentRecord, Mapped | "hasStoppedReminders"> & {
  readonly courseId: string;
  readonly courseName: string;
  readonly planId: string;
  readonly planName: string;
  readonly terms: string;
  readonly learner: string;
  readonly voucher: string | null;
  readonly flags: string;
  readonly seenFlags: string;
  readonly remindersStoppedAt: string | null;
};

export interface ChargeRow {
  readonly currency: Currency;
  readonly number: number;
  /** Kobo or cents. */
  readonly amountMinor: number;
  readonly dueOn: Day | null;
  readonly isAgreed: number;
}

export function toEnrolment(row: EnrolmentRow, chargeRows: readonly ChargeRow[]): EnrolmentRecord {
  const { courseId, courseName, planId, planName, remindersStoppedAt, ...facts } = row;
  const inCurrency = (currency: Currency) =>
    chargeRows
      .filter((charge) => charge.currency === currency)
      .map(
        ({ number, amountMinor, dueOn, isAgreed }): Charge => ({
          number,
          amount: fromMinor(currency, amountMinor),
          due: dueOn,
          isAgreed: isAgreed === 1 ? true : undefined,
        }),
      );
  return {
    ...facts,
    course: { id: courseId, name: courseName },
    plan: planId ? { id: planId, name: planName } : null,
    terms: JSON.parse(row.terms),
    learner: readLearner(row.learner),
    voucher: readVoucher(row.voucher),
    charges: { NGN: inCurrency("NGN"), USD: inCurrency("USD") },
    flags: readFlags(row.flags),
    seenFlags: readFlags(row.seenFlags),
    hasStoppedReminders: remindersStoppedAt !== null,
  };
}

type VoucherJson = DiscountRow & {
  readonly code: string;
  readonly offNgn: number;
  readonly offUsd: number;
};

function readVoucher(json: string | null): AgreedVoucher | null {
  if (json === null) return null;
  const voucher: VoucherJson = JSON.parse(json);
  const off = { NGN: fromMinor("NGN", voucher.offNgn), USD: fromMinor("USD", voucher.offUsd) };
  return { code: voucher.code, discount: toDiscount(voucher), off };
}

export function readFlags(text: string): RaisedFlag[] {
  return text.split(" ").flatMap((word) => {
    const [flag, newestCharge] = word.split(":");
    return flag ? [{ flag: flag as EnrolmentFlag, newestCharge: Number(newestCharge) }] : [];
  });
}

/** Returns flags as they are stored, in alphabetical order: "duplicate:0 overpaid:41". */
export function flagsText(flags: readonly RaisedFlag[]): string {
  return flags
    .map(({ flag, newestCharge }) => `${flag}:${newestCharge}`)
    .toSorted()
    .join(" ");
}

/** Returns the flags that earlier ones lack in that state: they are new, or staff have not looked at them. */
export function newFlags(flags: readonly RaisedFlag[], earlierFlags: readonly RaisedFlag[]): RaisedFlag[] {
  return flags.filter(
    ({ flag, newestCharge }) =>
      !earlierFlags.some((earlier) => earlier.flag === flag && earlier.newestCharge === newestCharge),
  );
}

export function chargeRowsOf({ charges }: Pick<EnrolmentRecord, "charges">): ChargeRow[] {
  return CURRENCIES.flatMap((currency) =>
    charges[currency].map(({ number, amount, due, isAgreed }) => ({
      currency,
      number,
      amountMinor: amount.minor,
      dueOn: due,
      isAgreed: Number(isAgreed ?? false),
    })),
  );
}
