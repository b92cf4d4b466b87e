import { sameEnrolments } from "~/edge/enrolments/duplicate-enrolments.ts";
import { ENROLMENT_ADVICE } from "~/edge/enrolments/mails/flag-notice.ts";
import { PAYMENT_ADVICE } from "~/edge/payments/staff-notice.ts";
import type { DeskRequest } from "../desk-request.ts";
import { type Html, html } from "../html.ts";
import type { DeskEnrolment } from "./desk-enrolment.ts";

/** What to do about each flag that staff have not looked at, as the mail about it says. @throws when the database fails */
export async function flagAdvice(
  { enrolment, payments }: DeskEnrolment,
  { context }: Pick<DeskRequest, "context">,
): Promise<Html[]> {
  const flags = enrolment.flags.filter((flag) => !enrolment.seenFlags.includes(flag));
  const others = flags.includes("duplicate") ? await sameEnrolments(context.db, enrolment) : [];
  // A payment's flag that the enrolment has too is one thing to do.
  const ofPayments = payments.flatMap(({ flag, seenFlag }) =>
    flag && flag !== seenFlag && !enrolment.flags.some((each) => each === flag) ? [PAYMENT_ADVICE[flag]] : [],
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
