import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { $payRequest } from "~/browser/events.ts";
import { type OutboxEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { resolveEarlier } from "~/browser/payments/ask-payment.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import type { MailAddresses } from "~/browser/payments/payment-effects.ts";
import { signupHref } from "~/domain/catalogue/links.ts";
import { myEnrolmentLink } from "~/domain/hosting.ts";
import { type DualPrice, formatExact, type Money } from "~/domain/money/money.ts";
import { tuitionOrder } from "~/domain/payments/order.ts";
import { isCheckoutOpen, mayHaveCharged, type OrderRefusal } from "~/domain/payments/payment-flow.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { STATUS_WORDS } from "~/domain/payments/visible-status.ts";
import { type Named, purchaseName } from "~/domain/pricing/payment-plan.ts";
import {
  explainLevelCard,
  findCardOffer,
  findLevelAlone,
  type LevelAlone,
  type PayRequest,
} from "~/domain/pricing/price-cards.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { TextField, useEmailField } from "../fields/fields.tsx";
import { PaymentDialogs } from "../payment/PaymentDialogs.tsx";
import { useVisibleStatus } from "../payment/PaymentOutcome.tsx";
import { PaymentMissing, RefundRules } from "../payment/ReceiptNotes.tsx";
import { usePayment } from "../payment/usePayment.ts";
import { TextLink } from "../support/controls.tsx";
import { type IslandFacts, withBoundary } from "../support/IslandBoundary.tsx";

interface PricingModalProps extends Required<Omit<IslandFacts, "cohorts">> {
  courses: readonly (NonNullable<IslandFacts["courses"]>[number] & { readonly sells: Named })[];
  /** The levels whose price cards sell another course. */
  levels: readonly LevelAlone[];
  addresses: MailAddresses;
}

interface Choice {
  readonly course: Named;
  readonly plan: Named;
  readonly charge: Money;
}

/** The payment of a price card: the e-mail dialog for naira, PayPal's dialog for dollars, and the result. */
export const PricingModal = withBoundary(({ courses, levels, fee, addresses }: PricingModalProps) => {
  const request = useStore($payRequest);
  /** The choice for which the e-mail dialog is open: in naira, or in a currency that cannot be paid here. */
  const [choice, setChoice] = useState<Choice | null>(null);
  /** The level whose card was pressed last; `null` if the card sells its own course. */
  const [level, setLevel] = useState<LevelAlone | null>(null);
  /** The unresolved payment of an earlier visit or another tab that must be resolved first. */
  const [heldBy, setHeldBy] = useState<OutboxEntry | null>(null);
  const statusOf = useVisibleStatus();
  const [email, setEmail] = useState("");
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null);
  const payment = usePayment(
    addresses,
    () => setEmail(""),
    (refusal, { course, plan, charge }) => {
      setRefusal(refusal);
      if (plan) setChoice({ course, plan, charge });
    },
  );
  const { flow } = payment;
  const order = flow.step === "editing" ? null : flow.order;
  const held = heldBy && STATUS_WORDS[statusOf({ order: heldBy.order, seen: heldBy.payment })];

  /** Whether an earlier payment must be resolved first. Asks for its outcome and shows it. */
  function isHeld(): boolean {
    const [entry = null] = unresolvedEntries();
    setHeldBy(entry);
    if (entry) void resolveEarlier(entry);
    return entry !== null;
  }

  function start(choice: Choice, email: string) {
    if (isHeld()) return;
    const now = new Date();
    void payment.pay(tuitionOrder({ ...choice, email, reference: newReference("tuition", now), now }));
  }

  const openCard = useEffectEvent(({ courseId, planId, currency }: PayRequest) => {
    $payRequest.set(null);
    const offer = findCardOffer(courses, courseId, planId);
    // A dialog would lie above a checkout that is opening.
    if (!offer || isCheckoutOpen(flow)) return;
    const { course, plan } = offer;
    setLevel(findLevelAlone(levels, courseId, course));
    const choice = { course: named(course), plan: named(plan), charge: plan.schedules[currency].now };
    const needsDialog = currency === "NGN" || paymentMode(currency) === "missing";
    // A payment that was just made is shown again before another one starts.
    if (mayHaveCharged(flow)) payment.show();
    else if (isHeld()) return;
    else if (needsDialog) setChoice(choice);
    else start(choice, "");
  });

  useEffect(() => {
    if (request) openCard(request);
  }, [request]);

  function close(): void {
    setChoice(null);
    setRefusal(null);
    setEmail("");
  }

  function payNow(choice: Choice, email: string): void {
    setEmail(email);
    // Paystack draws over the page, so the modal dialog closes first. The focus is then on the price card.
    flushSync(() => setChoice(null));
    setRefusal(null);
    start(choice, email);
  }

  return (
    <>
      <Dialog
        title={choice ? `Pay ${formatExact(choice.charge)}` : ""}
        isOpen={choice !== null}
        onClose={close}
      >
        {choice && (
          <ChoiceForm
            choice={choice}
            advice={<BeforePaying choice={choice} fee={fee} level={level} />}
            typed={email}
            refusal={refusal}
            onPay={(address) => payNow(choice, address)}
          />
        )}
      </Dialog>
      <Dialog title={held?.title ?? ""} isOpen={held !== null} onClose={() => setHeldBy(null)}>
        {held && (
          <p>
            <span>{held.text || "Please don't pay for it again."}</span>{" "}
            <TextLink href="/Signup">See what to do</TextLink>
          </p>
        )}
      </Dialog>
      <PaymentDialogs
        payment={payment}
        advice={
          order?.plan && <BeforePaying choice={{ ...order, plan: order.plan }} fee={fee} level={level} />
        }
        onRetry={payment.pay}
        another="Make another payment"
      />
    </>
  );
});

