/** The class times of the cohort card by the visitor's clock. */
import { type ClassTimes, localClassTimes, type Weekday } from "~/domain/dates/class-times.ts";
import { lagosDay } from "~/domain/dates/day.ts";

const card = document
  .querySelector<HTMLElement>("[data-cohort-local]")
  ?.closest<HTMLElement>("[data-starts]");
if (card) {
  const { starts = "", days = "", from = "", to = "" } = card.dataset;
  const times: ClassTimes = { days: days.split(" ") as Weekday[], from, to };
  const today = lagosDay(new Date());
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const local = localClassTimes(times, starts > today ? starts : today, zone);
  const place = card.querySelector("[data-cohort-local]");
  const byYourClock = `${local} on your clock (${zone.replaceAll("_", " ")})`;
  if (place) place.textContent = local ? byYourClock : "Same time as your clock.";
}
