/**
 * Turns the payment tables into one plan with dates. Course, plan and first day of class come from the form or from the
 * link, and stand in the link again, so that it can be kept and shared.
 */
import { shareLink } from "~/domain/contact/site-facts.ts";
import { lagosDay } from "~/domain/dates/class-times.ts";
import { type Day, dayLabel, isDay } from "~/domain/dates/day.ts";
import { dueDay, readDueTerm } from "~/domain/pricing/payment-dates.ts";

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

const form = find<HTMLFormElement>("[data-planner]");
const course = find<HTMLSelectElement>("[data-planner] [name=course]");
const way = find<HTMLSelectElement>("[data-planner] [name=plan]");
const start = find<HTMLInputElement>("[data-planner] [name=start]");
const copied = find("[data-copied]");
const share = find<HTMLAnchorElement>("[data-share]");

const courses = all("[data-plans-of]");
const plans = all("[data-plan-course]");

if (form && course && way && start) {
  takeUpLink(course, way, start);
  show(course.value, way.value, start.value);
  form.addEventListener("input", ({ target }) => {
    if (target === course) listPlans(way, course.value);
    show(course.value, way.value, start.value);
    history.replaceState(null, "", linkTo({ course: course.value, plan: way.value, start: start.value }));
    if (copied) copied.textContent = "";
  });
  find("[data-print]")?.addEventListener("click", () => print());
  find("[data-copy]")?.addEventListener("click", copyLink);
  // The link is read when it is followed: the currency may have been changed meanwhile.
  share?.addEventListener("click", () => {
    share.href = shareLink(document.title, new URL(currentLink(), location.href).href);
  });
}

/** What the link chooses; a choice that was made while this script came stands. */
function takeUpLink(course: HTMLSelectElement, way: HTMLSelectElement, start: HTMLInputElement): void {
  const asked = new URLSearchParams(location.search);
  choose(course, asked.get("course"));
  listPlans(way, course.value);
  choose(way, asked.get("plan"));
  const day = asked.get("start") ?? "";
  if (isDay(day)) start.value = day;
  start.value ||= lagosDay(new Date());
}

/** An option that does not exist is not chosen. */
function choose(select: HTMLSelectElement, value: string | null): void {
  if (!select.value && [...select.options].some((option) => option.value === value))
    select.value = value ?? "";
}

function listPlans(way: HTMLSelectElement, courseId: string): void {
  const before = way.value;
  const options = plans
    .filter(({ dataset }) => dataset.planCourse === courseId)
    .map(({ dataset }) => new Option(dataset.title, dataset.plan));
  way.replaceChildren(new Option("All plans", ""), ...options);
  choose(way, before);
}

function show(courseId: string, planId: string, firstClass: Day): void {
  for (const each of courses) each.hidden = courseId !== "" && each.dataset.plansOf !== courseId;
  for (const each of plans) each.hidden = planId !== "" && each.dataset.plan !== planId;
  for (const cell of all("[data-due]")) {
    const term = readDueTerm(cell.dataset.due);
    const day = term && isDay(firstClass) ? dueDay(firstClass, term) : null;
    if (day) cell.textContent = `By ${dayLabel(day)}`;
    else if (!term) cell.textContent = `Today, ${dayLabel(lagosDay(new Date()))}`;
  }
}

/** The page's address with what is chosen, and the currency that is shown. */
function linkTo(chosen: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ""));
  query.set("currency", document.documentElement.dataset.currency ?? "usd");
  return `?${query}`;
}

function currentLink(): string {
  return linkTo({ course: course?.value ?? "", plan: way?.value ?? "", start: start?.value ?? "" });
}

async function copyLink(): Promise<void> {
  const address = new URL(currentLink(), location.href).href;
  const isCopied = await navigator.clipboard.writeText(address).then(
    () => true,
    () => false,
  );
  if (copied) copied.textContent = isCopied ? "Copied" : "Copy the address at the top of your browser.";
}
