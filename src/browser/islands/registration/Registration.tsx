import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { ResolvedPayment } from "../payment/ResolvedPayment.tsx";
import { UnresolvedPayments } from "../payment/UnresolvedPayments.tsx";
import { withBoundary } from "../support/IslandBoundary.tsx";
import { FeePanel } from "./AmountBar.tsx";
import { AskedPayer } from "./AskedPayer.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";
import type { RegistrationOffer } from "./registration-offer.ts";
import { useRegistration } from "./useRegistration.ts";
import { type RegistrationPaymentControl, useRegistrationPayment } from "./useRegistrationPayment.ts";

/** Registering for a course and paying for it: what Signup consists of. */
export const Registration = withBoundary(RegistrationParts);

function RegistrationParts(offer: RegistrationOffer) {
  const registration = useRegistration(offer);
  const payment = useRegistrationPayment(offer, registration);
  const { view } = registration;
  return (
    <>
      <h1 className="max-w-[42rem] text-h2">{`Register for ${view?.course?.name ?? "our Cloud Programs"}`}</h1>
      <div className="signup-grid mt-6">
        <aside className="signup-fee" aria-label="Registration fee">
          <FeePanel offer={offer} view={view} />
        </aside>
        <div className="signup-main">
          <Payments offer={offer} control={payment} />
          <RegistrationForm
            offer={offer}
            control={registration}
            step={payment.step}
            problem={payment.asked.problem}
            onPress={payment.press}
          />
        </div>
        <div className="signup-benefits">
          <h2 className="text-h3">You get</h2>
          <ul className="mt-3 grid gap-2">
            {offer.benefits.map((benefit) => (
              <li key={benefit} className="check-item">
                {benefit}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}

interface PaymentsProps {
  offer: RegistrationOffer;
  control: RegistrationPaymentControl;
}

/** What is known of payments: of earlier ones, of the one that is being made, and of one that somebody else makes. */
function Payments({ offer, control }: PaymentsProps) {
  const { support, refunds } = offer;
  const { payment, unresolved, asked: askedPayer, notice, startAnother, press } = control;
  return (
    <div className="contents">
      <UnresolvedPayments control={unresolved} support={support} offers={offer} />
      <ResolvedPayment
        ref={notice}
        payment={payment}
        support={support}
        offers={offer}
        onAnother={startAnother}
      />
      {askedPayer.link && <AskedPayer link={askedPayer.link} onAnother={startAnother} />}
      <PaymentDialogs
        payment={payment}
        support={support}
        offers={offer}
        refunds={refunds}
        onRetry={() => press("pay")}
      />
    </div>
  );
}
