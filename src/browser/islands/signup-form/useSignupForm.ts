import { startTransition, useEffect, useRef, useState } from "react";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import type { MailAddresses } from "~/browser/payments/payment-store.ts";
import { $currency } from "~/browser/stores/currency.ts";
import { $location } from "~/browser/stores/location.ts";
import { hasEdge } from "~/domain/contact/has-edge.ts";
import { findCourse, type RegistrationCourse } from "~/domain/enrolment/course.ts";
import { type Order, registrationOrder } from "~/domain/enrolment/order.ts";
import { isCheckoutOpen } from "~/domain/enrolment/payment-flow.ts";
import { newReference } from "~/domain/enrolment/reference.ts";
import {
  missingForRegister,
  type Registration,
  type RegistrationField,
  registrationFor,
} from "~/domain/enrolment/registration.ts";
import { isNigeria } from "~/domain/location/location.ts";
import type { Currency, DualPrice } from "~/domain/money/money.ts";
import { usePayment } from "../payment/usePayment.ts";
import { useUnresolvedPayments } from "../payment/useUnresolvedPayments.ts";
import { notifyHydrated } from "../support/hydration.ts";
import { useStoreAfterHydration } from "../support/useStoreAfterHydration.ts";
import { clearDraft, hasStash, popStash, pushStash, readDraft, saveDraft } from "./registration-draft.ts";
import {
  BLANK_FORM,
  finished,
  firstWrongField,
  leftField,
  opened,
  resumed,
  shownErrors,
  submitted,
  withField,
  wouldBeLost,
} from "./signup-form-state.ts";
import { useAskedPayer } from "./useAskedPayer.ts";

export interface SignupFormInput {
  courses: readonly RegistrationCourse[];
  fee: DualPrice;
  addresses: MailAddresses;
}

/** Keeps the registration form's state, its draft, and the payment. */
export function useSignupForm({ courses, fee, addresses }: SignupFormInput) {
  const currency = useStoreAfterHydration<Currency>($currency, "USD");
  const location = useStoreAfterHydration($location, null);
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(BLANK_FORM);
  const [isFilled, setIsFilled] = useState(false);
  const [isAwake, setIsAwake] = useState(false);
  const { registration } = state;
  const payment = usePayment(addresses, emptyForm);
  /** What was pressed is about to go: the form is where the visitor goes on. */
  const goToForm = () => form.current?.focus();
  const unresolved = useUnresolvedPayments(payment, {
    onTryAgain: (order) => {
      const earlier = registrationFor(order);
      if (wouldBeLost(state, earlier)) pushStash(registration);
      saveDraft(earlier);
      setState((before) => resumed(before, earlier, hasStash()));
    },
    onResolved: goToForm,
  });
  const course = findCourse(courses, registration.courseId);
  const plan = findCourse(course?.plans ?? [], registration.planId);
  const isCalling = isCheckoutOpen(payment.flow);
  const asked = useAskedPayer(emptyForm);

  useEffect(() => {
    const link = new URLSearchParams(window.location.search);
    const [linkedCourseId, linkedPlanId] = [link.get("course"), link.get("plan")];
    const draft = readDraft();
    startTransition(() => {
      setState(opened(courses, { linkedCourseId, linkedPlanId, draft, hasStashed: hasStash() }));
      setIsFilled(true);
    });
  }, [courses]);

  // In a frame of its own: to enable all fields at once is a slow phone's work for half of what a touch may wait.
  useEffect(() => {
    if (!isFilled) return;
    const next = requestAnimationFrame(() => startTransition(() => setIsAwake(true)));
    return () => cancelAnimationFrame(next);
  }, [isFilled]);

  useEffect(() => {
    if (isAwake) notifyHydrated(form.current);
  }, [isAwake]);

  /** Shows what is wrong, and goes to the first of it. @returns whether the form could be sent as it is */
  function check(): boolean {
    if (!course || missingForRegister(registration).length > 0) return false;
    const wrong = firstWrongField(state);
    if (!wrong) return true;
    setState(submitted);
    form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    return false;
  }

  /** The order that the form makes; null where there is something to be mended first. */
  function takeOrder(): Order | null {
    if (isCalling || asked.isAsking || !course || !check()) return null;
    // A page from the back/forward cache does not know of payments begun meanwhile.
    if (unresolved.refresh().length > 0) {
      payment.dismiss();
      return null;
    }
    const now = new Date();
    const reference = newReference("registration", now);
    return registrationOrder({ registration, course, plan, fee, currency, reference, now });
  }

  function register() {
    const order = takeOrder();
    if (order) void payment.pay(order);
  }

  function askPayer() {
    const order = takeOrder();
    if (order) void asked.ask(order);
  }

  function emptyForm() {
    clearDraft();
    const stashed = popStash();
    setState((before) => finished(before, stashed, hasStash()));
  }

  return {
    ...state,
    course,
    /** null where the price is paid at once. */
    plan,
    /** Empty until Register was pressed or the field was left. */
    errors: shownErrors(state),
    /** Visible names of what Register waits for. */
    missing: missingForRegister(registration),
    currency,
    /** ISO code of where the visitor is, as looked up; null while it is not known. */
    visitorCountry: location?.country_code ?? (isNigeria(location) ? "NG" : null),
    payment,
    unresolved,
    /** false until the page's script runs. */
    isAwake,
    /** The form must not change: a checkout is open or the page is not awake yet. */
    isFrozen: isCalling || asked.isAsking || !isAwake,
    form,
    change: <Field extends RegistrationField>(field: Field, value: Registration[Field]) =>
      setState((before) => {
        const next = withField(before, field, value);
        saveDraft(next.registration);
        if (field === "planId") forgetLinkedPlan();
        return next;
      }),
    /** Shows what is wrong with a field that is left. */
    leave: (field: RegistrationField) => setState((before) => leftField(before, field)),
    register,
    /** Asks for the first payment's link, for somebody else who pays. */
    askPayer,
    asked,
    canAskPayer: hasEdge() && paymentMode(currency) !== "missing",
    /** Back to an empty form after a payment. */
    startAnother: () => {
      payment.startAnother();
      asked.close();
      goToForm();
    },
  };
}

/** A reload keeps what was chosen, and not what the link asked for. */
function forgetLinkedPlan(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete("plan");
  history.replaceState(history.state, "", address);
}

export type SignupFormControl = ReturnType<typeof useSignupForm>;
