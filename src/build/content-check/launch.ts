import { toCohort } from "~/content/schemas/cohort.ts";
import { collections } from "~/content/schemas/collections.ts";
import { isExampleAddress } from "~/domain/contact/email-address.ts";
import { firstClassOf } from "~/domain/dates/cohort.ts";
import { isCohortOver } from "~/domain/dates/cohort-options.ts";
import type { Day } from "~/domain/dates/day.ts";
import { CURRENCIES, type Currency, formatFull } from "~/domain/money/money.ts";
import { atOncePlan } from "~/domain/pricing/price-cards.ts";
import type { Finding } from "./finding.ts";
import type { FieldPath } from "./parse-file.ts";
import { type Content, type Course, coursesOf, entriesOf, fieldName, valuesIn } from "./read-entries.ts";

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
      return [course.entry.findingAt("Prices that disagree", path, message)];
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
 * Returns what is missing if no cohort with a date is open for registration today, or if the cohort that pages name is
 * past or unconfirmed.
 */
function cohortsToAnnounce(content: Content, today: Day): Finding[] {
  const cohorts = entriesOf(content, collections.cohorts).map(({ id, data }) => toCohort(id, data));
  const isOpen = cohorts.some((cohort) => firstClassOf(cohort) && !isCohortOver(cohort.id, [cohort], today));
  return entriesOf(content, collections.cataloguePage).flatMap((page) => {
    const { nextCohort } = page.data;
    const findingsIn = (group: "No open cohort" | "Dates", message: string) => [
      page.findingAt(group, ["nextCohort"], `nextCohort: ${message}`),
    ];
    const namedCohort = cohorts.find(({ id }) => id === nextCohort);
    const isOver = namedCohort?.firstClass && namedCohort.firstClass < today;
    const file = `content/cohorts/${nextCohort}.yaml`;
    const noCohort =
      "nobody can register for a cohort with a date. Add a file to content/cohorts with its firstClass and " +
      "confirmed: true, and name it here.";
    const unconfirmed = `reads "To Be Decided" until ${file} has a line confirmed: true.`;
    return [
      ...(isOpen ? [] : findingsIn("No open cohort", noCohort)),
      ...(isOver ? findingsIn("Dates", `the first class in ${file} is in the past.`) : []),
      ...(namedCohort && !isOver && !namedCohort.isConfirmed ? findingsIn("Dates", unconfirmed) : []),
    ];
  });
}

function legalExamples(content: Content): Finding[] {
  return entriesOf(content, collections.site).flatMap((entry) =>
    entry.data.legal.placeholders.map((name) => {
      const message = `legal, ${name}: ${entry.data.legal[name]}`;
      return entry.findingAt("Legal name and numbers", ["legal", name], message);
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
      return entry.findingAt("Tracks without levels", [], message);
    });
}

function exampleAddresses({ entries }: Content): Finding[] {
  return entries.flatMap((entry) =>
    valuesIn(entry.typed)
      .filter(({ value }) => /^\S*(@|:\/\/)\S*$/.test(`${value}`) && isExampleAddress(`${value}`))
      .map(({ path, value }) => entry.findingAt("Example addresses", path, `${fieldName(path)}: ${value}`)),
  );
}

/** The number of texts by which an editor recognises a block, and the characters of each. */
const MOST_TEXTS = 3;
const MOST_CHARACTERS = 70;

/** Returns what the academy must still supply: every block that is marked `placeholder: true`. */
function placeholders({ entries }: Content): Finding[] {
  return entries.flatMap((entry) => {
    const group = entry.collection === collections.site ? "Example contacts" : "To be supplied";
    const values = valuesIn(entry.typed);
    const marks = values.filter(({ path, value }) => path.at(-1) === "placeholder" && value === true);
    return marks.map((mark) => {
      const block = mark.path.slice(0, -1);
      const isInBlock = (path: FieldPath) => block.every((step, index) => path[index] === step);
      const texts = values
        .filter(({ path, value }) => typeof value === "string" && isInBlock(path))
        .slice(0, MOST_TEXTS)
        .map(({ value }) => shortened(`${value}`));
      const name = block.length === 0 ? "the whole file" : fieldName(block);
      return entry.findingAt(group, mark.path, `${name}: ${texts.join(", ") || "nothing here yet"}`);
    });
  });
}

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
