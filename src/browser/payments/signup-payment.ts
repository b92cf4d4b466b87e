/**
 * What Signup's form and its payment say to each other. The form is the page's own and has a plain script; the payment is an
 * island, whose code comes once something is to be paid, or to be said of what was.
 */
import { atom } from "nanostores";
import type { CohortOption } from "~/domain/dates/cohort-options.ts";
import type { RegistrationCourse } from "~/domain/enrolment/course.ts";
import type { DualPrice } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { MailAddresses } from "./payment-store.ts";

/** The form, for the payment. */
export interface SignupForm {
  /** What the page sells. */
  readonly offers: {
    readonly fee: DualPrice;
    readonly courses: readonly RegistrationCourse[];
    readonly cohorts: readonly CohortOption[];
  };
  readonly addresses: MailAddresses;
  /** As Register does. */
  register(): void;
  /** What was typed is no longer needed. */
  empty(): void;
  /** An earlier registration was paid, or may have been: where the form holds it, that is no longer needed. */
  settle(order: Order): void;
  /** An earlier registration is to be tried again. @param goesOn with the payment that was begun */
  resume(order: Order, goesOn: boolean): void;
  focus(): void;
}

/** A press of Register, or of the button that asks somebody else to pay. */
export interface SignupRequest {
  readonly act: "pay" | "ask";
  readonly order: Order;
}

/** The part of the payment's state that concerns the form. */
export interface SignupPaymentState {
  /**
   * open: the form can be registered · looking: this browser knows of an earlier payment, which is being looked up · paying: a
   * checkout is open · asking: somebody else's link is being made · behind: there is nothing to pay now
   */
  readonly step: "open" | "looking" | "paying" | "asking" | "behind";
  /** Why there is no link for somebody else, in words. */
  readonly problem: string | null;
}

/** Set by the page's script before the payment's code is asked for. */
export const $signupForm = atom<SignupForm | null>(null);

/** Set by the form, reset to null by the payment once it has taken it up. */
export const $signupRequest = atom<SignupRequest | null>(null);

/** Set by the payment. */
export const $signupPayment = atom<SignupPaymentState>({ step: "open", problem: null });
