import { useState } from "react";
import { type PayerLink as MadeLink, makePayerLink } from "~/browser/edge-client/enrolments.ts";
import { PROVIDER_NAME_BY_CURRENCY } from "~/browser/payments/load-checkout.ts";
import { fragmentOf } from "~/domain/enrolment/enrolment-key.ts";
import { formatExact } from "~/domain/money/money.ts";
import { chosenCurrency, PayButtons } from "../enrolment/enrolment-parts.tsx";
import { SelectField } from "../fields/fields.tsx";
import { PayerLink } from "../payer-link/PayerLink.tsx";
import { Button, TextLink } from "../support/controls.tsx";
import { describeChoices, waysToPay } from "./my-enrolment-state.ts";
import { useEnrolment } from "./useMyEnrolment.ts";

const LINK_NOT_MADE = "We couldn't make the link. Check your connection, then try again.";

/**
 * The form of the next payment: how much, and whether the learner pays now or somebody else by a link.
 * @param isContinued whether the learner has left the checkout of the first payment
 */
export function PayForm({ isContinued }: { isContinued: boolean }) {
  const { access, view, page } = useEnrolment();
  const [chosenIndex, setChosenIndex] = useState(0);
  const [link, setLink] = useState<MadeLink | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const choices = describeChoices(view, { isContinued });
  const index = Math.min(chosenIndex, choices.length - 1);
  const chosen = choices[index];
  const wholeRest = choices.at(-1);
  if (!chosen || !wholeRest) return null;
  const { choice } = chosen;

  async function askPayer(): Promise<void> {
    if (isAsking) return;
    setIsAsking(true);
    page.store.setPaymentMessage("");
    const response = await makePayerLink(access, choice.count);
    setIsAsking(false);
    if (response.type === "answered") setLink(response.body);
    else page.store.setPaymentMessage(response.type === "refused" ? response.message : LINK_NOT_MADE);
  }

  return (
    <>
      <form
        className="ruled grid gap-4 pt-4"
        aria-label="Pay"
        onSubmit={(event) => {
          event.preventDefault();
          const currency = chosenCurrency(event);
          page.pay(currency, currency === view.currency ? choice : wholeRest.choice);
        }}
      >
        <p className="grid">
          <span className="text-muted">Next to pay</span>
          <strong className="text-h3">{chosen.next}</strong>
          <span>{chosen.nextDue}</span>
        </p>
        {choices.length > 1 && (
          <SelectField
            name="count"
            label="How much"
            autoComplete="off"
            blank={null}
            options={choices.map(({ option }, value) => ({ value: `${value}`, text: option }))}
            value={index}
            onChange={({ target }) => {
              setChosenIndex(Number(target.value));
              setLink(null);
            }}
          />
        )}
        <p className="enrolment-buttons flex flex-wrap gap-3">
          <PayButtons ways={waysToPay(view, chosen.pay)} isBusy={page.payments.isStarting} />
          <Button aria-busy={isAsking} onClick={askPayer}>
            Ask somebody else to pay
          </Button>
          {isContinued && <Button onClick={page.store.removeFromDevice}>Remove</Button>}
        </p>
        <p className="text-small text-muted">
          <span>{`${PROVIDER_NAME_BY_CURRENCY[view.currency]} takes the payment.`}</span>{" "}
          <TextLink href="/Terms%26Condition#refund-policy">Refund policy</TextLink>
        </p>
      </form>
      {/* The link is hidden once its charges are paid or others are chosen. */}
      {link?.charges.join() === choice.charges.join() && (
        <div className="ruled grid gap-4 pt-4">
          <h4 className="font-bold">{`A link to pay ${formatExact(link.amount)}`}</h4>
          <p>
            Send this to someone who’s paying for you. They’ll see your first name, your course and this
            amount. It replaces any link you sent before.
          </p>
          <PayerLink
            key={link.key}
            amount={link.amount}
            courseName={view.course.name}
            url={`${location.origin}/Sponsor#${fragmentOf({ id: access.id, key: link.key })}`}
          />
        </div>
      )}
    </>
  );
}
