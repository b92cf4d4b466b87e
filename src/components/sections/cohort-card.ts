/**
 * Says how the next cohort stands today, by the visitor's clock: a page that was built weeks ago, or is read without a
 * network, must not call a cohort open that is closed.
 */
import { type ClassTimes, lagosDay, localClassTimes, type Weekday } from "~/domain/dates/class-times.ts";
import { type Cohort, cohortState, cohortWords } from "~/domain/dates/cohort-state.ts";

for (const card of document.querySelectorAll<HTMLElement>("[data-cohort]")) {
  const { starts = "", closes = "", confirmed, days = "", from = "", to = "" } = card.dataset;
  const cohort: Cohort = { starts, closes, isConfirmed: confirmed !== undefined };
  const today = lagosDay(new Date());
  const { badge, sentence } = cohortWords(cohort, today);
  const { name } = cohortState(cohort, today);
  card.dataset.cohort = name;
  say(card, "[data-cohort-badge]", badge);
  say(card, "[data-cohort-sentence]", sentence);
  card.querySelector("[data-cohort-calendar]")?.toggleAttribute("hidden", name === "to-be-announced");

  const times: ClassTimes = { days: days.split(" ") as Weekday[], from, to };
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const local = localClassTimes(times, starts > today ? starts : today, zone);
  const byYourClock = `${local} by your clock (${zone.replaceAll("_", " ")})`;
  say(card, "[data-cohort-local]", local ? byYourClock : "Your clock shows Lagos time.");
}

function say(card: HTMLElement, selector: string, words: string): void {
  const part = card.querySelector(selector);
  if (part) part.textContent = words;
}
