import { amountPayable } from "~/domain/enrolment/agreement.ts";
import { type Currency, formatExact } from "~/domain/money/money.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import type { RegistrationView } from "./registration-view.ts";

interface FeePanelProps {
  offer: RegistrationOffer;
  view: RegistrationView | null;
}

/** The registration fee and, once a course is chosen, the first payment of its tuition and both as one sum. */
export function FeePanel({ offer: { fee }, view }: FeePanelProps) {
  const course = view?.course ?? null;
  const amounts = (currency: Currency) => amountPayable(fee, course, view?.plan ?? null, currency);
  const isTuitionOpen = view !== null && amounts(view.currency).course.minor === 0;
  return (
    <div className="card on-deep">
      <dl className="fee-panel">
        <div>
          <dt>Registration fee</dt>
          <dd>
            <InBothCurrencies text={(currency) => formatExact(fee[currency])} />
          </dd>
          <dd className="fee-terms">Non-refundable, and not included in tuition.</dd>
        </div>
        {course && (
          <>
            <div>
              <dt>Tuition today</dt>
              <dd>
                {isTuitionOpen ? (
                  "Announced later"
                ) : (
                  <InBothCurrencies text={(currency) => formatExact(amounts(currency).course)} />
                )}
              </dd>
            </div>
            <div className="fee-sum">
              <dt>Due today</dt>
              <dd data-amount-due>
                <InBothCurrencies text={(currency) => formatExact(amounts(currency).total)} />
              </dd>
            </div>
          </>
        )}
      </dl>
    </div>
  );
}

/** A text with an amount in each currency; style sheets show one of the two. */
export function InBothCurrencies({ text }: { text(currency: Currency): string }) {
  return (
    <span className="price">
      <span className="in-ngn">{text("NGN")}</span>
      <span className="in-usd">{text("USD")}</span>
    </span>
  );
}
