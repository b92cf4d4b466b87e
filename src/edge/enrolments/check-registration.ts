/** The checks of a registration before it is stored, the same for a form and for a page's script. */
import { payerEmailError } from "~/domain/contact/email-address.ts";
import { isPhoneNumber } from "~/domain/contact/phone-number.ts";
import { findCourse, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import {
  checkWholeRegistration,
  labelOf,
  type Registration,
  type RegistrationErrors,
  type RegistrationField,
  registrationFor,
} from "~/domain/enrolment/registration.ts";
import { formName } from "~/domain/enrolment/registration-form.ts";
import { withNumbers } from "~/domain/enrolment/registration-numbers.ts";
import type { Order } from "~/domain/payments/order.ts";
import { countryFromRequest } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";

/** The codes of countries by their names. */
export type Countries = ReadonlyMap<string, string>;

/** The lists that were read. A list changes only with the site, so a worker reads it once. */
const countriesOfSite = new WeakMap<SitePages, Countries>();

/** Reads the site's list of countries. @throws if the site's pages do not have it */
export async function readCountries(pages: SitePages, request: Request): Promise<Countries> {
  const cached = countriesOfSite.get(pages);
  if (cached) return cached;
  const response = await pages(new URL("/regions/countries.json", request.url));
  if (!response.ok) throw new Error(`The list of countries was answered with ${response.status}.`);
  const countries: Countries = new Map(Object.entries(await response.json()));
  countriesOfSite.set(pages, countries);
  return countries;
}

/**
 * Returns what must be corrected, by field, in the form's order. The course and the plan are looked up in the
 * course record.
 */
export function registrationErrors(
  registration: Registration,
  { registrationCourses, choices }: PriceList,
  countries: Countries,
): RegistrationErrors {
  const errors: RegistrationErrors = checkWholeRegistration(registration, isPhoneNumber);
  const course = findCourse(registrationCourses, registration.courseId);
  const unlisted = (field: RegistrationField) => {
    errors[field] ??= `${labelOf(field)}: choose one of the list.`;
  };
  if (!course) errors.courseId = "Choose a course.";
  else if (registration.planId && !findCourse(course.plans, registration.planId)) {
    errors.planId = "This plan is for another course. Choose one for yours, or full tuition.";
  }
  for (const field of Object.keys(choices) as (keyof PriceList["choices"])[]) {
    if (!choices[field].includes(registration[field])) unlisted(field);
  }
  if (!countries.has(registration.country)) unlisted("country");
  return errors;
}

/** Answers 422 with the errors, keyed by the fields' names in the form. */
export function refusalOf(errors: RegistrationErrors): Response {
  const entries = Object.entries(errors).map(([field, text]) => [formName(field as RegistrationField), text]);
  return jsonResponse(422, { message: entries[0]?.[1], errors: Object.fromEntries(entries) });
}

/** Returns what must be corrected in an order. */
export async function orderErrors(
  order: Order,
  prices: PriceList,
  { pages, request }: { readonly pages: SitePages; readonly request: Request },
): Promise<RegistrationErrors> {
  if (order.purpose !== "registration") return priceCardErrors(order);
  return registrationErrors(registrationFor(order), prices, await readCountries(pages, request));
}

/**
 * Checks an order from a price card. For PayPal the address may be empty, because PayPal reports the payer's.
 */
function priceCardErrors({ learner: { email }, charge }: Order): RegistrationErrors {
  if (charge.currency === "USD" && email === "") return {};
  const error = payerEmailError(email);
  return error ? { email: error } : {};
}

type Enrolled = Pick<EnrolmentRecord, "learner" | "course" | "plan">;

/** The fields that are required for a learner under age. */
const GUARDIAN_FIELDS = ["guardianName", "guardianContact", "guardianConsent"] as const;

interface CheckContext {
  readonly prices: PriceList;
  readonly countries: Countries;
  readonly request: Request;
}

/**
 * Checks only the changed fields, because an enrolment from a price card has few details.
 * @returns the learner with phone numbers in E.164, or the response that refuses the change
 */
export function checkChanges(
  { learner: before, course, plan }: Enrolled,
  learner: Learner,
  { prices, countries, request }: CheckContext,
): { readonly learner: Learner } | { readonly refusal: Response } {
  const stored = registrationFor({ learner: before, course, plan });
  const typed = registrationFor({ learner, course, plan });
  const fields = Object.keys(typed) as RegistrationField[];
  const changedFields = fields.filter((field) => typed[field] !== stored[field]);
  const normalized = readNumbers(typed, countries, request);
  const changes = Object.fromEntries(changedFields.map((field) => [field, normalized[field]]));
  const registration: Registration = { ...stored, ...changes };
  const checkedFields = changedFields.includes("age")
    ? [...changedFields, ...GUARDIAN_FIELDS]
    : changedFields;
  const errors = Object.entries(registrationErrors(registration, prices, countries)).filter(([field]) =>
    checkedFields.includes(field as RegistrationField),
  );
  if (errors.length > 0) return { refusal: refusalOf(Object.fromEntries(errors)) };
  const { phone, whatsapp, guardianContact: contact } = registration;
  const guardian = learner.guardian && { ...learner.guardian, contact };
  return { learner: { ...learner, phone, whatsapp, guardian } };
}

/**
 * Returns the registration with its phone numbers in E.164. Numbers are read as dialled in the learner's country
 * or in the visitor's.
 */
export function readNumbers(typed: Registration, countries: Countries, request: Request): Registration {
  const codes = [countries.get(typed.country), countryFromRequest(request)?.country_code];
  return withNumbers(typed, () => codes.filter((code) => code !== undefined));
}
