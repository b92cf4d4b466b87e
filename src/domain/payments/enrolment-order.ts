import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import type { BegunPayment } from "./begun-payment.ts";
import type { Order } from "./order.ts";

/** The order of an enrolment's payment that the edge has begun. A payer's page knows the learner's first name only. */
export function enrolmentOrder(
  view: EnrolmentView | PayerView,
  { reference, amount, charges }: BegunPayment,
  now: Date,
): Order {
  const { course, plan } = view;
  return {
    reference,
    purpose: charges.includes(0) ? "registration" : "tuition",
    course,
    plan,
    charge: amount,
    parts: null,
    learner: view.kind === "learner" ? view.learner : { ...UNKNOWN_LEARNER, firstName: view.firstName },
    cohortName: view.kind === "learner" ? view.cohortName : "",
    isSponsored: view.kind === "payer",
    startedAt: now.toISOString(),
  };
}