interface ChoiceFormProps {
  choice: Choice;
  advice: ReactNode;
  /** The e-mail address of an earlier try. */
  typed: string;
  refusal: OrderRefusal | null;
  onPay(email: string): void;
}

function ChoiceForm({ choice, advice, typed, refusal, onPay }: ChoiceFormProps) {
  const { course, plan, charge } = choice;
  const { field, read } = useEmailField(undefined, refusal?.errors.email);
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const email = read(event.currentTarget);
        if (email !== null) onPay(email);
      }}
    >
      <p className="text-muted">{purchaseName(course.name, plan.name)}</p>
      {advice}
      {paymentMode(charge.currency) === "missing" ? (
        <PaymentMissing
          currency={charge.currency}
          problem="I want to pay, and online payment is not set up"
          course={course.name}
          plan={plan.name}
          amount={formatExact(charge)}
        />
      ) : (
        <>
          <TextField
            {...field}
            label="Please Input Your Email"
            placeholder="Please Input Your Email"
            defaultValue={typed}
          />
          {refusal && !refusal.errors.email && (
            <p className="field-error" role="alert">
              {refusal.message}
            </p>
          )}
          <button type="submit" className="btn btn-primary">
            Pay Now
          </button>
          <RefundRules />
        </>
      )}
    </form>
  );
}

interface BeforePayingProps {
  choice: Choice;
  fee: DualPrice;
  level: LevelAlone | null;
}

/** Explains what a price card's payment does not cover, and the other ways to pay. */
function BeforePaying({ choice: { course, plan, charge }, fee, level }: BeforePayingProps) {
  const { currency } = charge;
  const registrationFee = formatExact(fee[currency]);
  const myEnrolment = myEnrolmentLink();
  return (
    <div className="grid gap-2">
      {level && (
        <p>
          <span>{explainLevelCard(level, course, currency)}</span>{" "}
          <TextLink href={signupHref(level.id)}>register for it</TextLink>.
        </p>
      )}
      <p>
        <span>{`Tuition only. The registration fee of ${registrationFee} and your details follow.`}</span>{" "}
        <TextLink href={signupHref(course.id, plan.id)}>Register and pay in one step</TextLink>.
      </p>
      {myEnrolment && <p>Have a voucher? Use it when you register.</p>}
      {myEnrolment && (
        <p>
          Already enrolled? Pay your next installment from{" "}
          <TextLink href={myEnrolment.href}>{myEnrolment.text}</TextLink>.
        </p>
      )}
    </div>
  );
}

const named = ({ id, name }: Named): Named => ({ id, name });
