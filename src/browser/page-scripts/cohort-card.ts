/**
 * Updates the cohort card by the visitor's clock: a page that was built weeks ago, or read offline, must not show a closed
 * cohort as open.
 */
import { type ClassTimes, localClassTimes, type Weekday } from "~/domain/dates/class-times.ts";
import { type Cohort, cohortState, describeCohort } from "~/domain/dates/cohort-state.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";

for (const card of document.querySelectorAll<HTMLElement>("[data-cohort]")) {
  const { starts = "", closes = "", confirmed, days = "", from = "", to = "" } = card.dataset;
  const cohort: Cohort = { starts, closes, isConfirmed: confirmed !== undefined };
  const today = lagosDay(new Date());
  const { badge, sentence } = describeCohort(cohort, today);
  const { name } = cohortState(cohort, today);
  card.dataset.cohort = name;
  setText(card, "[data-cohort-badge]", badge);
  setText(card, "[data-cohort-sentence]", sentence);
  card.querySelector("[data-cohort-calendar]")?.toggleAttribute("hidden", name === "to-be-announced");

  const times: ClassTimes = { days: days.split(" ") as Weekday[], from, to };
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const local = localClassTimes(times, starts > today ? starts : today, zone);
  const byYourClock = `${local} by your clock (${zone.replaceAll("_", " ")})`;
  setText(card, "[data-cohort-local]", local ? byYourClock : "Your clock shows Lagos time.");
}

function setText(card: HTMLElement, selector: string, text: string): void {
  const element = card.querySelector(selector);
  if (element) element.textContent = text;
}
