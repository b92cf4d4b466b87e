import { type Day, dayLabel } from "~/domain/dates/day.ts";
import type { Order } from "~/domain/payments/order.ts";

interface NextStepsProps {
  order: Order;
  /** Of the learner's cohort; null while it has no date. */
  firstClass: Day | null;
}

/** What a learner who has registered can expect, a line each. */
export function NextSteps({ order: { learner }, firstClass }: NextStepsProps) {
  return (
    <div className="no-print mt-2">
      <p className="font-semibold">What happens next</p>
      <ol className="list-decimal pl-4.5">
        <li>Now: we email your receipt to {learner.email}.</li>
        <li>Once your tuition is paid: you get access to the learning portal.</li>
        <li>First class: {firstClass ? dayLabel(firstClass) : "date coming soon. We'll email you"}.</li>
      </ol>
    </div>
  );
}
