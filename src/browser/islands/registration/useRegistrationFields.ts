import { useStore } from "@nanostores/react";
import { type ChangeEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { checkVoucher, type EdgeAnswer } from "~/browser/edge-client/enrolments.ts";
import { $currency, $currencyChoice, $learnerCountry } from "~/browser/stores/currency.ts";
import { $location } from "~/browser/stores/location.ts";
import { $seats, askSeats } from "~/browser/stores/seats.ts";
import { cohortChoices, isCohortOver, openCohorts } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { formName } from "~/domain/enrolment/registration-form.ts";
import type { NumberField } from "~/domain/enrolment/registration-numbers.ts";
import { countryIn } from "~/domain/location/listed-country.ts";
import { readVoucherCode, type UsedVoucher } from "~/domain/pricing/voucher.ts";
import { useWindowEvent } from "../support/useWindowEvent.ts";
import {
  clearLinked,
  hasStash,
  linkedValues,
  readDraft,
  readStarted,
  saveDraft,
  showPageAddress,
} from "./registration-draft.ts";
import {
  afterClick,
  canChooseCountry,
  chooseRadio,
  chosenCurrency,
  fieldId,
  fieldOf,
  listedCountries,
  readForm,
  servedErrors,
  writeForm,
} from "./registration-fields.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import {
  afterLeaving,
  BLANK_STATE,
  openingState,
  type RegistrationState,
  type TypedForm,
  withCountry,
  withDiallingCountry,
  withNumber,
  withOnlyCohort,
  withoutServedError,
  withServedErrors,
  withTyped,
  withVoucherError,
} from "./registration-state.ts";
import { builtView, describeRegistration, type PageFacts, registrationToSave } from "./registration-view.ts";

/**
 * Keeps the state of the form's fields. They are uncontrolled: each change reads them all and writes those
 * that must change.
 */
