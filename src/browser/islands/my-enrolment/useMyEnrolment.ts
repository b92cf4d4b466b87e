import { useStore } from "@nanostores/react";
import { createContext, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PaymentChoice } from "~/domain/enrolment/charge.ts";
import { hasLink } from "~/domain/enrolment/enrolment-key.ts";
import type { Currency } from "~/domain/money/money.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { ISLAND_READY } from "../directives/enrolment.ts";
import { useEnrolmentPayment } from "../enrolment/useEnrolmentPayment.ts";
import type { IslandFacts } from "../support/IslandBoundary.tsx";
import { useKeptFocus } from "../support/useKeptFocus.ts";
import { useWindowEvent } from "../support/useWindowEvent.ts";
import type { DetailOptions } from "./details-state.ts";
import type { EnrolmentDescription, OpenedEnrolment } from "./my-enrolment-state.ts";
import { createMyEnrolmentStore } from "./my-enrolment-store.ts";

export interface MyEnrolmentProps extends IslandFacts {
  academy: string;
  details: DetailOptions;
}

/** The opened enrolment, shared by all parts of its record. */
interface EnrolmentControl extends MyEnrolmentProps, OpenedEnrolment {
  about: EnrolmentDescription;
  page: MyEnrolmentControl;
}

export const Enrolment = createContext<EnrolmentControl | null>(null);

export function useEnrolment(): EnrolmentControl {
  const control = use(Enrolment);
  if (!control) throw new Error("Only inside an enrolment's record.");
  return control;
}

export function useMyEnrolment() {
  const [store] = useState(createMyEnrolmentStore);
  const state = useStore(store.$state);
  const root = useRef<HTMLDivElement>(null);
  /** The element that takes the focus once a payment's dialog is closed, or a button is gone. */
  const balance = useRef<HTMLElement>(null);
  const focusHandlers = useKeptFocus(() => balance.current ?? root.current);
  const payments = useEnrolmentPayment({
    onEnded: (ended) => {
      payments.payment.opener.current = balance.current;
      void store.showEnded(ended);
    },
  });

  // A layout effect runs before the first paint, so that the form for a link does not flash.
  useLayoutEffect(() => {
    void store.openFirst();
  }, [store]);

  const opened = () => store.$state.get().enrolment;
  useWindowEvent("hashchange", () => {
    // Opening a second link in the same tab changes only the address.
    if (hasLink(location.hash)) void store.openFirst();
  });
  useWindowEvent("pageshow", ({ persisted }) => {
    // The visitor may have paid on the provider's page and come back.
    if (persisted && opened()) void store.openAgain();
  });
  useWindowEvent("online", () => {
    if (opened()?.isCopy) void store.openAgain();
  });
  useEffect(() => void root.current?.dispatchEvent(new Event(ISLAND_READY, { bubbles: true })), []);

  function pay(currency: Currency, { count, charges }: PaymentChoice): void {
    if (!state.enrolment || isCheckoutOpen(payments.payment.flow)) return;
    store.setPaymentMessage("");
    const { access, view } = state.enrolment;
    void payments.pay({ access, view, count, charges, currency });
  }

  return { state, store, root, balance, payments, pay, focusHandlers };
}

export type MyEnrolmentControl = ReturnType<typeof useMyEnrolment>;
