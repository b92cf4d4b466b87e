import { HAS_EDGE } from "~/browser/edge-client/send.ts";
import { PROVIDER_NAME_BY_CURRENCY, paymentMode } from "~/browser/payments/load-checkout.ts";
import { amountPayable, INCLUDES_TUITION, TUITION_OPEN } from "~/domain/enrolment/agreement.ts";
import { labelOf } from "~/domain/enrolment/registration.ts";
import { CURRENCIES, type Currency, formatExact } from "~/domain/money/money.ts";
import { unbroken } from "~/domain/text.ts";
import { PaymentMissing } from "../payment/ReceiptNotes.tsx";
import { TextLink } from "../support/controls.tsx";
import { fieldId } from "./registration-fields.ts";
import { useSignup } from "./useRegistrationPayment.ts";

/**
 * The bar with the amounts that are due now and later, and the buttons to pay or to ask another payer. It
 * stays in view while the form scrolls.
 */
export function AmountBar() {
  const { view, payments } = useSignup();
  const { step, payerRequest, press } = payments;
  const isClosed = view.isPaymentMissing || step === "done";
  const isBusy = step === "paying" || step === "asking";
  const replacement = !view.isPaymentMissing && step === "done" ? payments.inPlaceOfRegister() : null;
  const due = useDueToday();
  // A busy button is not `disabled`, because it must keep the focus until the checkout has ended.
  const button = {
    disabled: view.isLive ? view.missing.length > 0 && !isBusy : !HAS_EDGE,
    "aria-disabled": view.isLive ? isBusy : undefined,
    // The page's first script sets aria-disabled.
    suppressHydrationWarning: true,
    "aria-describedby": "register-needs",
  };
  return (
    <>
      {view.isLive ? <OrderSummary /> : <AllTuition />}
      <div className="amount-bar items-center">
        <div role="status">
          <p className="text-small font-semibold">Amount payable</p>
          {/* The body's font, because the amount would move when the display font loads. */}
          <p className="text-h3 font-bold" data-amount-payable>
            <InBothCurrencies text={(currency) => formatExact(due(currency).total)} />
            {!view.isLive && <span className="hidden noscript:inline"> and the course</span>}
          </p>
        </div>
        {replacement?.tryAgain && (
          <button
            type="button"
            className="btn btn-primary max-sm:px-3 whitespace-nowrap"
            onClick={replacement.tryAgain}
          >
            Try again
          </button>
        )}
        {!isClosed && (
          <button type="submit" className="btn btn-primary" {...button}>
            {view.isFree ? "Register, nothing to pay" : "Register"}
          </button>
        )}
        <div className="col-span-full grid gap-1.5">
          {view.isPaymentMissing && (
            <PaymentMissing
              currency={view.currency}
              help="register you"
              problem="I want to register, and online payment is not set up"
              course={view.course?.name}
              amount={view.total}
            />
          )}
          {replacement && <p className="font-semibold">{replacement.text}</p>}
          {payerRequest.problem && (
            <p className="field-error" role="alert">
              {payerRequest.problem}
            </p>
          )}
          <p id="register-needs" className="text-small text-muted" role="status" hidden={isClosed}>
            {view.isLive ? <NextStep /> : HAS_EDGE && "You confirm the amount next."}
          </p>
        </div>
      </div>
      {HAS_EDGE && !isClosed && !view.isFree && (
        <button
          type="button"
          className="btn btn-outline noscript:hidden max-sm:px-3"
          {...button}
          disabled={!view.isLive || button.disabled}
          onClick={() => press("ask")}
        >
          Ask somebody else to pay
        </button>
      )}
    </>
  );
}

