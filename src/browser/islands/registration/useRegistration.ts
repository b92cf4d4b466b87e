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
  withVoucherError,
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

const TITLE_PREFIX = "Error: ";

/** Runs the registration form: its fields, the order that they describe, and its draft. */
export function useRegistration(offer: RegistrationOffer) {
  const fields = useRegistrationFields(offer);
  const { form, facts, isOver, current, update, reread, locate } = fields;
  const summary = useRef<HTMLDivElement>(null);
  /** The document's title without errors, read from the document because a translator may have changed it. */
  const pageTitle = useRef("");
  const [summaryErrors, setSummaryErrors] = useState<readonly SummaryError[]>([]);

  useLayoutEffect(() => {
    if (form.current) setSummaryErrors(servedSummary(form.current));
  }, [form]);

  /** Lists the errors above the form and moves the focus there. */
  function showErrors(errors: readonly SummaryError[]): void {
    flushSync(() => setSummaryErrors(errors));
    pageTitle.current ||= document.title.replace(TITLE_PREFIX, "");
    document.title = (errors.length > 0 ? TITLE_PREFIX : "") + pageTitle.current;
    if (errors.length > 0) summary.current?.focus();
  }

  /** Empties the form, or fills it in with the registration that was stashed last. */
  function empty(): void {
    clearDraft();
    const stashedRegistration = popStash(isOver);
    update(doneUnlessStarted(afterPayment(current(), stashedRegistration, hasStash())));
    locate();
  }

  return {
    ...fields,
    summary,
    summaryErrors,
    empty,
    /** Returns the form's order; `null` if something must be corrected first. */
    readOrder(): Order | null {
      reread();
      if (missingForRegister(current().registration).length > 0) return null;
      const voucherError = voucherErrorIn(current());
      if (voucherError) update(withVoucherError(current(), voucherError));
      const errors = { ...errorsIn(current(), facts), ...(voucherError && { voucher: voucherError }) };
      update(withErrorsShown(current(), errors));
      showErrors(listedErrors(errors));
      if (Object.keys(errors).length > 0) return null;
      return orderIn(current(), facts, { started: readStarted(), now: new Date() });
    },
    /** Shows the edge's errors beside their fields and above the form. */
    refuse({ message, errors }: Pick<OrderRefusal, "message" | "errors">): void {
      const fieldErrors = errorsOfFields(errors);
      const listed = listedErrors(fieldErrors);
      update(withServedErrors(current(), fieldErrors));
      showErrors(listed.length > 0 ? listed : [{ text: message, href: null }]);
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
      const isClosed = !isResumed && isOver(registration.cohort);
      const earlier = isClosed ? { ...registration, cohort: "" } : registration;
      if (wouldBeLost(numberedRegistration(current(), facts), earlier)) {
        pushStash(registrationToSave(current(), facts));
      }
      saveStarted(isResumed ? order : null);
      saveDraft(earlier);
      update(withEarlierRegistration(current(), earlier, { hasStashed: hasStash(), isResumed }));
    },
    show(): void {
      flushSync(() => update({ ...current(), isDone: false }));
      form.current?.focus();
    },
  };
}

export type RegistrationControl = ReturnType<typeof useRegistration>;
