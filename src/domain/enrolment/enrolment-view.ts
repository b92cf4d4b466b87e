/** An enrolment as the edge reports it: the wire format of `GET /prod/enrolments/<id>`. */
import type { Day } from "~/domain/dates/day.ts";
import type { Currency, DualPrice, Money } from "~/domain/money/money.ts";
import type { DueTerm, LatePaymentPolicy } from "~/domain/pricing/payment-plan.ts";
import type { Agreement } from "./agreement.ts";
import type { StoredConsent } from "./consent.ts";
import type { DerivedCharge, EnrolmentStatus } from "./enrolment-status.ts";
import type { Learner } from "./learner.ts";
import type { OpenRequest } from "./learner-request.ts";

/** A credit note for returned money. */
export interface CreditNoteView {
  /** "2026-C00007". */
  readonly number: string;
  readonly issuedOn: Day;
  /** Kobo or cents; negative if money came back to the academy. */
  readonly minor: number;
}

/** A received payment, as its receipt shows it. */
export interface ReceiptView {
  readonly reference: string;
  /** "2026-000123". */
  readonly number: string;
  /** The day in Lagos. */
  readonly issuedOn: Day;
  /** The received amount; refunds are not subtracted. */
  readonly amount: Money;
  /** "7.5%, included: N14,581.40", "exempt"; empty where the academy was not registered for it. */
  readonly vat: string;
  /** Oldest first. */
  readonly creditNotes: readonly CreditNoteView[];
  /** The whole amount went back. */
  readonly isRefunded: boolean;
  /** Numbers of the charges that it was for. */
  readonly charges: readonly number[];
  /** ISO 8601, UTC. */
  readonly paidAt: string;
  readonly provider: "Paystack" | "PayPal" | "bank transfer" | "cash" | "voucher";
  /** Another person paid, by a payer's link. */
  readonly isSponsored: boolean;
  /** The payer's name; `null` if it is unknown. */
  readonly buyer: string | null;
}

/** Money that goes back through the provider. */
export interface RefundView {
  /** The reference of the payment. */
  readonly reference: string;
  readonly amount: Money;
  /** `null` while it is on its way. */
  readonly doneOn: Day | null;
}

/** The view of an enrolment that a learner's key opens. */
export interface EnrolmentView
  extends Omit<EnrolmentStatus, "flags">,
    Pick<Agreement, "course" | "plan" | "firstClass"> {
  readonly kind: "learner";
  readonly id: string;
  readonly latePaymentPolicy: LatePaymentPolicy | null;
  /** The due terms of the plan's payments after the first; null where there are none. */
  readonly dueTerms: readonly DueTerm[] | null;
  readonly cohortName: string;
  readonly learner: Learner;
  /** The new e-mail address that its owner has not confirmed yet; null if there is none. */
  readonly newEmail: string | null;
  readonly withdrawnOn: Day | null;
  /**
   * The currency of the amounts: the agreed one or, until then, the one that the enrolment started with.
   */
  readonly currency: Currency;
  /** The voucher, and what it took off; null without one. */
  readonly voucher: { readonly code: string; readonly off: Money } | null;
  /** The other currency and what is owed in it; null unless the enrolment can be paid in either currency. */
  readonly otherwise: { readonly currency: Currency; readonly left: Money } | null;
  /** The plans among which the learner may choose now; empty once the plan is settled. */
  readonly planChoices: readonly {
    readonly planId: string;
    readonly name: string;
    readonly payments: string;
  }[];
  readonly receipts: readonly ReceiptView[];
  /** Missing where an earlier build stored the view. */
  readonly refunds?: readonly RefundView[];
  /** The numbers of the charges whose payment is being confirmed. The others can be paid. */
  readonly pendingCharges: readonly number[];
  readonly hasStoppedReminders: boolean;
  readonly requests: readonly OpenRequest[];
  /** Oldest first. Missing where an earlier build stored the view. */
  readonly consents?: readonly StoredConsent[];
  /** ISO 8601, UTC: the time at which this was read. */
  readonly asOf: string;
}

/** The view that a payer's key opens: a first name, a course, and what is due. */
export interface PayerView
  extends Pick<EnrolmentView, "id" | "course" | "plan" | "dueTerms" | "currency" | "left" | "otherwise"> {
  readonly kind: "payer";
  readonly firstName: string;
  /** The charges that the link asks for; empty once they are paid. */
  readonly charges: readonly Pick<DerivedCharge, "number" | "amount" | "due" | "status" | "paid">[];
  /** The number of all the enrolment's charges, for their labels. */
  readonly chargeCount: number;
  /** The amount that the learner's voucher took off the tuition; `null` without one. */
  readonly voucherOff: DualPrice | null;
  readonly isPending: boolean;
  readonly isWithdrawn: boolean;
}

/**
 * The details that a learner may change: all but the course. The name can be added while it is missing; the
 * plan must be one of `planChoices`.
 */
export type DetailChanges = Partial<Omit<Learner, "consent">> & {
  readonly hasStoppedReminders?: boolean;
  readonly planId?: string;
};
