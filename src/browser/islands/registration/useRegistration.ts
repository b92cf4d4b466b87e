import { useStore } from "@nanostores/react";
import { type ChangeEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { $currency, $currencyChoice } from "~/browser/stores/currency.ts";
import { $location } from "~/browser/stores/location.ts";
import { $seats, askSeats } from "~/browser/stores/seats.ts";
import { cohortChoices, isCohortOver, openCohorts } from "~/domain/dates/cohort-options.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { missingForRegister, registrationFor } from "~/domain/enrolment/registration.ts";
import type { NumberField } from "~/domain/enrolment/registration-numbers.ts";
import { countryIn } from "~/domain/location/location.ts";
import { CURRENCIES } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { OrderRefusal } from "~/domain/payments/payment-flow.ts";
import type { SummaryError } from "../fields/ErrorSummary.tsx";
import {
  clearDraft,
  clearLinked,
  hasStash,
  linked,
  popStash,
  pushStash,
  readDraft,
  readStarted,
  saveDraft,
  saveStarted,
  showPageAddress,
} from "./registration-draft.ts";
import {
  afterClick,
  canChooseCountry,
  chooseRadio,
  chosenCurrency,
  errorsOfFields,
  fieldId,
  fieldOf,
  listedCountries,
  listedErrors,
  readForm,
  servedErrors,
  servedSummary,
  writeForm,
} from "./registration-fields.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import {
  BLANK_STATE,
  dialled,
  dialledIn,
  finished,
  inOnlyCohort,
  isRegistrationOf,
  leftField,
  located,
  opened,
  type RegistrationState,
  resumed,
  served,
  settled,
  submitted,
  type TypedForm,
  touched,
  typed,
  wouldBeLost,
} from "./registration-state.ts";
import {
  builtView,
  describeRegistration,
  errorsIn,
  numberedRegistration,
  orderIn,
  registrationToKeep,
} from "./registration-view.ts";

const ERROR = "Error: ";

