/**
 * Says anew, by the visitor's clock, what a page says of the next cohort: one that was built weeks ago, or is read offline,
 * must not show a closed cohort as open.
 */
import { parseCohortData } from "~/domain/dates/cohort-data.ts";
import { cohortState, describeCohort } from "~/domain/dates/cohort-state.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";

const today = lagosDay(new Date());
for (const place of document.querySelectorAll<HTMLElement>("[data-cohort]")) {
  const cohort = parseCohortData(place.dataset);
  const { badge, date, sentence } = describeCohort(cohort, today);
  const { name } = cohortState(cohort, today);
  place.dataset.cohort = name;
  setText(place, "badge", badge);
  setText(place, "date", date);
  setText(place, "sentence", sentence);
  part(place, "calendar")?.toggleAttribute("hidden", name === "to-be-announced");
  const { cohortTitle = "", lastDays = "" } = part(place, "title")?.dataset ?? {};
  setText(place, "title", name === "last-days" ? lastDays : cohortTitle);
}

function part(place: HTMLElement, name: string): HTMLElement | null {
  const selector = `[data-cohort-${name}]`;
  return place.matches(selector) ? place : place.querySelector<HTMLElement>(selector);
}

function setText(place: HTMLElement, name: string, text: string): void {
  const element = part(place, name);
  if (element && element.textContent !== text) element.textContent = text;
}
