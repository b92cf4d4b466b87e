import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { missingForRegister, registrationFor } from "~/domain/enrolment/registration.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { OrderRefusal } from "~/domain/payments/payment-flow.ts";
import type { SummaryError } from "../fields/ErrorSummary.tsx";
import {
  clearDraft,
  hasStash,
  popStash,
  pushStash,
  readStarted,
  saveDraft,
  saveStarted,
} from "./registration-draft.ts";
import { errorsOfFields, listedErrors, servedSummary } from "./registration-fields.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import {
  afterPayment,
  doneUnlessStarted,
  isRegistrationOf,
  withEarlierRegistration,
  withErrorsShown,
  withServedErrors,
  wouldBeLost,
} from "./registration-state.ts";
import {
  errorsIn,
  numberedRegistration,
  orderIn,
  registrationToSave,
  voucherErrorIn,
} from "./registration-view.ts";
import { useRegistrationFields } from "./useRegistrationFields.ts";

const ERROR = "Error: ";

/** Runs the registration form: its fields, its order, and its draft after a payment or another try. */
export function useRegistration(offer: RegistrationOffer) {
  const fields = useRegistrationFields(offer);
  const { form, facts, isOver, current, update, reread, locate } = fields;
  const summary = useRef<HTMLDivElement>(null);
  /** The document's title without errors, read from the document because a translator may have changed it. */
  const pageTitle = useRef("");
  const [problems, setProblems] = useState<readonly SummaryError[]>([]);

  useLayoutEffect(() => {
    if (form.current) setProblems(servedSummary(form.current));
  }, [form]);

  /** Lists the errors above the form and moves the focus there. */
  function showProblems(listed: readonly SummaryError[]): void {
    flushSync(() => setProblems(listed));
    pageTitle.current ||= document.title.replace(ERROR, "");
    document.title = (listed.length > 0 ? ERROR : "") + pageTitle.current;
    if (listed.length > 0) summary.current?.focus();
  }

  function empty(): void {
    clearDraft();
    update(doneUnlessStarted(afterPayment(current(), popStash(isOver), hasStash())));
    locate();
  }

  return {
    ...fields,
    summary,
    problems,
    empty,
    /** Returns the form's order; `null` if something must be corrected first. */
    readOrder(): Order | null {
      reread();
      if (missingForRegister(current().registration).length > 0) return null;
      const voucher = voucherErrorIn(current());
      if (voucher) update(withServedErrors(current(), { ...current().servedErrors, voucher }));
      const errors = voucher ? { ...errorsIn(current(), facts), voucher } : errorsIn(current(), facts);
      update(withErrorsShown(current(), errors));
      showProblems(listedErrors(errors));
      if (Object.keys(errors).length > 0) return null;
      return orderIn(current(), facts, { started: readStarted(), now: new Date() });
    },
    /** Shows the edge's errors beside their fields and above the form. */
    refuse({ message, errors }: Pick<OrderRefusal, "message" | "errors">): void {
      const ofFields = errorsOfFields(errors);
      const listed = listedErrors(ofFields);
      update(withServedErrors(current(), ofFields));
      showProblems(listed.length > 0 ? listed : [{ text: message, href: null }]);
    },
    /** Empties the form if it holds a registration that was paid or may have been. */
    settle(order: Order): void {
      if (isRegistrationOf(current().registration, order)) empty();
      else update(doneUnlessStarted(current()));
    },
    hide: () => update({ ...current(), isDone: true }),
    /** Fills the form in with an earlier registration. @param isResumed whether its payment is resumed */
    resume(order: Order, isResumed: boolean): void {
      const registration = registrationFor(order, order.voucher);
      const earlier =
        isResumed || !isOver(registration.cohort) ? registration : { ...registration, cohort: "" };
      const now = registrationToSave(current(), facts);
      if (wouldBeLost(numberedRegistration(current(), facts), earlier)) pushStash(now);
      saveStarted(isResumed ? order : null);
      saveDraft(earlier);
      update(withEarlierRegistration(current(), earlier, { hasStashed: hasStash(), isResumed }));
    },
    focus(): void {
      flushSync(() => update({ ...current(), isDone: false }));
      form.current?.focus();
    },
  };
}

export type RegistrationControl = ReturnType<typeof useRegistration>;