export function useRegistrationFields(offer: RegistrationOffer) {
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(BLANK_STATE);
  /** The values that the fields are known to hold. */
  const synced = useRef<TypedForm>(BLANK_STATE);
  const runAfterClick = useRef((act: () => void) => act());
  const [state, setState] = useState(BLANK_STATE);
  const [isLive, setIsLive] = useState(false);
  const [countries, setCountries] = useState<Readonly<Record<string, string>>>({});
  const facts: PageFacts = {
    offer,
    currency: useStore($currency),
    visitor: useStore($location),
    seats: useStore($seats),
    countries,
    today: lagosDay(new Date()),
  };
  const { currency, visitor } = facts;
  const isOver = (cohort: string) => isCohortOver(cohort, offer.cohorts, facts.today);

  function update(nextState: RegistrationState): void {
    latest.current = nextState;
    $learnerCountry.set(nextState.registration.country);
    setState(nextState);
  }

  function updateAndSave(nextState: RegistrationState): void {
    update(nextState);
    saveDraft(registrationToSave(nextState, facts));
  }

  /** Opens a form that was built, filled in by the edge, or typed into before hydration. */
  const open = useEffectEvent((element: HTMLFormElement) => {
    const { registration, isSameNumber } = readForm(element);
    const opening = openingState(offer.courses, {
      typed: registration,
      draft: readDraft(isOver),
      hasStashed: hasStash(),
      ...linkedValues(),
      openCohortIds: openCohorts(offer.cohorts, facts.today).map(({ id }) => id),
    });
    const startedCohort = readStarted()?.learner.cohort ?? "";
    update(withServedErrors({ ...opening, isSameNumber, startedCohort }, servedErrors(element)));
    setCountries(listedCountries(element));
    setIsLive(true);
    locate();
    if (latest.current.registration.courseId) void takeVoucher();
    const choice = chosenCurrency(element);
    if (choice && choice !== currency) $currencyChoice.set(choice);
    showPageAddress();
    if (offer.isCounted) void askSeats().then(chooseCohort);
    else chooseCohort();
  });

  function chooseCohort(): void {
    const choices = cohortChoices(offer.cohorts, facts.today, $seats.get());
    update(withOnlyCohort(latest.current, choices));
  }

  /** Asks the edge for the discount of the voucher in the field, and shows an error beside the field. */
  async function takeVoucher(): Promise<void> {
    const { voucher, courseId, planId, email } = latest.current.registration;
    const code = readVoucherCode(voucher);
    if (code === "") return;
    if (courseId === "") return update(withVoucherError(latest.current, NO_COURSE));
    const response = await checkVoucher({ code, courseId, planId, email });
    const state = latest.current;
    // The field may have changed during the request.
    if (readVoucherCode(state.registration.voucher) !== code) return;
    if (response.type === "answered")
      update({ ...withoutServedError(state, "voucher"), voucher: response.body });
    else update(withVoucherError(state, voucherError(response)));
  }

  /** Reads the fields, after writing those that must change because of an earlier change. */
  function read(element: HTMLFormElement): TypedForm {
    if (isLive && synced.current !== latest.current) flushSync(() => setState(latest.current));
    return readForm(element);
  }

  function reread(): void {
    if (form.current) update(withTyped(latest.current, read(form.current)));
  }
  // A browser may restore typed values after a reload without an event.
  useWindowEvent("pageshow", reread);

  /** Chooses the visitor's country, if none is chosen. */
  function locate(): void {
    if (!form.current) return;
    const country = countryIn(listedCountries(form.current), $location.get());
    if (canChooseCountry(form.current, country)) update(withCountry(latest.current, country));
  }
  const onVisitor = useEffectEvent(locate);

  useLayoutEffect(() => {
    if (form.current) open(form.current);
  }, []);

  useLayoutEffect(() => {
    if (!isLive || !form.current) return;
    writeForm(form.current, synced.current, state);
    synced.current = state;
  }, [state, isLive]);

  useLayoutEffect(() => {
    if (isLive && form.current) chooseRadio(form.current, "currency", currency);
  }, [currency, isLive]);

  useEffect(() => {
    if (visitor) onVisitor();
  }, [visitor]);

  useEffect(() => {
    const listening = new AbortController();
    runAfterClick.current = afterClick(listening.signal);
    return () => listening.abort();
  }, []);

  return {
    form,
    facts,
    isOver,
    view: isLive ? describeRegistration(state, facts) : builtView(offer),
    /** Returns the latest state, which may not be rendered yet. */
    current: () => latest.current,
    update,
    reread,
    locate,
    change({ target }: ChangeEvent<HTMLFormElement>): void {
      const control: EventTarget & { name?: string } = target;
      const field = fieldOf(control);
      if (!form.current) return;
      if (control.name === "currency") $currencyChoice.set(chosenCurrency(form.current));
      if (!field) return;
      if (field === "planId" || field === "cohort" || field === "voucher") clearLinked(formName(field));
      const typed = read(form.current);
      updateAndSave(withTyped(withoutServedError(latest.current, field), typed));
      // A link's voucher cannot be checked before a course is chosen.
      const { voucher, registration } = latest.current;
      if (field === "courseId" && readVoucherCode(registration.voucher) !== (voucher?.code ?? "")) {
        void takeVoucher();
      }
    },
    leave({ target }: { target: EventTarget }): void {
      const field = fieldOf(target);
      if (!field) return;
      runAfterClick.current(() => {
        reread();
        update(afterLeaving(latest.current, field));
      });
    },
    correctEmail(email: string): void {
      const { registration, isSameNumber } = latest.current;
      const corrected = { registration: { ...registration, email }, isSameNumber };
      flushSync(() => updateAndSave(withTyped(withoutServedError(latest.current, "email"), corrected)));
      form.current?.querySelector<HTMLElement>(`#${fieldId("email")}`)?.focus();
    },
    chooseState(name: string): void {
      const { registration } = latest.current;
      if (registration.state === name) return;
      update({ ...latest.current, registration: { ...registration, state: name } });
    },
    takeVoucher,
    changeNumber(field: NumberField, text: string): void {
      const nextState = withNumber(latest.current, field, text);
      if (nextState !== latest.current) updateAndSave(nextState);
    },
    chooseDiallingCountry(field: NumberField, code: string): void {
      updateAndSave(withDiallingCountry(latest.current, field, code));
    },
  };
}

const NO_COURSE = "Choose a course first.";
const NOT_CHECKED = "We couldn't check the voucher. Try again in a minute, or register without it.";

function voucherError(response: Exclude<EdgeAnswer<UsedVoucher>, { type: "answered" }>): string {
  return response.type === "refused" ? response.message : NOT_CHECKED;
}
