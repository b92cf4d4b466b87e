import { toCohort } from "~/content/schemas/cohort.ts";
import { collections } from "~/content/schemas/collections.ts";
import { isExampleAddress } from "~/domain/contact/email-address.ts";
import { firstClassOf } from "~/domain/dates/cohort.ts";
import { isCohortOver } from "~/domain/dates/cohort-options.ts";
import type { Day } from "~/domain/dates/day.ts";
import { CURRENCIES, type Currency, formatFull } from "~/domain/money/money.ts";
import { atOncePlan } from "~/domain/pricing/price-cards.ts";
import type { Finding } from "./finding.ts";
import {
  type Content,
  type Course,
  coursesOf,
  entriesOf,
  type FieldPath,
  fieldName,
  findingAt,
  textsOf,
} from "./read-entries.ts";

/** Returns what a launch still needs. The content may have errors. */
export function launchNotes(content: Content, today: Day): Finding[] {
  return [
    ...pricesThatDisagree(content),
    ...placeholders(content),
    ...exampleAddresses(content),
    ...cohortsToAnnounce(content, today),
    ...legalExamples(content),
    ...tracksWithoutLevels(content),
  ];
}

/**
 * Returns the courses whose price differs between the form, their own page and the card for those who pay at
 * once.
 */
function pricesThatDisagree(content: Content): Finding[] {
  const courses = coursesOf(content);
  return courses.flatMap((course) =>
    CURRENCIES.flatMap((currency) => {
      const prices = pricesOf(course, courses, currency);
      if (new Set(Object.values(prices)).size < 2) return [];
      const list = Object.entries(prices).map(([where, price]) => `${price} ${where}`);
      const path = [...course.at, "registration", currency === "NGN" ? "naira" : "dollars"];
      const message = `${course.data.name}: costs ${list.join(", ")}.`;
      return [findingAt(course.entry, path, "Prices that disagree", message)];
    }),
  );
}

/** Returns a course's prices by the places that state them. */
function pricesOf({ data }: Course, courses: readonly Course[], currency: Currency): Record<string, string> {
  const lender = courses.find(({ id }) => id === data.plansOf);
  const card = atOncePlan(data.plans ?? lender?.data.plans ?? []);
  const { registrationPrice } = data;
  return {
    ...(registrationPrice && {
      "on the registration form": formatFull(registrationPrice[currency]),
      "on its own page": formatFull(data.coursePagePrice[currency]),
    }),
    ...(card && {
      [`on the card ${card.name}${lender ? ` (taken from ${lender.id})` : ""}`]: formatFull(
        card.schedules[currency].now,
      ),
    }),
  };
}

/**
 * Returns what is missing if no dated cohort is open for registration today, or pages name none that is to
 * come.
 */
function cohortsToAnnounce(content: Content, today: Day): Finding[] {
  const cohorts = entriesOf(content, collections.cohorts).map(({ id, data }) => toCohort(id, data));
  const isOpen = cohorts.some((cohort) => firstClassOf(cohort) && !isCohortOver(cohort.id, [cohort], today));
  return entriesOf(content, collections.cataloguePage).flatMap((page) => {
    const { nextCohort } = page.data;
    const at = (group: "No open cohort" | "Dates", message: string) => [
      findingAt(page, ["nextCohort"], group, `nextCohort: ${message}`),
    ];
    const next = cohorts.find(({ id }) => id === nextCohort);
    const isOver = next?.firstClass && next.firstClass < today;
    const file = `content/cohorts/${nextCohort}.yaml`;
    const noCohort =
      "nobody can register for a cohort with a date. Add a file to content/cohorts with its firstClass and " +
      "confirmed: true, and name it here.";
    const unconfirmed = `reads "To Be Decided" until ${file} has a line confirmed: true.`;
    return [
      ...(isOpen ? [] : at("No open cohort", noCohort)),
      ...(isOver ? at("Dates", `the first class in ${file} is in the past.`) : []),
      ...(next && !isOver && !next.isConfirmed ? at("Dates", unconfirmed) : []),
    ];
  });
}

/** Returns the legal facts of the business that are still examples. */
function legalExamples(content: Content): Finding[] {
  return entriesOf(content, collections.site).flatMap((entry) =>
    entry.data.legal.placeholders.map((name) => {
      const message = `legal, ${name}: ${entry.data.legal[name]}`;
      return findingAt(entry, ["legal", name], "Legal name and numbers", message);
    }),
  );
}

/** Returns the tracks whose pages only say that their levels are being prepared. */
function tracksWithoutLevels(content: Content): Finding[] {
  const used = new Set(entriesOf(content, collections.levels).map(({ data }) => data.track));
  return entriesOf(content, collections.tracks)
    .filter(({ id }) => !used.has(id))
    .map((entry) => {
      const message = `No file of content/levels has "track: ${entry.id}": the track's page says "Levels to be announced".`;
      return findingAt(entry, [], "Tracks without levels", message);
    });
}

function exampleAddresses({ entries }: Content): Finding[] {
  return entries.flatMap((entry) =>
    textsOf(entry.typed)
      .filter(({ text }) => /^\S*(@|:\/\/)\S*$/.test(text) && isExampleAddress(text))
      .map(({ path, text }) => findingAt(entry, path, "Example addresses", `${fieldName(path)}: ${text}`)),
  );
}

/** Returns what the academy must still supply: everything marked `placeholder: true`. */
function placeholders({ entries }: Content): Finding[] {
  return entries.flatMap((entry) =>
    markedBlocks(entry.typed).map(({ path, words }) => {
      const message = `${path.length === 0 ? "the whole file" : fieldName(path)}: ${words}`;
      const group = entry.collection === collections.site ? "Example contacts" : "To be supplied";
      return findingAt(entry, [...path, "placeholder"], group, message);
    }),
  );
}

/** Returns the marked blocks, each with its first texts, by which an editor recognises it. */
function markedBlocks(data: unknown, path: FieldPath = []): { path: FieldPath; words: string }[] {
  if (data === null || typeof data !== "object") return [];
  const inside = Object.entries(data).flatMap(([name, value]) =>
    markedBlocks(value, [...path, Array.isArray(data) ? Number(name) : name]),
  );
  if (!("placeholder" in data) || data.placeholder !== true) return inside;
  const texts = Object.values(data)
    .flat()
    .filter((value) => typeof value === "string")
    .slice(0, 3)
    .map((text) => (text.length > 70 ? `${text.slice(0, 70)}…` : text));
  return [{ path, words: texts.join(", ") || "nothing here yet" }, ...inside];
}
