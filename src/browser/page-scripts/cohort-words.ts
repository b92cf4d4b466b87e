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

function update(root: HTMLElement): void {
  const cohort = parseCohortData(root.dataset);
  const left = cohort.counted === undefined ? null : $seats.get()[cohort.counted];
  const { name } = cohortState(cohort, today, left);
  const { cohortTitle = "", lastDays = "" } = findPart(root, "title")?.dataset ?? {};
  const title = name === "last-days" ? lastDays : cohortTitle;
  root.dataset.cohort = name;
  findPart(root, "calendar")?.toggleAttribute("hidden", name === "to-be-announced");
  for (const [part, text] of Object.entries({ ...describeCohort(cohort, today, left), title })) {
    const element = findPart(root, part);
    if (element && element.textContent !== text) element.textContent = text;
  }
}

function findPart(root: HTMLElement, name: string): HTMLElement | null {
  const selector = `[data-cohort-${name}]`;
  return root.matches(selector) ? root : root.querySelector<HTMLElement>(selector);
}
