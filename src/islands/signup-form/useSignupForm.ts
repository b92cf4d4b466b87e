import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { findCourse, type RegistrationCourse } from "~/domain/enrolment/course.ts";
import { registrationOf, registrationOrder } from "~/domain/enrolment/order.ts";
import { isCheckoutOpen } from "~/domain/enrolment/payment-flow.ts";
import { newReference } from "~/domain/enrolment/reference.ts";
import {
  BLANK_REGISTRATION,
  checkRegistration,
  isSameRegistration,
  missingForRegister,
  type Registration,
  type RegistrationErrors,
  withCountry,
} from "~/domain/enrolment/registration.ts";
import { isNigeria } from "~/domain/location/location.ts";
import type { Currency, DualPrice } from "~/domain/money/money.ts";
import { $currency } from "~/stores/currency.ts";
import { $location } from "~/stores/location.ts";
import { isPhoneNumber } from "../form-fields/phone-number.ts";
import { tellHydrated } from "../hydration.ts";
import { type MailAddresses, type PaymentControl, usePayment } from "../payment/usePayment.ts";
import { type UnsettledControl, useUnsettledPayments } from "../payment/useUnsettledPayments.ts";
import { useDrawnStore } from "../useDrawnStore.ts";
import { clearDraft, hasAside, putAside, readDraft, saveDraft, takeBack } from "./registration-draft.ts";

export interface SignupFormInput {
  courses: readonly RegistrationCourse[];
  fee: DualPrice;
  addresses: MailAddresses;
}

export interface SignupFormControl {
  readonly registration: Registration;
  /** The chosen course, once one is chosen. */
  readonly course: RegistrationCourse | null;
  /** The course came with the link, so the selector is locked. */
  readonly isCourseLocked: boolean;
  /** Errors to show; empty until Register was pressed or the field was left. */
  readonly errors: RegistrationErrors;
  /** Visible names of what Register waits for. */
  readonly missing: readonly string[];
  readonly currency: Currency;
  /** ISO code of where the visitor is, as looked up; null while nobody knows. */
  readonly visitorCountry: string | null;
  readonly payment: PaymentControl;
  readonly unsettled: UnsettledControl;
  /** What was typed for somebody else waits until this registration is paid. */
  readonly isOtherAside: boolean;
  /** false until the page's script runs. */
  readonly isAwake: boolean;
  /** The form must not change: a checkout is open or the page is not awake yet. */
  readonly isFrozen: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  change<Field extends keyof Registration>(field: Field, value: Registration[Field]): void;
  /** Shows what is wrong with a field that is left. */
  leave(field: keyof Registration): void;
  register(): void;
  /** Shows what is wrong with what was typed. @returns whether the form could be sent as it is */
  check(): boolean;
  /** Back to an empty form after a payment. */
  startAnother(): void;
}

/** Keeps the registration form: what is typed, what it costs, what is wrong, and the payment. */
export function useSignupForm({ courses, fee, addresses }: SignupFormInput): SignupFormControl {
  const currency = useDrawnStore<Currency>($currency, "USD");
  const location = useDrawnStore($location, null);
  const form = useRef<HTMLFormElement>(null);
  const [registration, setRegistration] = useState(BLANK_REGISTRATION);
  const [shown, setShown] = useState<ReadonlySet<keyof Registration>>(new Set());
  const [isCourseLocked, setIsCourseLocked] = useState(false);
  const [isOtherAside, setIsOtherAside] = useState(false);
  const [isFilled, setIsFilled] = useState(false);
  const [isAwake, setIsAwake] = useState(false);
  const payment = usePayment(addresses, () => {
    clearDraft();
    setShown(new Set());
    const other = takeBack();
    setRegistration((paid) => other ?? { ...BLANK_REGISTRATION, course: isCourseLocked ? paid.course : "" });
    setIsOtherAside(hasAside());
  });
  const { flow } = payment;
  /** What was pressed is about to go: the form is where the visitor goes on. */
  const goToForm = () => form.current?.focus();
  const unsettled = useUnsettledPayments(payment, {
    onTryAgain: (order) => {
      const taken = registrationOf(order);
      const isBegun = !isSameRegistration({ ...registration, course: "" }, BLANK_REGISTRATION);
      if (isBegun && !isSameRegistration(registration, taken)) putAside(registration);
      setIsOtherAside(hasAside());
      setRegistration(taken);
      saveDraft(taken);
    },
    onPutAside: goToForm,
  });
  const course = findCourse(courses, registration.course);
  const isCalling = isCheckoutOpen(flow);

  useEffect(() => {
    const asked = findCourse(courses, new URLSearchParams(window.location.search).get("course"));
    const draft = readDraft() ?? BLANK_REGISTRATION;
    // A course that is no longer offered cannot be registered for.
    const kept = asked ?? findCourse(courses, draft.course);
    startTransition(() => {
      setRegistration({ ...draft, course: kept?.id ?? "" });
      setIsCourseLocked(asked !== null);
      setIsOtherAside(hasAside());
      setIsFilled(true);
    });
  }, [courses]);

  // In a picture of its own: to free all fields at once is a slow phone's work for half of what a touch may wait.
  useEffect(() => {
    if (!isFilled) return;
    const next = requestAnimationFrame(() => startTransition(() => setIsAwake(true)));
    return () => cancelAnimationFrame(next);
  }, [isFilled]);

  useEffect(() => {
    if (isAwake) tellHydrated(form.current);
  }, [isAwake]);

  const found = checkRegistration(registration, isPhoneNumber);
  const errors = Object.fromEntries(
    Object.entries(found).filter(([field]) => shown.has(field as keyof Registration)),
  ) as RegistrationErrors;

  function change<Field extends keyof Registration>(field: Field, value: Registration[Field]) {
    setRegistration((before) => {
      const next = field === "country" ? withCountry(before, String(value)) : { ...before, [field]: value };
      saveDraft(next);
      return next;
    });
  }

  /** Shows what is wrong, and goes to the first of it. */
  function check(): boolean {
    if (!course || missingForRegister(registration).length > 0) return false;
    const wrong = Object.keys(found) as (keyof Registration)[];
    if (wrong.length === 0) return true;
    setShown(new Set([...shown, ...wrong]));
    form.current?.querySelector<HTMLElement>(`[name="${wrong[0]}"]`)?.focus();
    return false;
  }

  function register() {
    if (isCalling || !course || !check()) return;
    // A page that comes back with the browser's Back button has not heard of payments begun meanwhile.
    if (unsettled.refresh().length > 0) {
      payment.dismiss();
      return;
    }
    const now = new Date();
    const reference = newReference("registration", now);
    void payment.pay(registrationOrder({ registration, course, fee, currency, reference, now }));
  }

  return {
    registration,
    course,
    isCourseLocked,
    errors,
    missing: missingForRegister(registration),
    currency,
    visitorCountry: location?.country_code ?? (isNigeria(location) ? "NG" : null),
    payment,
    isOtherAside,
    isAwake,
    isFrozen: isCalling || !isAwake,
    form,
    change,
    leave: (field) => {
      if (registration[field]) setShown(new Set([...shown, field]));
    },
    register,
    check,
    unsettled,
    startAnother: () => {
      payment.startAnother();
      goToForm();
    },
  };
}
