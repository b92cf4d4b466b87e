import { atom } from "nanostores";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { Currency } from "~/domain/money/money.ts";

/** A press of Pay on My enrolment. */
export interface EnrolmentPaymentRequest {
  readonly access: EnrolmentAccess;
  readonly view: EnrolmentView;
  /** How many of the next charges, and which they are. */
  readonly count: number;
  readonly charges: readonly number[];
  readonly currency: Currency;
}

/** Set by the page's script, reset to null by the pay dialogs once they have begun the payment, or could not. */
export const $paymentRequest = atom<EnrolmentPaymentRequest | null>(null);

/** A payment that ended, however it did. */
export interface EndedPayment {
  /** null for one that was refused before it was begun. */
  readonly reference: string | null;
  /** Money has moved, or may have. */
  readonly hasMoved: boolean;
}

/** The payment that ended last; null before there is one. */
export const $endedPayment = atom<EndedPayment | null>(null);
