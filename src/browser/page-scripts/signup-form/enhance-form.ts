/**
 * Makes Signup's form better while it is filled in. The form is plain HTML: it can be used before this runs, and posts by itself
 * where this never does. Its fields hold what is typed. Each change is read from them, what follows is worked out by the rules,
 * and shown; a field in which somebody types is never written to. What breaks here leaves the plain form.
 */

import { removeEntry, saveEntry } from "~/browser/outbox/outbox.ts";
import type { MailAddresses } from "~/browser/payments/payment-store.ts";
import { $signupPayment, type SignupRequest } from "~/browser/payments/signup-payment.ts";
import { $currency } from "~/browser/stores/currency.ts";
import { $location } from "~/browser/stores/location.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { type CohortOption, isCohortOver, openCohorts } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { findCourse, type RegistrationCourse } from "~/domain/enrolment/course.ts";
import {
  checkWholeRegistration,
  missingForRegister,
  type RegistrationErrors,
  type RegistrationField,
  registrationFor,
} from "~/domain/enrolment/registration.ts";
import { REFERENCE_FIELD } from "~/domain/enrolment/registration-form.ts";
import type { DualPrice } from "~/domain/money/money.ts";
import { isSameOrder, type Order, registrationOrder } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { part } from "../part.ts";
import { afterClick } from "./after-click.ts";
import { cohortField } from "./cohort-field.ts";
import { countryCodes } from "./country-codes.ts";
import { bindCurrency } from "./currency-field.ts";
import { emailSlip } from "./email-slip.ts";
import { hideSummary, showSummary } from "./error-summary.ts";
import { fieldNamed, fieldOf, isOffered, readForm, servedErrors, writeForm } from "./fields.ts";
import { forgetLinked, linked, showPageAddress, wasServed } from "./page-address.ts";
import { isPaymentMissing } from "./payment-missing.ts";
import { phoneFields } from "./phone-fields.ts";
import {
  clearDraft,
  hasStash,
  popStash,
  pushStash,
  readBegun,
  readDraft,
  saveBegun,
  saveDraft,
} from "./registration-draft.ts";
import { askPayment, loadPayment, startPayment } from "./request-payment.ts";
import { openFields, showForm } from "./show-form.ts";
import {
  finished,
  isBegun,
  isRegistrationOf,
  leftField,
  located,
  opened,
  resumed,
  shownErrors,
  submitted,
  typed,
  wouldBeLost,
} from "./signup-form-state.ts";
import { stateField } from "./state-field.ts";

/** What the page hands to its form's script. */
export interface SignupData {
  readonly courses: readonly RegistrationCourse[];
  readonly fee: DualPrice;
  readonly addresses: MailAddresses;
  readonly cohorts: readonly CohortOption[];
  /** Whether the content says how many places one of them has. */
  readonly isCounted: boolean;
  readonly support: SupportContacts;
}

