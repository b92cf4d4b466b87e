import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { readEnrolment } from "~/browser/enrolments/ask-edge.ts";
import { payerEmailError } from "~/domain/contact/email-address.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { PayerView } from "~/domain/enrolment/enrolment-view.ts";
import type { Currency } from "~/domain/money/money.ts";
import { isCheckoutOpen } from "~/domain/payments/payment-flow.ts";
import { useEnrolmentPayment } from "../payment/useEnrolmentPayment.ts";
import { takePayerAccess } from "./payer-access.ts";

/** What the page has to say of the link that it was opened with. */
export type SponsorLink =
  | { readonly status: "reading" | "none" | "unreadable" | "unreachable" }
  /** The edge refuses to open it, for the reason that it gives. isPassing: it may open it a little later. */
  | { readonly status: "refused"; readonly message: string; readonly isPassing: boolean }
  | { readonly status: "open"; readonly access: EnrolmentAccess; readonly view: PayerView };

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

  const show = useCallback(async (access: EnrolmentAccess) => {
    turn.current += 1;
    const ownTurn = turn.current;
    const opened = await openLink(access);
    if (ownTurn !== turn.current) return;
    // What is shown stays where there is no answer.
    setLink((before) => (opened.status === "unreachable" && before.status === "open" ? before : opened));
  }, []);

  const control = useEnrolmentPayment({
    onEnded: ({ hasMoved }) => {
      if (hasMoved) setIsPaidHere(true);
      control.payment.opener.current = request.current;
      if (link.status === "open") void show(link.access);
    },
  });

  function open(taken: ReturnType<typeof takePayerAccess>): void {
    const access = taken === "unreadable" ? null : taken;
    setLink({ status: access ? "reading" : taken === null ? "none" : "unreadable" });
    if (access) void show(access);
  }

  // A second link opened in the same tab changes the address alone: the browser loads nothing.
  const onHash = useEffectEvent(() => {
    if (!location.hash.startsWith("#ENR-") || isCheckoutOpen(control.payment.flow)) return;
    control.payment.startAnother();
    setIsPaidHere(false);
    open(takePayerAccess());
  });
  const onOpen = useEffectEvent(() => open(takePayerAccess()));

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
    lookAgain: () => open(takePayerAccess()),
  };
}

export type SponsorControl = ReturnType<typeof useSponsor>;

async function openLink(access: EnrolmentAccess): Promise<SponsorLink> {
  const answer = await readEnrolment(access);
  if (answer.type === "unreachable") return { status: "unreachable" };
  if (answer.type === "refused") {
    // Each try of an invalid key counts, and after ten the address has to wait.
    const isReplaced = answer.status === 404;
    return { status: "refused", message: isReplaced ? REPLACED : answer.message, isPassing: !isReplaced };
  }
  // The learner's own link does not belong here; nothing of it is shown.
  if (answer.body.kind === "learner") return { status: "refused", message: OWN_LINK, isPassing: false };
  return { status: "open", access, view: answer.body };
}

const REPLACED = "This link has expired. Ask the learner for a new one.";
const OWN_LINK =
  "This is the learner's own link. Ask them to press Ask somebody else to pay on My enrolment and send you that one.";
