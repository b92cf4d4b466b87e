import { STAFF } from "../../fixtures/enrolment.ts";
import { sum } from "../books.ts";
import { isWholePlan } from "../plan.ts";
import type { Ends } from "./ends.ts";
import { type BookedEnrolment, bookedEnrolments, paymentsOf } from "./enrolments.ts";

/** What My enrolment shows at last is what the books say, to the kobo and the cent; and every learner can open it. */
export function wrongStatuses(ends: Ends): string[] {
  if (!isWholePlan(ends.plan)) return [];
  const shown = new Set(ends.views.map(({ id }) => id));
  const paidFor = new Set(ends.payments.flatMap(({ enrolment_id }) => enrolment_id ?? []));
  const unopened = [...paidFor].filter(
    (id) => !shown.has(id) && paymentsOf(id, ends).some(({ account }) => account.heldMinor > 0),
  );
  return [
    ...unopened.map((id) => `${id} was paid for, and its learner cannot open it.`),
    ...bookedEnrolments(ends).flatMap((booked) => wrongStatus(booked, ends)),
  ];
}

function wrongStatus({ view, payments, owed }: BookedEnrolment, { received }: Ends): string[] {
  const { id, paid, left, credit } = view;
  const held = sum(payments.map(({ account }) => account.heldMinor));
  const asked = owed.at(-1)?.upTo ?? 0;
  const covered = sum(view.charges.map((charge) => charge.paid.minor));
  const overpaid = Math.max(0, held - asked);
  const notifiedStaff = new Set(
    received
      .filter(({ subject, html }) => /^Enrolment:.*overpaid/i.test(subject) && html.includes(id))
      .map(({ to }) => to),
  );
  return [
    ...(paid.minor === held ? [] : [`${id} shows ${paid.minor} paid, and the books hold ${held}.`]),
    ...(left.minor === Math.max(0, asked - held) && covered === Math.min(held, asked)
      ? []
      : [`${id} shows ${left.minor} left and ${covered} of ${asked} covered, of which ${held} is held.`]),
    ...(credit.minor === overpaid ? [] : [`${id} shows a credit of ${credit.minor}, and it is ${overpaid}.`]),
    ...(overpaid > 0 && notifiedStaff.size < STAFF.length
      ? [`${id} is overpaid, of which ${notifiedStaff.size} of staff have heard.`]
      : []),
  ];
}
