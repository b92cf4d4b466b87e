import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type PaymentRequest, readEnrolment } from "~/browser/edge-client/enrolments.ts";
import { type EnrolmentAccess, hasLink } from "~/domain/enrolment/enrolment-key.ts";
import type { Currency } from "~/domain/money/money.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { useEnrolmentPayment } from "../enrolment/useEnrolmentPayment.ts";
import { useWindowEvent } from "../support/useWindowEvent.ts";
import { linkAfter, type SponsorLink, takePayerAccess, UNREADABLE } from "./sponsor-state.ts";

export function useSponsor() {
  const [link, setLink] = useState<SponsorLink>({ status: "reading" });
  /** The payer's typed details. They outlive the form, which disappears while a payment is being confirmed. */
  const [typed, setTyped] = useState({ name: "", email: "" });
  /** The element that takes the focus once a dialog is closed. */
  const section = useRef<HTMLElement>(null);
  const requestCount = useRef(0);

  async function showLink(access: EnrolmentAccess): Promise<void> {
    requestCount.current += 1;
    const requestNumber = requestCount.current;
    const response = await readEnrolment(access);
    // A later request may have been answered first.
    if (requestNumber !== requestCount.current) return;
    setLink((previousLink) => linkAfter(response, access, previousLink));
  }

  const control = useEnrolmentPayment({
    onEnded: () => {
      control.payment.opener.current = section.current;
      if (link.status === "open") void showLink(link.access);
    },
  });

  function open() {
    const access = takePayerAccess();
    if (access === "unreadable") return setLink(UNREADABLE);
    setLink({ status: access ? "reading" : "none" });
    if (access) void showLink(access);
  }

  const openFirst = useEffectEvent(open);
  useEffect(() => openFirst(), []);
  useWindowEvent("hashchange", () => {
    // Opening a second link in the same tab changes only the address.
    if (!hasLink(location.hash) || isCheckoutOpen(control.payment.flow)) return;
    control.payment.startAnother();
    open();
  });

  return {
    link,
    control,
    section,
    typed,
    setTyped,
    pay: (currency: Currency, payer: Pick<PaymentRequest, "payerName" | "payerEmail">) => {
      if (link.status !== "open") return;
      const { access, view } = link;
      const charges = view.charges.map(({ number }) => number);
      void control.pay({ access, view, charges, currency, ...payer });
    },
    lookAgain: () => {
      if (link.status === "open") void showLink(link.access);
      else open();
    },
  };
}

export type SponsorControl = ReturnType<typeof useSponsor>;
