import { amountPayable, INCLUDES_TUITION, TUITION_OPEN } from "~/domain/enrolment/agreement.ts";
import { labelOf } from "~/domain/enrolment/registration.ts";
import { hasEdge } from "~/domain/hosting.ts";
import { CURRENCIES, type Currency, formatExact } from "~/domain/money/money.ts";
import { PaymentMissing } from "../payment/ReceiptNotes.tsx";
import { fieldId } from "./registration-fields.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import { type PaymentStep, type RegistrationView, whatIsNext } from "./registration-view.ts";

interface AmountBarProps {
  offer: RegistrationOffer;
  view: RegistrationView | null;
  step: PaymentStep;
  /** Why there is no link for somebody else, in words; null while there is nothing to say. */
  problem: string | null;
  onAsk(): void;
}

/** What is due, now and later, and the buttons that pay it or have it paid; it stays in view while the form scrolls. */
export function AmountBar({ offer, view, step, problem, onAsk }: AmountBarProps) {
  const isShut = view !== null && (view.isPaymentMissing || step === "behind");
  const isBusy = step === "paying" || step === "asking";
  // While it is busy a button keeps the focus, for the time after the checkout.
  const button = {
    disabled: view ? view.missing.length > 0 && !isBusy : !hasEdge(),
    "aria-disabled": isBusy || undefined,
    "aria-describedby": "register-needs",
  };
  const payable = (currency: Currency) =>
    formatExact(amountPayable(offer.fee, view?.course ?? null, view?.plan ?? null, currency).total);
  return (
    <>
      {view ? <OrderSummary offer={offer} view={view} /> : <AllTuition offer={offer} />}
      <div className="amount-bar">
        <div role="status">
          <p className="amount-label">Amount payable</p>
          {/* In the body's face: it would move when the display face comes. */}
          <p className="text-h3 font-bold" data-amount-payable>
            <InBothCurrencies text={payable} />
            {!view && <span className="without-js"> and the course</span>}
          </p>
        </div>
        {!isShut && (
          <button type="submit" className="btn btn-primary" {...button}>
            Register
          </button>
        )}
        <div className="amount-notes">
          {view?.isPaymentMissing && (
            <PaymentMissing
              currency={view.currency}
              help="register you"
              problem="I want to register, and online payment is not set up"
              course={view.course?.name}
              amount={view.total}
            />
          )}
          {view && step === "behind" && !view.isPaymentMissing && (
            <p className="font-semibold">Your payment is above. There's nothing to pay here now.</p>
          )}
          {problem && (
            <p className="field-error" role="alert">
              {problem}
            </p>
          )}
          <p id="register-needs" className="text-small text-muted" role="status" hidden={isShut}>
            <NextStep view={view} step={step} />
          </p>
        </div>
      </div>
      {hasEdge() && !isShut && (
        <div className="needs-js ask-payer">
          <button
            type="button"
            className="btn btn-outline"
            {...button}
            disabled={!view || button.disabled}
            onClick={onAsk}
          >
            Ask somebody else to pay
          </button>
        </div>
      )}
    </>
  );
}

/** Before the form is hydrated, and without script: what the courses cost. */
function AllTuition({ offer: { courses } }: Pick<AmountBarProps, "offer">) {
  return (
    <div className="without-js text-small text-muted">
      <p>Tuition, unless you choose a plan:</p>
      <ul>
        {courses
          .filter(({ price }) => price.NGN.minor > 0)
          .map(({ id, name, price }) => (
            <li key={id}>
              {`${name}: ${CURRENCIES.map((currency) => formatExact(price[currency])).join(" or ")}`}
            </li>
          ))}
      </ul>
    </div>
  );
}

interface LiveProps {
  offer: RegistrationOffer;
  view: RegistrationView;
}

/** What the amount is made of, and what is due after the first payment of a plan, each with its date. */
function OrderSummary({ offer, view: { course, plan, currency, later } }: LiveProps) {
  if (!course) return null;
  const amounts = (option: Currency) => amountPayable(offer.fee, course, plan, option);
  const parts = (option: Currency) => {
    const payment = plan ? `, payment 1 of ${plan.schedules[option].later.length + 1}` : "";
    return `${formatExact(amounts(option).fee)} registration fee + ${formatExact(amounts(option).course)} ${course.name}${payment}`;
  };
  const isTuitionOpen = amounts(currency).course.minor === 0;
  return (
    <div className="form-group">
      <div className="text-small text-muted">
        <p>
          <InBothCurrencies text={parts} />
        </p>
        {!plan && <p>{isTuitionOpen ? TUITION_OPEN : INCLUDES_TUITION}</p>}
      </div>
      {plan && (
        <section aria-label="The rest of your tuition">
          <p className="font-semibold">Due after your first payment</p>
          <ul className="mt-1 grid gap-1 text-small">
            {later.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The first of the missing fields, with a link to it, and a count: the bar covers part of a phone's screen. */
function NextStep({ view, step }: Pick<AmountBarProps, "view" | "step">) {
  if (!view) return hasEdge() && "You confirm the amount next.";
  const [first, ...others] = view.missing;
  if (step !== "open" || !first) return whatIsNext(view, step);
  return (
    <>
      Still needed:{" "}
      <a className="link" href={`#${fieldId(first)}`}>
        {labelOf(first)}
      </a>
      {others.length > 0 ? ` and ${others.length} more.` : "."}
    </>
  );
}

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
function InBothCurrencies({ text }: { text(currency: Currency): string }) {
  return (
    <span className="price">
      <span className="in-ngn">{text("NGN")}</span>
      <span className="in-usd">{text("USD")}</span>
    </span>
  );
}
