import { toCohort } from "~/content/schemas/cohort.ts";
import { collections } from "~/content/schemas/collections.ts";
import { isExampleAddress } from "~/domain/contact/email-address.ts";
import { firstClassOf } from "~/domain/dates/cohort.ts";
import { isCohortOver } from "~/domain/dates/cohort-options.ts";
import type { Day } from "~/domain/dates/day.ts";
import type { Finding } from "./finding.ts";
import {
  type Content,
  type Entry,
  type FieldPath,
  fieldName,
  findingAt,
  textsOf,
  validEntries,
} from "./read-entries.ts";

/** Whether registration for a cohort with a date is open today; where none is, the file that opens one. */
export function noOpenCohort(content: Content, today: Day): Finding[] {
  const isOpen = validEntries(content, collections.cohorts)
    .map(({ entry, data }) => toCohort(entry.id, data))
    .some((cohort) => firstClassOf(cohort) !== null && !isCohortOver(cohort.id, [cohort], today));
  if (isOpen) return [];
  return validEntries(content, collections.cataloguePage).map(({ entry }) => {
    const message =
      "nextCohort: nobody can register for a cohort with a date. Add a file to content/cohorts with its firstClass and confirmed: true, and name it here.";
    return findingAt(entry, ["nextCohort"], "No open cohort", message);
  });
}

/** The business behind the site, which people who pay must be able to read. */
export function missingLegal(content: Content): Finding[] {
  return validEntries(content, collections.site)
    .filter(({ data }) => !data.legal)
    .map(({ entry }): Finding => {
      const message =
        'legal is missing. Write: legal: { name: "…", address: "…" }, the registered name and the address of the business.';
      return findingAt(entry, ["name"], "Legal name and address", message);
    });
}

/** What the academy must still supply: everything marked `placeholder: true`. */
export function placeholders({ entries }: Content): Finding[] {
  return entries.flatMap((entry) =>
    markedBlocks(entry.data).map(({ path, words }) => supply(entry, path, words)),
  );
}

/** E-mail and web addresses of example domains. */
export function exampleAddresses({ entries }: Content): Finding[] {
  return entries.flatMap((entry) =>
    textsOf(entry.data)
      .filter(({ text }) => /^\S*(@|:\/\/)\S*$/.test(text) && isExampleAddress(text))
      .map(({ path, text }) => findingAt(entry, path, "Example addresses", `${fieldName(path)}: ${text}`)),
  );
}

function supply(entry: Entry, path: FieldPath, words: string): Finding {
  const message = `${path.length === 0 ? "the whole file" : fieldName(path)}: ${words}`;
  const group = entry.collection === collections.site ? "Example contacts" : "To be supplied";
  return findingAt(entry, [...path, "placeholder"], group, message);
}

interface MarkedBlock {
  readonly path: FieldPath;
  /** The texts of the block itself that an editor knows it by. */
  readonly words: string;
}

function markedBlocks(data: unknown, path: FieldPath = []): MarkedBlock[] {
  if (data === null || typeof data !== "object") return [];
  const inside = Object.entries(data).flatMap(([name, value]) =>
    markedBlocks(value, [...path, Array.isArray(data) ? Number(name) : name]),
  );
  if (!("placeholder" in data) || data.placeholder !== true) return inside;
  return [{ path, words: wordsOf(data) }, ...inside];
}

function wordsOf(block: object): string {
  const identifying = [
    "from",
    "to",
    "label",
    "display",
    "number",
    "city",
    "country",
    "name",
    "role",
    "email",
    "due",
    "terms",
  ];
  const texts = Object.entries(block)
    .filter(([name]) => identifying.includes(name))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === "string");
  const excerpts = texts.map((text) => (text.length > 70 ? `${text.slice(0, 70)}…` : text));
  return excerpts.length > 0 ? excerpts.join(", ") : "nothing here yet";
}
