import { type RefObject, useEffect, useRef, useState } from "react";
import { findCourse, type RegistrationCourse } from "~/domain/enrolment/course.ts";
import { registrationOrder } from "~/domain/enrolment/order.ts";
import { isCheckoutOpen, isPaymentBehind } from "~/domain/enrolment/payment-flow.ts";
import { newReference } from "~/domain/enrolment/reference.ts";
import type { Registration } from "~/domain/enrolment/registration.ts";
import { openSealed } from "~/domain/enrolment/sponsor-link.ts";
import type { DualPrice } from "~/domain/money/money.ts";
import { type MailAddresses, type PaymentControl, usePayment } from "../payment/usePayment.ts";
import { type UnsettledControl, useUnsettledPayments } from "../payment/useUnsettledPayments.ts";
import { forgetFragment, isLinkInAddress, isPaid, takeFragment } from "./sponsor-fragment.ts";

export interface SponsorInput {
  courses: readonly RegistrationCourse[];
  fee: DualPrice;
  addresses: MailAddresses;
}

/** What the page has to say of the link it was opened with. */
export type SponsorLink =
  | { readonly status: "reading" | "none" | "expired" | "unreadable" | "unknown-course" }
  | {
      readonly status: "open";
      readonly registration: Registration;
      readonly course: RegistrationCourse;
      /** This browser has paid by it before. */
      readonly isPaid: boolean;
    };

export interface SponsorControl {
  readonly link: SponsorLink;
  readonly payment: PaymentControl;
  readonly unsettled: UnsettledControl;
  /** Where the page goes on once an earlier payment is put aside. */
  readonly request: RefObject<HTMLElement | null>;
  /** Pays in dollars for the learner. */
  pay(): void;
}

/** Opens the link on this device, and pays what it asks for. */
export function useSponsor({ courses, fee, addresses }: SponsorInput): SponsorControl {
  const [link, setLink] = useState<SponsorLink>({ status: "reading" });
  const payment = usePayment(addresses, forgetFragment);
  const request = useRef<HTMLElement>(null);
  const unsettled = useUnsettledPayments(payment, { onPutAside: () => request.current?.focus() });

  const latestPayment = useRef(payment);
  latestPayment.current = payment;

  useEffect(() => {
    let turn = 0;
    async function read() {
      turn += 1;
      const ownTurn = turn;
      const opened = await openLink(courses);
      if (ownTurn === turn) setLink(opened);
    }
    // A second link opened in the same tab changes the address alone: the browser loads nothing.
    function onLink() {
      const { flow, dismiss } = latestPayment.current;
      if (!isLinkInAddress() || isCheckoutOpen(flow)) return;
      if (isPaymentBehind(flow)) return location.reload();
      dismiss();
      void read();
    }
    void read();
    addEventListener("hashchange", onLink);
    return () => removeEventListener("hashchange", onLink);
  }, [courses]);

  function pay() {
    if (link.status !== "open" || unsettled.refresh().length > 0) return;
    const now = new Date();
    const reference = newReference("registration", now);
    const { registration, course } = link;
    void payment.pay(
      registrationOrder({ registration, course, fee, currency: "USD", reference, now, isSponsored: true }),
    );
  }

  return { link, payment, unsettled, request, pay };
}

async function openLink(courses: readonly RegistrationCourse[]): Promise<SponsorLink> {
  const fragment = takeFragment();
  if (!fragment) return { status: "none" };
  const opened = await openSealed(fragment, new Date());
  if (opened.status !== "open") return opened;
  const course = findCourse(courses, opened.registration.course);
  return course ? { ...opened, course, isPaid: isPaid(fragment) } : { status: "unknown-course" };
}
