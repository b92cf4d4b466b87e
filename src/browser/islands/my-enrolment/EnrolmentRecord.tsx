import { useState } from "react";
import { Facts, PendingPayment } from "~/browser/islands/enrolment/enrolment-parts.tsx";
import { dayLabel, lagosDay } from "~/domain/dates/day.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { SelectField } from "../fields/fields.tsx";
import { Button, TextLink } from "../support/controls.tsx";
import { Charges, DueDates } from "./Charges.tsx";
import { barOf, voucherFact } from "./charges-state.ts";
import { Details } from "./Details.tsx";
import { classToJoin } from "./details-state.ts";
import { SavedLink } from "./LinkForm.tsx";
import { describeEnrolment, heldBackBy, isUnfinished, UNFINISHED } from "./my-enrolment-state.ts";
import { PayForm } from "./PayForm.tsx";
import { MoreTime, OpenRequests, RequestForm } from "./Requests.tsx";
import { Enrolment, useEnrolment } from "./useMyEnrolment.ts";

export function EnrolmentRecord(props: Omit<ReturnType<typeof useEnrolment>, "about">) {
  const { view, isCopy, page } = props;
  const about = describeEnrolment(props, new Date());
  return (
    <Enrolment value={{ ...props, about }}>
      <div className="grid gap-8">
        {about.savedOn && (
          <aside className="notice" aria-label="Saved copy">
            <p className="notice-title">You’re offline: this is a saved copy</p>
            <p>
              Saved on <strong>{about.savedOn}</strong>. Go online to pay or change something.
            </p>
            <p>
              <Button onClick={page.store.openAgain}>Try again</Button>
            </p>
          </aside>
        )}
        {!isCopy && <NextClass />}
        {!isCopy && view.planChoices.length > 0 && <ChoosePlan />}
        <section aria-labelledby="enrolment-course">
          <h2 id="enrolment-course" className="text-h2">
            {view.course.name}
          </h2>
          <Facts
            layout="head"
            facts={{
              Learner: about.learner,
              "Payment plan": about.plan,
              ...voucherFact(view),
              "First class": about.firstClass,
              // The number stays on one line in its column, whatever the system's font is.
              "Enrolment number": (
                <span className="text-small whitespace-nowrap" translate="no">
                  {view.id}
                </span>
              ),
            }}
          />
          {about.missing && (
            <p className="mt-4">
              Some details are missing. <TextLink href="#enrolment-details">Fill them in</TextLink>.
            </p>
          )}
        </section>
        <div className="enrolment-columns">
          <div className="grid content-start gap-10">
            <Balance />
            <Charges />
          </div>
          <div className="grid content-start gap-6">
            {about.hasDates && <DueDates />}
            {!isCopy && <Details />}
            {about.withdrawal && <Withdrawal />}
            <SavedLink />
          </div>
        </div>
      </div>
    </Enrolment>
  );
}

/** Asks a learner without a cohort to join the next class. */
function NextClass() {
  const { view, details, page } = useEnrolment();
  const [message, setMessage] = useState("");
  const next = classToJoin(view, details, lagosDay(new Date()));
  if (!next) return null;
  const day = dayLabel(next.firstClass);

  async function join(cohort: string): Promise<void> {
    const refusal = await page.store.change({ cohort });
    setMessage(refusal?.message ?? "");
    if (!refusal) page.store.setPaymentMessage(`You’re in the class that starts on ${day}.`);
  }

  return (
    <section className="notice" aria-labelledby="enrolment-class">
      <h2 id="enrolment-class" className="notice-title">
        {`The next class starts on ${day}`}
      </h2>
      <p>
        {`You have no class date yet. Join by ${dayLabel(next.closes)}, and what you still owe gets its dates.`}
      </p>
      <p>
        <Button className="btn btn-primary" onClick={() => void join(next.id)}>
          Join it
        </Button>
      </p>
      <p role="status">{message}</p>
    </section>
  );
}

