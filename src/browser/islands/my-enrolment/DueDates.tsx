import { useState } from "react";
import { loadModule } from "~/browser/payments/load-module.ts";
import type { PartProps } from "./useMyEnrolment.ts";

/** The due dates for the learner's own calendar, and reminders of them by mail. */
export function DueDates({ view, about, academy, page }: PartProps) {
  /** What was ticked last, until it is saved or refused; null while nothing is on its way. */
  const [ticked, setTicked] = useState<boolean | null>(null);
  const [message, setMessage] = useState("");

  async function download(): Promise<void> {
    // A library makes the file: it comes when it is asked for.
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
    setMessage(refusal ?? (isWanted ? "We’ll remind you by email." : "We’ve stopped your reminders."));
  }

  return (
    <section className="card no-print" aria-labelledby="enrolment-dates">
      <h3 id="enrolment-dates">Keep the dates</h3>
      {about.hasReminders && (
        <p className="mt-2">We’ll email you a week before a payment is due, and on the day.</p>
      )}
      <p className="enrolment-buttons">
        <button type="button" className="btn btn-outline" onClick={download}>
          Add the dates to my calendar
        </button>
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
