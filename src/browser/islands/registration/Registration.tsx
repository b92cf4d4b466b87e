import { useEffect, useRef } from "react";
import { enrolmentHref } from "~/browser/enrolments/enrolment-access.ts";
import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { PaymentNotices } from "../payment/PaymentNotices.tsx";
import { Button } from "../support/controls.tsx";
import { withBoundary } from "../support/IslandBoundary.tsx";
import { useKeptFocus } from "../support/useKeptFocus.ts";
import { FeePanel } from "./AmountBar.tsx";
import { PayerLinkNotice } from "./PayerRequest.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";
import type { RegistrationOffer } from "./registration-offer.ts";
import { useRegistration } from "./useRegistration.ts";
import { Signup, useRegistrationPayment } from "./useRegistrationPayment.ts";

/** The id of the page's heading. Inside the island it would be painted only after the island's script. */
export const HEADING_ID = "signup-heading";

/** Names the chosen course in the page's heading. */
function useHeading(course: string | undefined): void {
  useEffect(() => {
    const heading = document.getElementById(HEADING_ID);
    if (!heading || !course) return;
    // Read from the page, because a translator may have changed it.
    const general = heading.textContent;
    heading.textContent = `Register for ${course}`;
    return () => {
      heading.textContent = general;
    };
  }, [course]);
}

export const Registration = withBoundary((offer: RegistrationOffer) => {
  const registration = useRegistration(offer);
  const payments = useRegistrationPayment(offer, registration);
  const { payment, unresolved, paidToday, payerRequest, press, startAnother } = payments;
  useHeading(registration.view.course?.name);
  const notices = useRef<HTMLDivElement>(null);
  const focusHandlers = useKeptFocus(() => notices.current?.querySelector("section") ?? null);
  return (
    <Signup value={{ ...registration, offer, payments }}>
      {offer.children}
      <div className="signup-grid mt-6 grid items-start gap-x-8 gap-y-6">
        <div className="signup-side">
          <aside className="signup-fee" aria-label="Registration fee">
            <FeePanel />
          </aside>
          <div className="signup-benefits">
            <h2 className="text-h3">You get</h2>
            <ul className="check-list mt-3 grid gap-2">
              {offer.benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          </div>
        </div>
        <div className="signup-main grid gap-6" {...focusHandlers}>
          <div className="contents" ref={notices}>
            <PaymentNotices payment={payment} unresolved={unresolved} onAnother={startAnother} />
            {paidToday && (
              <section tabIndex={-1} className="notice notice-good" aria-label="Your registration">
                <p className="notice-title">
                  {`You ${paidToday.purpose === "tuition" ? "paid" : "registered"} for ${paidToday.course.name} today`}
                </p>
                {paidToday.purpose === "tuition" && (
                  <p>
                    Please don't pay it again here. Your details and what's left to pay are on My enrolment.
                  </p>
                )}
                <div className="flex flex-wrap gap-3">
                  <a className="btn btn-primary" href={enrolmentHref(paidToday.reference)}>
                    Open My enrolment
                  </a>
                  <Button onClick={startAnother}>Register someone else</Button>
                </div>
              </section>
            )}
            {payerRequest.link && <PayerLinkNotice link={payerRequest.link} onAnother={startAnother} />}
          </div>
          <RegistrationForm />
        </div>
      </div>
      <PaymentDialogs payment={payment} onRetry={() => press("pay")} />
    </Signup>
  );
});
