/**
 * Updates a page's texts about the next cohort by the visitor's clock, because a page that was built weeks
 * ago or is read offline must not show a closed cohort as open. Only the edge knows the seats left.
 */
import { $seats, askSeats } from "~/browser/stores/seats.ts";
import { cohortState, describeCohort, parseCohortData } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";

const today = lagosDay(new Date());
const elements = [...document.querySelectorAll<HTMLElement>("[data-cohort]")];
elements.forEach(update);
if (elements.some(({ dataset }) => dataset.counted)) void askSeats().then(() => elements.forEach(update));

function update(place: HTMLElement): void {
  const cohort = parseCohortData(place.dataset);
  const left = cohort.counted === undefined ? null : $seats.get()[cohort.counted];
  const { badge, date, note, last, sentence } = describeCohort(cohort, today, left);
  const { name } = cohortState(cohort, today, left);
  place.dataset.cohort = name;
  setText(place, "badge", badge);
  setText(place, "date", date);
  setText(place, "note", note);
  setText(place, "last", last);
  setText(place, "sentence", sentence);
  childElement(place, "calendar")?.toggleAttribute("hidden", name === "to-be-announced");
  const { cohortTitle = "", lastDays = "" } = childElement(place, "title")?.dataset ?? {};
  setText(place, "title", name === "last-days" ? lastDays : cohortTitle);
}

function childElement(place: HTMLElement, name: string): HTMLElement | null {
  const selector = `[data-cohort-${name}]`;
  return place.matches(selector) ? place : place.querySelector<HTMLElement>(selector);
}

function setText(place: HTMLElement, name: string, text: string): void {
  const element = childElement(place, name);
  if (element && element.textContent !== text) element.textContent = text;
}
