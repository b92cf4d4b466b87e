/**
 * Filters the payment tables by course and plan, and turns terms into dates. The form's values come from
 * the link's query and are written back to it, so that the link can be saved and shared.
 */
import { shareLink } from "~/domain/contact/site-facts.ts";
import { type Day, dayLabel, isDay, lagosDay } from "~/domain/dates/day.ts";
import { dueDay, parseDueTerm } from "~/domain/pricing/payment-dates.ts";
import { describeDue } from "~/domain/pricing/payment-plan.ts";
import { requireElement } from "./require-element.ts";

const findAll = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

const form = requireElement("[data-planner]");
const courseSelect = requireElement<HTMLSelectElement>("[data-planner] [name=course]");
const planSelect = requireElement<HTMLSelectElement>("[data-planner] [name=plan]");
const start = requireElement<HTMLInputElement>("[data-planner] [name=start]");
const copied = requireElement("[data-copied]");
const share = requireElement<HTMLAnchorElement>("[data-share]");

const courseSections = findAll("[data-plans-of]");
const plans = findAll("[data-plan-course]");

fillFromQuery();
showPlan(courseSelect.value, planSelect.value, start.value);
form.addEventListener("input", ({ target }) => {
  if (target === courseSelect) listPlans();
  showPlan(courseSelect.value, planSelect.value, start.value);
  history.replaceState(null, "", currentLink());
  copied.textContent = "";
});
requireElement("[data-print]").addEventListener("click", () => print());
requireElement("[data-copy]").addEventListener("click", copyLink);
// Set on click, because a change of currency fires no input event in the form.
share.addEventListener("click", () => {
  share.href = shareLink(document.title, currentLink());
});

/** Fills the form from the link's query; a choice made before this script loaded wins. */
function fillFromQuery(): void {
  const query = new URLSearchParams(location.search);
  choose(courseSelect, query.get("course"));
  listPlans();
  choose(planSelect, query.get("plan"));
  const day = query.get("start") ?? "";
  if (isDay(day)) start.value = day;
  const today = lagosDay(new Date());
  // The day that the build filled in may be past by now.
  if (start.value === start.defaultValue && start.value < today) start.value = today;
}

function choose(select: HTMLSelectElement, value: string | null): void {
  if (!select.value && [...select.options].some((option) => option.value === value))
    select.value = value ?? "";
}

function listPlans(): void {
  const previousPlan = planSelect.value;
  const options = plans
    .filter(({ dataset }) => dataset.planCourse === courseSelect.value)
    .map(({ dataset }) => new Option(dataset.title, dataset.plan));
  planSelect.replaceChildren(new Option("All plans", ""), ...options);
  choose(planSelect, previousPlan);
}

function showPlan(courseId: string, planId: string, firstClass: Day): void {
  for (const section of courseSections) {
    section.hidden = courseId !== "" && section.dataset.plansOf !== courseId;
  }
  for (const plan of plans) plan.hidden = planId !== "" && plan.dataset.plan !== planId;
  for (const cell of findAll("[data-due]")) {
    const term = parseDueTerm(cell.dataset.due);
    const day = term && isDay(firstClass) ? dueDay(firstClass, term) : null;
    if (day) cell.textContent = describeDue(day);
    else if (cell.dataset.due === "now") cell.textContent = `Today, ${dayLabel(lagosDay(new Date()))}`;
  }
}

/** Returns the page's address with the chosen values and the shown currency. */
function currentLink(): string {
  const query = new URLSearchParams();
  for (const field of [courseSelect, planSelect, start]) {
    if (field.value) query.set(field.name, field.value);
  }
  query.set("currency", document.documentElement.dataset.currency ?? "usd");
  return new URL(`?${query}`, location.href).href;
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(currentLink());
    copied.textContent = "Copied";
  } catch {
    copied.textContent = "Copy the address at the top of your browser.";
  }
}
