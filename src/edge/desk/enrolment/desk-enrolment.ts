import { html } from "hono/html";
import type { EnrolmentStatus } from "~/domain/enrolment/enrolment-status.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Database } from "~/edge/database.ts";
import type { Html } from "~/edge/desk/desk-page.tsx";
import type { DeskRequest } from "~/edge/desk/desk-request.ts";
import { actionsOf, type DeskAction } from "~/edge/desk/trail.tsx";
import { type EnrolmentPayment, paymentsOf } from "~/edge/enrolments/enrolment-payments.ts";
import { type EnrolmentRecord, newFlags } from "~/edge/enrolments/enrolment-record.ts";
import { findEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import { shownCurrency, statusIn } from "~/edge/enrolments/enrolment-views.ts";
import { ENROLMENT_ADVICE, sameEnrolments } from "~/edge/enrolments/update-enrolment.ts";
import { PAYMENT_ADVICE } from "~/edge/payments/staff-notice.ts";

export interface DeskEnrolment {
  readonly enrolment: EnrolmentRecord;
  readonly payments: readonly EnrolmentPayment[];
  readonly currency: Currency;
  readonly status: EnrolmentStatus;
  readonly actions: readonly DeskAction[];
}

export async function readDeskEnrolment(
  { db, now }: { db: Database; now: Date },
  id: string,
): Promise<DeskEnrolment | null> {
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return null;
  const [payments, actions] = await Promise.all([paymentsOf(db, id), actionsOf(db, id)]);
  const currency = shownCurrency(enrolment, payments);
  return { enrolment, payments, currency, status: statusIn(enrolment, payments, currency, now), actions };
}

export function learnerName({ learner, erasedAt }: Pick<EnrolmentRecord, "learner" | "erasedAt">): string {
  if (erasedAt) return "Erased person";
  return fullName(learner) || "Name not known";
}

/** What to do about each flag that staff have not looked at, as the mail about it says. */
export async function flagAdvice(
  { enrolment, payments }: DeskEnrolment,
  { context }: Pick<DeskRequest, "context">,
): Promise<Html[]> {
  const flags = newFlags(enrolment.flags, enrolment.seenFlags).map(({ flag }) => flag);
  const others = flags.includes("duplicate") ? await sameEnrolments(context.db, enrolment) : [];
  // A payment's flag that the enrolment has too is one thing to do.
  const ofPayments = payments.flatMap(({ flag, isSeen }) =>
    flag && !isSeen && !enrolment.flags.some((known) => known.flag === flag) ? [PAYMENT_ADVICE[flag]] : [],
  );
  return [
    ...flags.map(
      (flag) =>
        html`<p>${ENROLMENT_ADVICE[flag]}${
          flag === "duplicate"
            ? others.map(
                ({ id, agreeing }) =>
                  html` <a href="/desk/enrolments/${id}">${id}</a>: the same ${agreeing.join(", ")}.`,
              )
            : ""
        }</p>`,
    ),
    ...[...new Set(ofPayments)].map((words) => html`<p>${words}</p>`),
  ];
}
