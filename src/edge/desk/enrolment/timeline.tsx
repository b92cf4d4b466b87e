/** @jsxImportSource hono/jsx */
/** The history of an enrolment: payments, mails, notes and actions of staff. */
import { amountText } from "~/domain/money/money.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import type { HistoryKind } from "~/domain/payments/payment-history.ts";
import type { RecordedEvent } from "~/edge/payments/payment-events.ts";
import { CHANNEL_NAMES, isWithoutProvider } from "~/edge/payments/provider.ts";
import { ACTIONS } from "../actions/actions.ts";
import { whatsappAddress, whatsappNumber } from "../actions/message.ts";
import { ButtonForm } from "../desk-form.tsx";
import { ButtonLink, lagosTimeText, RowName, Rows, RowsPart, Timeline } from "../desk-parts.tsx";
import { type DeskAction, UndoneLine } from "../trail.tsx";
import type { DeskEnrolment, SentMail } from "./desk-enrolment.ts";

const EVENT_WORDS: Record<HistoryKind, string> = {
  registered: "Order started",
  ordered: "An order was made",
  approved: "The payer agreed, not charged yet",
  lapsed: "The payer agreed too long ago, so it won't be charged",
  charged: "Charged",
  retracted: "Recorded by mistake, and taken back",
  "test-charged": "Charged on the test account: no money moved",
  pending: "Held back by the provider",
  "given-up": "No longer waited for",
  declined: "Refused when it was to be charged",
  denied: "Refused by the provider",
  refunded: "Refunded",
  "refunded-elsewhere": "Given back by bank transfer or in cash",
  reversed: "Taken back by the bank or the provider",
  "refund-pending": "Refund under way",
  "refund-needs-attention": "Refund waiting for the payer's bank details",
  "refund-failed": "A refund failed",
  disputed: "Disputed: the payer's bank wants the money back",
  "dispute-won": "Dispute won",
  "dispute-lost": "Dispute lost",
  "not-at-provider": "Doesn't match the provider's list",
  "at-provider": "Matches the provider's list",
  "returned-in-all": "Total refunded up to then",
  reinstated: "Given back by the bank or the provider",
};

/** The events of a PayPal order. Its number is hidden, because anyone who knows it can capture the order. */
const ORDER_EVENTS: readonly HistoryKind[] = ["ordered", "approved", "lapsed", "declined"];

/** Describes an event: "Charged N194,000 NGN. Reported by Paystack, number 4099260516." */
function eventText(event: RecordedEvent): string {
  const { kind, amountMinor, currency, source } = event;
  const amount = amountMinor !== null && currency ? ` ${amountText(currency, amountMinor)}` : "";
  const isUnnumbered = source === "browser" || source === "desk" || ORDER_EVENTS.includes(kind);
  const number = isUnnumbered ? "" : `, number ${subjectOf(event)}`;
  return `${EVENT_WORDS[kind]}${amount}. ${sourceText(event)}${number}.`;
}

function sourceText({ provider, source }: RecordedEvent): string {
  const channel = CHANNEL_NAMES[provider];
  if (source === "desk") return `Recorded by staff${isWithoutProvider(provider) ? `: ${channel}` : ""}`;
  if (source === "browser") return "From the visitor's browser";
  return source === "webhook" ? `Reported by ${channel}` : `Checked with ${channel}`;
}

/** The events of a payment, each with its time. */
export function PaymentHistory({ events }: { events: readonly RecordedEvent[] }) {
  return <Timeline entries={events.map((event) => [lagosTimeText(event.occurredAt), eventText(event)])} />;
}

interface ActionLineProps {
  /** The id of the enrolment. */
  readonly id: string;
  readonly line: DeskAction;
}

/** The button that undoes an action. Nothing is rendered if the action cannot be undone. */
function UndoForm({ id, line }: ActionLineProps) {
  if (!ACTIONS.find(({ name }) => name === line.action)?.undo) return null;
  return (
    <ButtonForm
      action={`/desk/enrolments/${id}/undo`}
      values={{ line: String(line.id) }}
      aria-label={`Undo: ${line.summary}`}
      label="Undo"
    />
  );
}

