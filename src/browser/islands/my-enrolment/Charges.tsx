import { useState } from "react";
import { loadModule } from "~/browser/payments/load-checkout.ts";
import type { EnrolmentView, ReceiptView } from "~/domain/enrolment/enrolment-view.ts";
import { formatExact } from "~/domain/money/money.ts";
import { unbroken } from "~/domain/text.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { Facts } from "../enrolment/enrolment-parts.tsx";
import { Button } from "../support/controls.tsx";
import { useIslandFacts } from "../support/IslandBoundary.tsx";
import { describeCharge, describeRefunds, receiptFacts, receiptsOf, shownCharges } from "./charges-state.ts";
import { useEnrolment } from "./useMyEnrolment.ts";

/** The payments as a line of stops, each with its receipts. Refunds are listed below. */
export function Charges() {
  const { view } = useEnrolment();
  const [opened, setOpened] = useState<ReceiptView | null>(null);
  const button = (receipt: ReceiptView, text: string) => (
    <button
      key={receipt.reference}
      type="button"
      className="receipt-button link min-h-11 cursor-pointer"
      aria-label={`${text} of ${formatExact(receipt.amount)}, ${receipt.reference}`}
      onClick={() => setOpened(receipt)}
    >
      {text}
    </button>
  );
  return (
    <section aria-labelledby="enrolment-charges">
      <h3 id="enrolment-charges">Your payments</h3>
      <ol className="charges stops stops-joined mt-4">
        {shownCharges(view).map((charge) => {
          const { label, amount, due, status, note } = describeCharge(charge, view);
          return (
            <li key={charge.number} className="charge" data-state={charge.status}>
              <p className="text-balance font-bold">{label}</p>
              <p className="charge-amount font-bold">{amount}</p>
              {due && <p className="text-balance text-muted">{unbroken(due)}</p>}
              <p className="charge-status">
                <span className="badge badge-quiet">{status}</span>
              </p>
              {note && <p className="col-span-full mt-1">{unbroken(note)}</p>}
              {/* The receipts of a charge that is paid in full stand in the place of the due date. */}
              <p className={due ? "no-print col-span-full" : "charge-receipts no-print"}>
                {receiptsOf(charge, view).map((receipt, index) =>
                  button(receipt, index > 0 ? `Receipt ${index + 1}` : "Receipt"),
                )}
              </p>
            </li>
          );
        })}
      </ol>
      <ul>
        {describeRefunds(view).map(({ key, text, receipt }) => (
          <li key={key} className="mt-2">
            <p>{unbroken(text)}</p>
            {receipt && <p className="no-print">{button(receipt, "Receipt")}</p>}
          </li>
        ))}
      </ul>
      <Dialog
        title={`Receipt ${opened?.number ?? ""}`}
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
      >
        {opened && <Receipt receipt={opened} view={view} />}
      </Dialog>
    </section>
  );
}

/** A receipt in a dialog. While it is open, only the receipt is printed, on one sheet. */
function Receipt({ receipt, view }: { receipt: ReceiptView; view: EnrolmentView }) {
  const { support } = useIslandFacts();
  const facts = receiptFacts(receipt, view);
  return (
    <div className="slip receipt grid gap-3">
      <p className="slip-academy text-h3 font-bold">{`Receipt ${receipt.number}`}</p>
      <p>
        <strong>{support.legal[0]}</strong>
        {support.legal.slice(1).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
      {receipt.isRefunded && <p className="notice notice-bad">This payment was refunded to the payer.</p>}
      <Facts
        layout="rows"
        facts={{
          ...facts,
          Amount: <strong>{facts.Amount}</strong>,
          Reference: <span translate="no">{facts.Reference}</span>,
          "Enrolment number": <span translate="no">{view.id}</span>,
        }}
      />
      <p className="text-small text-muted">
        Questions? <span translate="no">{support.email}</span>
      </p>
      <p className="no-print">
        <Button className="btn btn-primary" onClick={() => print()}>
          Print
        </Button>
      </p>
    </div>
  );
}

export function DueDates() {
  const { view, about, academy, page } = useEnrolment();
  /** The state of the checkbox while its change is being saved; `null` while no request is open. */
  const [ticked, setTicked] = useState<boolean | null>(null);
  const [message, setMessage] = useState("");

  async function download(): Promise<void> {
    // The library that makes the file is large, so it is loaded on demand.
    const code = await loadModule(() => import("~/domain/enrolment/due-dates-calendar.ts")).catch(() => null);
    setMessage(code ? "" : "That didn't load. Check your connection, then try again.");
    if (!code) return;
    const file = code.dueDatesCalendar(view, { academy, site: new URL(location.origin), now: new Date() });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([file], { type: "text/calendar" }));
    link.download = "payments.ics";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function remind(isWanted: boolean): Promise<void> {
    setTicked(isWanted);
    const refusal = await page.store.change({ hasStoppedReminders: !isWanted });
    setTicked(null);
    const done = isWanted ? "We’ll remind you by email." : "We’ve stopped your reminders.";
    setMessage(refusal?.message ?? done);
  }

  return (
    <section className="card no-print" aria-labelledby="enrolment-dates">
      <h3 id="enrolment-dates">Keep the dates</h3>
      {about.hasReminders && (
        <p className="mt-2">We’ll email you a week before a payment is due, and on the day.</p>
      )}
      <p className="enrolment-buttons mt-3 flex flex-wrap gap-3">
        <Button onClick={download}>Add the dates to my calendar</Button>
      </p>
      {about.hasReminders && (
        <label className="mt-1 flex min-h-11 items-start gap-3 py-2">
          <input
            className="checkbox"
            type="checkbox"
            checked={ticked ?? !view.hasStoppedReminders}
            onChange={(event) => void remind(event.target.checked)}
          />
          <span>Remind me by email</span>
        </label>
      )}
      <p role="status">{message}</p>
    </section>
  );
}