/** The prices of all courses, for visitors without script. */
function AllTuition() {
  const { courses } = useSignup().offer;
  return (
    <div className="hidden noscript:block text-small text-muted">
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

function OrderSummary() {
  const { course, plan, price, usedVoucher, currency, later } = useSignup().view;
  const due = useDueToday();
  if (!course) return null;
  const partsOf = (option: Currency) => {
    const fee = `${formatExact(due(option).fee)} registration fee`;
    const tuition = due(option).course;
    if (tuition.minor === 0) return fee;
    const payment = plan ? `, payment 1 of ${plan.schedules[option].later.length + 1}` : "";
    return `${fee} + ${formatExact(tuition)} ${course.name}${payment}`;
  };
  return (
    <div className="ruled grid min-w-0 gap-5 pt-6">
      <div className="text-small text-muted">
        <p>
          <InBothCurrencies text={partsOf} />
        </p>
        {!plan && <p>{price.tuition[currency] === null ? TUITION_OPEN : INCLUDES_TUITION}</p>}
        {usedVoucher && <p>{`Voucher ${usedVoucher.code}: −${usedVoucher.off}`}</p>}
      </div>
      {later.length > 0 && (
        <section aria-label="The rest of your tuition">
          <p className="font-semibold">Due after your first payment</p>
          <ul className="mt-1 grid gap-1 text-small">
            {later.map((line) => (
              <li key={line} className="text-balance">
                {unbroken(line)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What Register does now, or the first missing field. A list of all missing fields would cover a phone's screen. */
function NextStep() {
  const { view, payments } = useSignup();
  const { step } = payments;
  const { missing, total, currency } = view;
  const [first, ...otherFields] = missing;
  const provider = PROVIDER_NAME_BY_CURRENCY[currency];
  if (step === "asking") return <span>Saving your details and making the link. Nothing is charged.</span>;
  if (step === "paying") return <span>{`Opening ${provider}. Finish your payment there.`}</span>;
  if (!first && view.isFree) return <span>The voucher pays all of it. No payment page opens.</span>;
  if (!first) {
    const testNote = paymentMode(currency) === "test" ? " Test mode: no money moves." : "";
    return <span>{`You pay ${total} with ${provider}.${testNote}`}</span>;
  }
  return (
    <span>
      <span>Still needed: </span>
      <TextLink href={`#${fieldId(first)}`}>{labelOf(first)}</TextLink>
      <span>{otherFields.length > 0 ? ` and ${otherFields.length} more.` : "."}</span>
    </span>
  );
}

export function FeePanel() {
  const { view } = useSignup();
  const due = useDueToday();
  return (
    <div className="card on-deep">
      <dl className="fee-panel">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <dt>Registration fee</dt>
          <dd>
            <InBothCurrencies text={(currency) => formatExact(view.price.fee[currency])} />
          </dd>
          <dd className="w-full pb-2 text-small text-on-deep-muted">
            Non-refundable, and not included in tuition.
          </dd>
        </div>
        {view.course && !view.isDone && (
          <>
            <div className="flex flex-wrap items-baseline gap-x-4">
              <dt>Tuition today</dt>
              <dd>
                {view.price.tuition[view.currency] === null ? (
                  "Announced later"
                ) : (
                  <InBothCurrencies text={(currency) => formatExact(due(currency).course)} />
                )}
              </dd>
            </div>
            <div className="fee-sum mt-3 flex flex-wrap items-baseline gap-x-4 font-bold">
              <dt>Due today</dt>
              <dd data-amount-due>
                <InBothCurrencies text={(currency) => formatExact(due(currency).total)} />
              </dd>
            </div>
            {view.usedVoucher && (
              <div className="mt-2 flex items-baseline gap-x-4 text-small text-on-deep-muted">
                <dt className="wrap-anywhere">
                  {`Voucher ${view.usedVoucher.code}${view.plan ? ", all payments" : ""}`}
                </dt>
                <dd className="whitespace-nowrap">{`−${view.usedVoucher.off}`}</dd>
              </div>
            )}
          </>
        )}
      </dl>
    </div>
  );
}

/** Returns the function that gives the amounts that are due today. */
function useDueToday() {
  const { view } = useSignup();
  return (currency: Currency) => amountPayable(view.price, currency);
}

/** A text in both currencies, of which style sheets show one. */
function InBothCurrencies({ text }: { text(currency: Currency): string }) {
  return (
    <span className="price">
      <span className="in-ngn">{text("NGN")}</span>
      <span className="in-usd">{text("USD")}</span>
    </span>
  );
}
