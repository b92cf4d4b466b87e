import { calendarFile } from "~/domain/dates/calendar-file.ts";
import { formatExact } from "~/domain/money/money.ts";
import { chargeLabel } from "./charge.ts";
import { missingOf, unpaidCharges } from "./enrolment-status.ts";
import type { EnrolmentView } from "./enrolment-view.ts";

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
    unpaidCharges(charges).flatMap((charge) =>
      charge.due === null
        ? []
        : {
            id: `${id}-${charge.number}@${site.hostname}`.toLowerCase(),
            day: charge.due,
            summary: `Pay ${formatExact(missingOf(charge))}: ${chargeLabel(charge, charges.length)}, ${course.name}`,
            url: new URL("/My-enrolment", site).href,
          },
    ),
    now,
  );
}
