import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { addingEvents, historyOf } from "~/edge/payments/payment-events.ts";
import { givingUp, recordPayment } from "~/edge/payments/record-payment.ts";
import { defineAction } from "./action.ts";

/** Ends the wait for payments that the provider holds back, so that their charges can be paid otherwise. */
export const stopWaiting = defineAction<readonly string[]>({
  name: "stop-waiting",
  title: "Stop waiting for a payment",
  role: "staff",
  intro: (subject) => `Held back by the provider: ${heldBack(subject).join(", ")}.`,
  refusal: (subject) => (heldBack(subject).length === 0 ? "No payment is held back by the provider." : null),
  fields: async () => [],
  read: (_, subject) => ({ input: heldBack(subject) }),
  confirm: async (references) => [
    `We stop waiting for ${references.join(", ")}: its charges can be paid another way.`,
    "Cancel it at the provider first. If the money still comes, it's recorded and may be too much.",
  ],
  prepare: async (references, _, { context }) => {
    const { db, now } = context;
    const reports = await Promise.all(
      references.map(async (reference) =>
        givingUp(await historyOf(db, reference), { reference, source: "desk", now }),
      ),
    );
    return {
      subject: references.join(" "),
      summary: `Stopped waiting for ${references.join(", ")}`,
      statements: reports.flatMap((each) => addingEvents(db, each, now)),
      after: () => Promise.all(references.map((reference) => recordPayment(context, reference))),
    };
  },
});

function heldBack({ payments }: DeskEnrolment): string[] {
  return payments.flatMap(({ flag, reference }) => (flag === "payment-pending" ? [reference] : []));
}
