import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { readEnrolment } from "~/browser/enrolments/ask-edge.ts";
import { payerEmailError } from "~/domain/contact/email-address.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { Currency } from "~/domain/money/money.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { useKeptFocus } from "../enrolment/useKeptFocus.ts";
import { useEnrolmentPayment } from "../payment/useEnrolmentPayment.ts";
import { linkAfter, type SponsorLink, takePayerAccess, UNREADABLE } from "./sponsor-state.ts";

/** Opens the link, and pays what it asks for. */
export function useSponsor() {
  const [link, setLink] = useState<SponsorLink>({ status: "reading" });
  const [email, setEmail] = useState("");
  const [emailError, setEmailError] = useState<string>();
  /** A payment was made here, or may have been, and the edge may not know yet. */
  const [isPaidHere, setIsPaidHere] = useState(false);
  /** Where the page goes on once a dialog is closed. */
  const request = useRef<HTMLElement>(null);
  const turn = useRef(0);

  const showRecord = useCallback(async (access: EnrolmentAccess) => {
    turn.current += 1;
    const ownTurn = turn.current;
    const answer = await readEnrolment(access);
    if (ownTurn === turn.current) setLink((before) => linkAfter(answer, access, before));
  }, []);

  const control = useEnrolmentPayment({
    onEnded: ({ hasMoved }) => {
      if (hasMoved) setIsPaidHere(true);
      control.payment.opener.current = request.current;
      if (link.status === "open") void showRecord(link.access);
    },
  });

  function open(): void {
    const access = takePayerAccess();
    if (access === "unreadable") {
      setLink(UNREADABLE);
      return;
    }
    setLink({ status: access ? "reading" : "none" });
    if (access) void showRecord(access);
  }

  // A second link opened in the same tab changes the address alone: the browser loads nothing.
  const onHash = useEffectEvent(() => {
    if (!location.hash.startsWith("#ENR-") || isCheckoutOpen(control.payment.flow)) return;
    control.payment.startAnother();
    setIsPaidHere(false);
    open();
  });
  const onOpen = useEffectEvent(open);

  useEffect(() => {
    const listening = new AbortController();
    onOpen();
    addEventListener("hashchange", () => onHash(), { signal: listening.signal });
    return () => listening.abort();
  }, []);

  /** @returns false for a malformed address: it is refused, and the error says why */
  function pay(currency: Currency): boolean {
    if (link.status !== "open") return true;
    const payerEmail = email.trim();
    const wrong = payerEmail ? payerEmailError(payerEmail) : null;
    if (wrong) {
      setEmailError(wrong);
      return false;
    }
    const { access, view } = link;
    const charges = view.charges.map(({ number }) => number);
    void control.pay({ access, view, charges, currency, ...(payerEmail && { payerEmail }) });
    return true;
  }

  const focusHandlers = useKeptFocus(() => request.current);
  return {
    link,
    control,
    request,
    email,
    emailError,
    setEmail: (value: string) => {
      setEmail(value);
      setEmailError(undefined);
    },
    pay,
    isPaidHere,
    /** Asks the edge once more. */
    lookAgain: () => {
      if (link.status === "open") void showRecord(link.access);
      else open();
    },
    focusHandlers,
  };
}

export type SponsorControl = ReturnType<typeof useSponsor>;
