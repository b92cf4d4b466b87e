import { lagosDay } from "~/domain/dates/day.ts";
import type { PaystackSettlement } from "~/sandbox/providers/paystack-book.ts";
import { site } from "../../fixtures/enrolment.ts";
import { sum } from "../books.ts";
import type { ReceivedMail } from "../staff.ts";
import type { Ends } from "./ends.ts";
import { referenceIn } from "./notices.ts";

/** What the comparison of the books reports to the alerts role. */
function reports(received: readonly ReceivedMail[]): ReceivedMail[] {
  return received.filter(
    ({ to, subject }) => to === site.alertsEmail && subject.startsWith("Reconciliation:"),
  );
}

/** Every payout of a day whose books were compared is known, and of one that failed somebody is notified. */
export function wrongPayouts({ plan, payouts, comparedDays, received }: Ends): string[] {
  const mails = reports(received);
  const dayOf = ({ createdAt }: PaystackSettlement) => lagosDay(new Date(createdAt));
  const isCompared = (each: PaystackSettlement) =>
    plan.comparesDaily || comparedDays.some(({ day }) => day === dayOf(each));
  const unreported = payouts.filter(
    (each) =>
      each.status === "failed" && isCompared(each) && !mails.some(({ html }) => html.includes(`${each.id}`)),
  );
  return [
    ...unreported.map(({ id }) => `Payout ${id} failed, and nobody was notified.`),
    ...comparedDays.flatMap(({ day, payouts_minor }) => {
      const ofDay = payouts.filter((each) => each.status === "success" && dayOf(each) === day);
      const paidOut = sum(ofDay.map(({ minor }) => minor));
      return paidOut === payouts_minor
        ? []
        : [`${paidOut} was paid out on ${day}, of which ${payouts_minor} is known.`];
    }),
  ];
}

/** How often money that went back, or a dispute, was found by the comparison of the books alone. */
export function foundByComparison({ received }: Pick<Ends, "received">): number {
  const rows = reports(received).flatMap(({ html }) => html.split("<tr>"));
  const found = rows.filter((row) =>
    /went back and was not recorded|dispute that was not recorded/.test(row),
  );
  return new Set(found.map((html) => referenceIn({ html }))).size;
}