/** Asks a learner whose tuition was announced after the registration how to pay it. */
function ChoosePlan() {
  const { view, page } = useEnrolment();
  const [message, setMessage] = useState("");

  async function choose(planId: string): Promise<void> {
    const refusal = await page.store.change({ planId });
    setMessage(refusal?.message ?? "Your payments below are those of this plan.");
  }

  return (
    <section className="notice" aria-labelledby="enrolment-plan">
      <h2 id="enrolment-plan" className="notice-title">
        Tuition is announced
      </h2>
      <p>Choose how to pay it. You can change this until your first tuition payment.</p>
      <form
        className="mt-3 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void choose(`${new FormData(event.currentTarget).get("plan")}`);
        }}
      >
        <SelectField
          key={view.plan?.id ?? ""}
          name="plan"
          label="Payment plan"
          autoComplete="off"
          blank={null}
          options={view.planChoices.map(({ planId, name, payments }) => ({
            value: planId,
            text: `${payments}: ${name}`,
          }))}
          defaultValue={view.plan?.id ?? ""}
        />
        <p>
          <Button type="submit" className="btn btn-primary">
            Choose this plan
          </Button>
        </p>
      </form>
      <p role="status">{message}</p>
    </section>
  );
}

function Withdrawal() {
  const { about, isCopy } = useEnrolment();
  return (
    <details className="card print:not-open:hidden">
      <summary className="min-h-11 cursor-pointer content-center font-bold">Withdraw from the course</summary>
      <div className="mt-3 grid gap-3">
        <p>{about.withdrawal}</p>
        <p>
          The registration fee is non-refundable: see the{" "}
          <TextLink href="/Terms%26Condition#refund-policy">refund policy</TextLink>.
        </p>
        <OpenRequests kinds={["withdraw"]} />
        {!isCopy && <RequestForm kinds={["withdraw"]} button="Ask to withdraw" />}
      </div>
    </details>
  );
}

function Balance() {
  const { about, view, page } = useEnrolment();
  const { evidence, paymentMessage } = page.state;
  const held = heldBackBy(view, evidence, new Date());
  // A first payment may have been made, so the sums must not say that nothing was paid.
  const isFirstHeld = held !== null && view.state === "started";
  const isPayable = about.isPayable && held === null;
  const isLeft = isPayable && isUnfinished(view, evidence);
  return (
    <section
      ref={page.balance}
      tabIndex={-1}
      className="card enrolment-money grid gap-4"
      aria-labelledby="enrolment-paid"
    >
      {isLeft && <Unfinished />}
      {isFirstHeld && <h3 id="enrolment-paid">Your first payment</h3>}
      {!isLeft && !isFirstHeld && <Sums />}
      <p role="status">{paymentMessage}</p>
      {held && <PendingPayment status={held} onLookAgain={page.store.openAgain} />}
      {about.credit && (
        <div className="notice notice-bad">
          <p className="notice-title">You’ve overpaid</p>
          <p>{`${about.credit} is left over. Our team will email you about it.`}</p>
        </div>
      )}
      {isPayable && <PayForm isContinued={isLeft} />}
      {isPayable && <MoreTime />}
    </section>
  );
}

function Unfinished() {
  return (
    <div className="grid gap-1">
      <h3 id="enrolment-paid">{UNFINISHED}</h3>
      <p>Nothing was charged. Continue, or remove it from this device.</p>
    </div>
  );
}

function Sums() {
  const { about, view } = useEnrolment();
  return (
    <>
      <h3
        id="enrolment-paid"
        className="enrolment-sums flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1"
      >
        <span>
          <strong className="font-display text-price">{about.paid}</strong> paid
        </span>
        {about.left && (
          <span>
            <strong className="font-display text-price">{about.left}</strong> left
          </span>
        )}
        {about.refunded && (
          <span>
            <strong className="font-display text-price">{about.refunded}</strong> refunded
          </span>
        )}
      </h3>
      {!about.refunded && <Bar view={view} />}
      {about.status && <p>{about.status}</p>}
      {about.overdue && <p className="font-bold text-red">{about.overdue}</p>}
      {about.access && <p>{about.access}</p>}
    </>
  );
}

/** A bar of the payments to scale, each filled as far as it is paid. The text names the amounts. */
function Bar({ view }: { view: EnrolmentView }) {
  const shape = { height: 12, rx: 6 };
  return (
    <svg className="payment-bar" width="100%" height="12" aria-hidden="true">
      {barOf(view).map(({ number, x, width, filled, backgroundClass }) => (
        <g key={number}>
          <rect {...shape} x={x} width={`${width}%`} className={backgroundClass} />
          {filled > 0 && <rect {...shape} x={x} width={`${filled}%`} className="is-now" />}
        </g>
      ))}
    </svg>
  );
}
