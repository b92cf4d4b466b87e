import { calendarFile } from "~/domain/dates/calendar-file.ts";
import { formatExact } from "~/domain/money/money.ts";
import { chargeLabel } from "./charge.ts";
import { type DerivedCharge, missingOf } from "./enrolment-status.ts";
import type { EnrolmentView } from "./enrolment-view.ts";

type Dated = Pick<DerivedCharge, "number" | "amount" | "due" | "status" | "paid">;

/** Returns the unpaid charges that have a due date. */
function datedCharges<Each extends Dated>(charges: readonly Each[]): (Each & { due: string })[] {
  return charges.filter(
    (charge): charge is Each & { due: string } => charge.status !== "paid" && charge.due !== null,
  );
}

/**
 * Returns a calendar file of the unpaid charges, each on its due date.
 * @param academy its name
 * @param site the site's origin
 */
export function dueDatesCalendar(
  { id, course, charges }: Pick<EnrolmentView, "id" | "course" | "charges">,
  { academy, site, now }: { academy: string; site: URL; now: Date },
): string {
  return calendarFile(
    { name: `${academy}: payments`, maker: `//${academy}//Payments//EN` },
    datedCharges(charges).map((charge) => ({
      id: `${id}-${charge.number}@${site.hostname}`.toLowerCase(),
      day: charge.due,
      summary: `Pay ${formatExact(missingOf(charge))}: ${chargeLabel(charge, charges.length)}, ${course.name}`,
      url: new URL("/My-enrolment", site).href,
    })),
    now,
  );
}