/** The registration form: what its fields hold, what follows from it, and what is kept of it. */
export function useRegistration(offer: RegistrationOffer) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const latest = useRef(BLANK_STATE);
  /** What the fields hold, as far as it is known. */
  const synced = useRef<TypedForm>(BLANK_STATE);
  /** Without errors. A translator changes what the document has. */
  const pageTitle = useRef("");
  const whenStill = useRef((act: () => void) => act());
  const [state, setState] = useState(BLANK_STATE);
  const [isLive, setIsLive] = useState(false);
  const [problems, setProblems] = useState<readonly SummaryError[]>([]);
  const [countries, setCountries] = useState<Readonly<Record<string, string>>>({});
  const facts = {
    offer,
    currency: useStore($currency),
    visitor: useStore($location),
    seats: useStore($seats),
    countries,
    today: lagosDay(new Date()),
  };
  const { currency, visitor } = facts;
  const isOver = (cohort: string) => isCohortOver(cohort, offer.cohorts, facts.today);

  function update(next: RegistrationState): void {
    latest.current = next;
    setState(next);
  }

  /** The form as it was built, filled in by the edge, or typed into before React came. */
  const open = useEffectEvent((element: HTMLFormElement) => {
    const preset = opened(offer.courses, {
      typed: readForm(element).registration,
      draft: readDraft(isOver),
      hasStashed: hasStash(),
      ...linked(),
      openCohortIds: openCohorts(offer.cohorts, facts.today).map(({ id }) => id),
    });
    const { isSameNumber } = readForm(element);
    const keptCohort = readStarted()?.learner.cohort ?? "";
    update(served({ ...preset, isSameNumber, keptCohort }, servedErrors(element)));
    setProblems(servedSummary(element));
    setCountries(listedCountries(element));
    setIsLive(true);
    locate();
    const chosen = CURRENCIES.find((currency) => currency === chosenCurrency(element));
    if (chosen && chosen !== currency) $currencyChoice.set(chosen);
    showPageAddress();
    if (offer.isCounted) void askSeats().then(chooseCohort);
    else chooseCohort();
  });

  function chooseCohort(): void {
    const choices = cohortChoices(offer.cohorts, facts.today, $seats.get());
    update(inOnlyCohort(latest.current, choices));
  }

  /** What the fields hold now. What follows from an earlier change is written first. */
  function read(element: HTMLFormElement): TypedForm {
    if (isLive && synced.current !== latest.current) flushSync(() => setState(latest.current));
    return readForm(element);
  }

  function reread(): void {
    if (form.current) update(typed(latest.current, read(form.current)));
  }
  const restore = useEffectEvent(reread);

  /** Chooses the country that was looked up, where none is. */
  function locate(): void {
    if (!form.current) return;
    const country = countryIn(listedCountries(form.current), $location.get());
    if (canChooseCountry(form.current, country)) update(located(latest.current, country));
  }
  const locateAgain = useEffectEvent(locate);

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
    if (visitor) locateAgain();
  }, [visitor]);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    whenStill.current = afterClick(signal);
    // A browser may restore what was typed before a reload, without an event.
    addEventListener("pageshow", () => restore(), { signal });
    return () => listening.abort();
  }, []);

  function keep(next: RegistrationState): void {
    update(next);
    saveDraft(registrationToKeep(next, facts));
  }

  function change({ target }: ChangeEvent<HTMLFormElement>): void {
    const control: EventTarget & { name?: string; value?: string } = target;
    const field = fieldOf(control);
    if (control.name === "currency") {
      $currencyChoice.set(CURRENCIES.find((currency) => currency === control.value) ?? null);
    }
    if (!field || !form.current) return;
    if (field === "planId") clearLinked("plan");
    if (field === "cohort") clearLinked("cohort");
    const now = read(form.current);
    keep(typed(touched(latest.current, field), now));
  }

  function leave({ target }: { target: EventTarget }): void {
    const field = fieldOf(target);
    if (!field) return;
    whenStill.current(() => {
      reread();
      update(leftField(latest.current, field));
    });
  }

  /** What is wrong, at the top of the form, which takes the focus. */
  function showProblems(listed: readonly SummaryError[]): void {
    flushSync(() => setProblems(listed));
    pageTitle.current ||= document.title.replace(ERROR, "");
    document.title = (listed.length > 0 ? ERROR : "") + pageTitle.current;
    if (listed.length > 0) summary.current?.focus();
  }

  /** The order that the form makes; null where something must be corrected first. */
  function takeOrder(): Order | null {
    reread();
    if (missingForRegister(latest.current.registration).length > 0) return null;
    const errors = errorsIn(latest.current, facts);
    update(submitted(latest.current, errors));
    showProblems(listedErrors(errors));
    if (Object.keys(errors).length > 0) return null;
    return orderIn(latest.current, facts, { started: readStarted(), now: new Date() });
  }

  function empty(): void {
    clearDraft();
    update(settled(finished(latest.current, popStash(isOver), hasStash())));
    locate();
  }

  return {
    form,
    summary,
    view: isLive ? describeRegistration(state, facts) : builtView(offer),
    problems,
    change,
    leave,
    takeOrder,
    empty,
    correctEmail(email: string): void {
      const { registration, isSameNumber } = latest.current;
      const corrected = { registration: { ...registration, email }, isSameNumber };
      flushSync(() => keep(typed(touched(latest.current, "email"), corrected)));
      form.current?.querySelector<HTMLElement>(`#${fieldId("email")}`)?.focus();
    },
    chooseState(name: string): void {
      const { registration } = latest.current;
      if (registration.state !== name)
        update({ ...latest.current, registration: { ...registration, state: name } });
    },
    changeNumber(field: NumberField, text: string): void {
      const next = dialled(latest.current, field, text);
      if (next !== latest.current) keep(next);
    },
    chooseDiallingCountry(field: NumberField, code: string): void {
      keep(dialledIn(latest.current, field, code));
    },
    /** The edge has refused the order: beside its fields, and over the form, stands what must be corrected. */
    refuse({ message, errors }: Pick<OrderRefusal, "message" | "errors">): void {
      const ofFields = errorsOfFields(errors);
      const listed = listedErrors(ofFields);
      update(served(latest.current, ofFields));
      showProblems(listed.length > 0 ? listed : [{ text: message, href: null }]);
    },
    /** A registration was paid, or may have been. Only where the form holds it, that is no longer needed. */
    settle(order: Order): void {
      if (isRegistrationOf(latest.current.registration, order)) empty();
      else update(settled(latest.current));
    },
    /** Hides the form, which keeps what is typed. */
    putAway: () => update({ ...latest.current, isDone: true }),
    /** An earlier registration is to be tried again. @param goesOn with the payment that was started */
    resume(order: Order, goesOn: boolean): void {
      const made = registrationFor(order);
      const earlier = goesOn || !isOver(made.cohort) ? made : { ...made, cohort: "" };
      const now = registrationToKeep(latest.current, facts);
      if (wouldBeLost(numberedRegistration(latest.current, facts), earlier)) pushStash(now);
      saveStarted(goesOn ? order : null);
      saveDraft(earlier);
      update(resumed(latest.current, earlier, { hasStashed: hasStash(), goesOn }));
    },
    focus(): void {
      flushSync(() => update({ ...latest.current, isDone: false }));
      form.current?.focus();
    },
  };
}

export type RegistrationControl = ReturnType<typeof useRegistration>;
