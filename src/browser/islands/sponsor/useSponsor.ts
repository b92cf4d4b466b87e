import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type PaymentRequest, readEnrolment } from "~/browser/edge-client/enrolments.ts";
import { type EnrolmentAccess, hasLink } from "~/domain/enrolment/enrolment-key.ts";
import type { Currency } from "~/domain/money/money.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { useEnrolmentPayment } from "../enrolment/useEnrolmentPayment.ts";
import { linkAfter, type SponsorLink, takePayerAccess, UNREADABLE } from "./sponsor-state.ts";

export function useSponsor() {
  const [link, setLink] = useState<SponsorLink>({ status: "reading" });
  /**
   * The payer's typed details. They outlive the form, which disappears while a payment is being confirmed.
   */
  const [typed, setTyped] = useState({ name: "", email: "" });
  /** The element that takes the focus once a dialog is closed. */
  const request = useRef<HTMLElement>(null);
  const turn = useRef(0);

  async function showRecord(access: EnrolmentAccess): Promise<void> {
    turn.current += 1;
    const requestTurn = turn.current;
    const response = await readEnrolment(access);
    if (requestTurn === turn.current) setLink((previousLink) => linkAfter(response, access, previousLink));
  }

  const control = useEnrolmentPayment({
    onEnded: () => {
      control.payment.opener.current = request.current;
      if (link.status === "open") void showRecord(link.access);
    },
  });

  function open() {
    const access = takePayerAccess();
    if (access === "unreadable") return setLink(UNREADABLE);
    setLink({ status: access ? "reading" : "none" });
    if (access) void showRecord(access);
  }

  // Opening a second link in the same tab changes only the address.
  const onHash = useEffectEvent(() => {
    if (!hasLink(location.hash) || isCheckoutOpen(control.payment.flow)) return;
    control.payment.startAnother();
    open();
  });
  const onOpen = useEffectEvent(open);

  useEffect(() => {
    const listening = new AbortController();
    onOpen();
    addEventListener("hashchange", () => onHash(), { signal: listening.signal });
    return () => listening.abort();
  }, []);

  return {
    link,
    control,
    request,
    typed,
    setTyped,
    pay: (currency: Currency, payer: Pick<PaymentRequest, "payerName" | "payerEmail">) => {
      if (link.status !== "open") return;
      const { access, view } = link;
      const charges = view.charges.map(({ number }) => number);
      void control.pay({ access, view, charges, currency, ...payer });
    },
    lookAgain: () => {
      if (link.status === "open") void showRecord(link.access);
      else open();
    },
  };
}

export type SponsorControl = ReturnType<typeof useSponsor>;
