import { payerEmailError, readEmail } from "~/domain/contact/email-address.ts";
import { hasCohort } from "~/domain/dates/cohort.ts";
import { type CohortOption, type DatedCohort, nextClass } from "~/domain/dates/cohort-options.ts";
import { type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import type { StoredConsent } from "~/domain/enrolment/consent.ts";
import type { DetailChanges, EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import {
  type GuardianFields,
  guardianErrors,
  LEARNER_FACTS,
  type Learner,
} from "~/domain/enrolment/learner.ts";
import { BLANK_REGISTRATION, learnerOf, REGISTRATION_FIELDS } from "~/domain/enrolment/registration.ts";

export interface DetailOptions {
  readonly ages: readonly string[];
  readonly genders: readonly string[];
  readonly education: readonly string[];
  readonly cohorts: readonly CohortOption[];
  readonly consent: string;
  readonly guardianConsent: string;
  readonly marketing: string;
}

const TEXTS = ["firstName", "lastName", ...LEARNER_FACTS] as const;

export function detailFacts({ learner, cohortName }: EnrolmentView): Readonly<Record<string, string>> {
  const named = { ...learner, cohort: learner.cohort && cohortName };
  return Object.fromEntries(LEARNER_FACTS.map((name) => [REGISTRATION_FIELDS[name].label, named[name]]));
}

const PURPOSES = { terms: "Your registration", guardian: "Your guardian’s consent", news: "News by email" };

/** Describes a consent: "News by email: agreed on Nov 21, 2026, stopped on Nov 28, 2026". */
export function describeConsent({ purpose, way, givenAt, withdrawnAt }: StoredConsent): string {
  const agreed = way === "on the site" ? "agreed" : `agreed ${way}`;
  const stopped = withdrawnAt ? `, stopped on ${dayOf(withdrawnAt)}` : "";
  return `${PURPOSES[purpose]}: ${agreed} on ${dayOf(givenAt)}${stopped}`;
}

function dayOf(time: string): string {
  return dayLabel(lagosDay(new Date(time)));
}

/**
 * Whether only staff may change a field. A learner enters a name or a consent once, and joins a cohort once.
 */
export function isGiven(learner: Learner, name: string): boolean {
  if (name === "cohort") return hasCohort(learner.cohort);
  const isOnce = name === "firstName" || name === "lastName" || name === "consent";
  return isOnce && Boolean(learner[name]);
}

/** Returns the class that a paid learner without a cohort may join on `today`; `null` if there is none. */
export function classToJoin(
  { learner, state }: Pick<EnrolmentView, "learner" | "state">,
  { cohorts }: Pick<DetailOptions, "cohorts">,
  today: Day,
): DatedCohort | null {
  const isPaid = state === "active" || state === "complete";
  return isPaid && !hasCohort(learner.cohort) ? nextClass(cohorts, today) : null;
}

/**
 * Returns the typed values that differ from the stored ones. A field that the form leaves out is not changed.
 */
export function changesIn(form: FormData, learner: Learner): DetailChanges {
  const texts = TEXTS.filter((name) => form.has(name)).map((name) => [name, textIn(form, name)] as const);
  return {
    ...Object.fromEntries(texts.filter(([name, text]) => text !== learner[name])),
    guardian: learnerOf({ ...BLANK_REGISTRATION, ...guardianIn(form) }).guardian,
    marketing: form.has("marketing"),
    ...(form.has("consent") && !learner.consent && { consent: true }),
  };
}

export type DetailErrors = Readonly<Partial<Record<string, string>>>;

/**
 * Returns the errors by the fields' names, in the order of the form. Only the edge checks phone numbers,
 * because their parser is large.
 */
export function errorsIn(form: FormData): DetailErrors {
  const email = payerEmailError(textIn(form, "email"));
  return { ...(email && { email }), ...guardianErrors(guardianIn(form)) };
}

function guardianIn(form: FormData): GuardianFields & { age: string } {
  return {
    age: textIn(form, "age"),
    guardianName: textIn(form, "guardianName"),
    guardianContact: textIn(form, "guardianContact"),
    guardianConsent: form.has("guardianConsent"),
  };
}

function textIn(form: FormData, name: string): string {
  const text = String(form.get(name) ?? "").trim();
  return name === "email" ? readEmail(text) : text;
}