export function Notes({ enrolment: { id }, actions }: DeskEnrolment) {
  const notes = actions.filter(({ action, undoneAt, detail }) => action === "note" && !undoneAt && detail);
  return (
    <RowsPart title="Notes" heading="h2" rows={notes}>
      {(note) => (
        <>
          <span class="note-text">{note.detail}</span>
          <span class="quiet">{`${note.doneBy}, ${lagosTimeText(note.doneAt)}`}</span>
          <span>
            <UndoForm id={id} line={note} />
          </span>
        </>
      )}
    </RowsPart>
  );
}

export function Mails({ mails }: { mails: readonly SentMail[] }) {
  return (
    <>
      <h2>Emails</h2>
      {mails.length === 0 && <p>None.</p>}
      <Rows rows={mails}>
        {(mail) => (
          <>
            <RowName>{mail.subject}</RowName>
            <span>{mail.isToStaff ? `To staff: ${mail.to}` : mail.to}</span>
            <span>{mailState(mail)}</span>
          </>
        )}
      </Rows>
    </>
  );
}

function mailState({ status, createdAt, deliveredAt, attempts, lastError }: SentMail): string {
  if (status === "kept") return "Kept: no mail server is set";
  if (status === "failed") return `Not delivered after ${attempts} attempts: ${lastError}`;
  if (status === "delivered") {
    // A mail that is withdrawn during its delivery is marked as delivered, without a time.
    return deliveredAt
      ? `Delivered ${lagosTimeText(deliveredAt)}`
      : `Withdrawn, written ${lagosTimeText(createdAt)}`;
  }
  return attempts === 0 ? "On its way" : `Tried ${attempts} times, and will be tried again: ${lastError}`;
}

/** The actions of staff, the latest first. */
export function Actions({ enrolment: { id }, actions }: DeskEnrolment) {
  if (actions.length === 0) return null;
  return (
    <>
      <h2>Who did what</h2>
      <Timeline
        entries={actions
          .toReversed()
          .map((line) => [
            `${lagosTimeText(line.doneAt)}, ${line.doneBy}`,
            <ActionLine id={id} line={line} />,
          ])}
      />
    </>
  );
}

function ActionLine({ id, line }: ActionLineProps) {
  const isNote = line.action === "note";
  return (
    <>
      {line.summary}
      {line.detail && !isNote && (
        <>
          <br />
          <span class="note-text quiet">{line.detail}</span>
        </>
      )}
      {line.undoneAt && <UndoneLine at={line.undoneAt} by={line.undoneBy} />}
      {!line.undoneAt && !isNote && <UndoForm id={id} line={line} />}
    </>
  );
}

/** The notice about the latest action, with the button to undo it or the link to WhatsApp. */
export function DoneNotice({ subject, url }: { subject: DeskEnrolment; url: URL }) {
  const { enrolment, actions } = subject;
  const lineIn = (name: string) => actions.find(({ id }) => String(id) === url.searchParams.get(name));
  const undone = lineIn("undone");
  if (undone) {
    return (
      <p class="notice" role="status">
        Undone: {undone.summary}.
      </p>
    );
  }
  const done = lineIn("done");
  if (!done || done.undoneAt) return null;
  const number = whatsappNumber(subject);
  const isMessage = done.action === "message" && number && done.detail;
  return (
    <div class="notice" role="status">
      <p>Done: {done.summary}.</p>
      {isMessage ? (
        <WhatsappLink number={number} text={done.detail} />
      ) : (
        <UndoForm id={enrolment.id} line={done} />
      )}
    </div>
  );
}

/** The link that opens a message in WhatsApp on this device. */
function WhatsappLink({ number, text }: { number: string; text: string }) {
  return (
    <>
      <p>
        <ButtonLink href={whatsappAddress(number, text)} look="primary">
          Open WhatsApp
        </ButtonLink>
      </p>
      <p class="quiet">On a device without WhatsApp, copy this to {number}:</p>
      <p class="note-text">{text}</p>
    </>
  );
}
