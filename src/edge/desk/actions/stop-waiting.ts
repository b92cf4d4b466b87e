import { subjectOf, without } from "~/domain/payments/money-back.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { addingEvents, historyOf } from "~/edge/payments/payment-events.ts";
import { ownReport, recordPayment } from "~/edge/payments/record-payment.ts";
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
      references.map(async (reference) => {
        const history = await historyOf(db, reference);
        const waiting = history.filter(({ kind }) => kind === "pending");
        const ended = history.filter(({ kind }) => kind === "denied" || kind === "declined");
        return without(waiting, ended).map((event) => {
          const provider = "paypal" as const;
          return ownReport("given-up", { provider, reference, source: "desk", about: subjectOf(event), now });
        });
      }),
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