export function enhanceForm(form: HTMLFormElement, data: SignupData): void {
  const { courses, fee, addresses, cohorts, isCounted, support } = data;
  const listening = new AbortController();
  const { signal } = listening;
  /** Errors that the edge has found; each is shown until its field is changed. */
  const served = servedErrors(form);
  let isLost = false;
  let isPressed = false;
  let isPaymentAsked = false;
  /** What was typed is paid for, and nobody has begun to type for someone else. */
  let isDone = false;
  const whenStill = afterClick(signal);
  const numbers = phoneFields(form, safely(changed));
  const states = stateField(form, safely(read));
  const slip = emailSlip(form);
  const offered = cohortField(form, cohorts, isCounted);
  offered.keep(readBegun()?.learner.cohort ?? "");
  const isOver = (id: string) => isCohortOver(id, cohorts, lagosDay(new Date()));
  const named = fieldNamed(form, REFERENCE_FIELD) as HTMLInputElement;
  // Of a form that came back the edge has begun nothing.
  if (wasServed()) removeEntry(named.value);
  const openCohortIds = openCohorts(cohorts, lagosDay(new Date())).map(({ id }) => id);
  const found = {
    typed: readForm(form),
    draft: readDraft(isOver),
    hasStashed: hasStash(),
    ...linked(),
    openCohortIds,
  };
  let state = submitted(opened(courses, found), served);

  const chosen = () => {
    const course = findCourse(courses, state.registration.courseId);
    return { course, plan: findCourse(course?.plans ?? [], state.registration.planId) };
  };
  const errors = () => checkWholeRegistration(numbers.numbered(state.registration), numbers.isNumber);

  /** An error in this script must leave the form usable as it is without script. */
  function safely<Arguments extends unknown[]>(act: (...given: Arguments) => void) {
    return (...given: Arguments) => {
      if (signal.aborted) return;
      try {
        act(...given);
      } catch (error) {
        giveUp();
        throw error;
      }
    };
  }

  function giveUp(): void {
    listening.abort();
    form.hidden = false;
    openFields(form);
    part<HTMLButtonElement>("[data-act=register]", form).disabled = !form.hasAttribute("action");
  }

  function show(): void {
    const { registration } = state;
    const missing = missingForRegister(registration);
    const currency = $currency.get();
    numbers.show(registration);
    slip.show();
    // Below a receipt an empty form reads as if something were still to be filled in.
    form.hidden = isDone && $signupPayment.get().step === "behind";
    showForm(form, {
      state,
      ...chosen(),
      cohorts,
      currency,
      fee,
      support,
      missing,
      isPressed,
      isLost,
      errors: { ...served, ...shownErrors(state, errors()) },
      payment: $signupPayment.get(),
    });
    // Once Register can be pressed, so that the press need not wait for it.
    if (missing.length === 0 && !isPaymentAsked && !isPaymentMissing(currency)) {
      isPaymentAsked = true;
      loadPayment();
    }
  }

  function fill(): void {
    states.show(state.registration.country);
    writeForm(form, state.registration);
    show();
  }

  /** Chooses the country that was looked up, where none is. */
  function locate(): void {
    const list = fieldNamed(form, "country") as HTMLSelectElement;
    const country = $location.get()?.country_name ?? "";
    if (isOffered(list, country) && document.activeElement !== list) state = located(state, country);
    fill();
  }

  function read(): void {
    state = typed(state, readForm(form));
    fill();
  }

  function changed(): void {
    read();
    saveDraft(numbers.kept(state.registration));
  }

  function empty(): void {
    clearDraft();
    numbers.reset();
    state = finished(state, popStash(isOver), hasStash());
    locate();
    offered.keep("");
    finish();
  }

  function finish(): void {
    isDone = !isBegun(state);
    show();
  }

  /** The order that the form makes; null where something must be corrected first. */
  async function takeOrder(): Promise<Order | null> {
    read();
    if (missingForRegister(state.registration).length > 0) return null;
    try {
      await numbers.ready();
    } catch {
      isLost = true;
      return null;
    }
    const wrong = errors();
    state = submitted(state, wrong);
    const order = orderOf(wrong);
    if (order) hideSummary(form);
    else {
      show();
      showSummary(form, wrong, { support, course: chosen().course?.name });
    }
    return order;
  }

  /** What is typed as an order, under the reference of the payment that was begun with it; null where something is wrong. */
  function orderOf(wrong: RegistrationErrors): Order | null {
    const { course, plan } = chosen();
    if (!course || Object.keys(wrong).length > 0) return null;
    const now = new Date();
    const order = registrationOrder({
      course,
      plan,
      cohorts,
      fee,
      now,
      currency: $currency.get(),
      registration: numbers.numbered(state.registration),
      reference: newReference("registration", now),
    });
    const begun = readBegun();
    return begun && isSameOrder(begun, order) ? begun : order;
  }

  async function press(act: SignupRequest["act"]): Promise<void> {
    if (isPressed || $signupPayment.get().step !== "open") return;
    isPressed = true;
    isLost = false;
    try {
      const order = await takeOrder();
      isPressed = false;
      if (order) askPayment({ act, order });
      else show();
    } catch (error) {
      giveUp();
      throw error;
    }
  }

  /**
   * As the edge reads the form: it knows no country but the learner's own. The payment is stored like one of the page's own, so
   * that a visitor who comes back reads how it ended before anything is paid again.
   */
  function prepareToPost(): void {
    openFields(form);
    writeForm(form, numbers.numbered(state.registration));
    const order = orderOf(errors());
    named.value = order?.reference ?? "";
    if (!order) return;
    saveBegun(order);
    const { sender, recipients } = addresses;
    saveEntry({ order, payment: { status: "opened" }, sender, recipients, delivered: [] });
  }

  function onInput({ target }: Event): void {
    const field = fieldOf(target);
    if (!field) return;
    delete served[field];
    isLost = false;
    isDone = false;
    if (field === "planId") forgetLinked("plan");
    if (field === "cohort") forgetLinked("cohort");
    changed();
  }

  function onLeave(field: RegistrationField | null): void {
    if (!field) return;
    state = leftField(state, field);
    whenStill(safely(show));
  }

  function listen(): void {
    form.addEventListener("input", safely(onInput), { signal });
    form.addEventListener(
      "focusout",
      safely(({ target }) => onLeave(fieldOf(target))),
      { signal },
    );
    form.addEventListener(
      "focusin",
      ({ target }) => {
        if (fieldOf(target) === "country") countryCodes().catch(() => undefined);
      },
      { signal },
    );
    form.addEventListener(
      "submit",
      (event) => {
        if (event.submitter?.matches("[data-plain-way]")) return prepareToPost();
        event.preventDefault();
        void press("pay");
      },
      { signal },
    );
    form.querySelector("[data-act=ask]")?.addEventListener("click", () => void press("ask"), { signal });
    // A browser may restore what was typed before a reload, without an event.
    addEventListener("pageshow", safely(read), { signal });
    const update = safely(show);
    for (const store of [$currency, $signupPayment]) store.listen(() => update());
    $location.listen(safely(locate));
  }

  bindCurrency(form, signal);
  showPageAddress();
  listen();
  startPayment(
    {
      offers: { fee, courses, cohorts },
      addresses,
      register: () => void press("pay"),
      empty,
      settle(order) {
        if (isRegistrationOf(state.registration, order)) empty();
        else finish();
      },
      resume(order, goesOn) {
        const earlier = registrationFor(order);
        const typedNow = numbers.kept(state.registration);
        if (wouldBeLost({ ...state, registration: numbers.numbered(typedNow) }, earlier)) pushStash(typedNow);
        numbers.reset();
        isDone = false;
        saveBegun(goesOn ? order : null);
        offered.keep(goesOn ? earlier.cohort : "");
        saveDraft(earlier);
        state = resumed(state, earlier, hasStash());
        fill();
      },
      focus() {
        isDone = false;
        show();
        form.focus();
      },
    },
    () => {
      isLost = true;
      show();
    },
  );
  safely(locate)();
  const { phone, whatsapp } = state.registration;
  if (phone || whatsapp) numbers.ready().catch(() => undefined);
}
