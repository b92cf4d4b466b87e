import { expect, test } from "vitest";
import type { RegistrationOffer } from "~/browser/islands/registration/registration-offer.ts";
import { BLANK_STATE, type RegistrationState } from "~/browser/islands/registration/registration-state.ts";
import {
  describeRegistration,
  orderIn,
  type PageFacts,
} from "~/browser/islands/registration/registration-view.ts";
import { cohortOptions } from "~/domain/dates/cohort-options.ts";
import {
  cohortOn,
  filledRegistration,
  orderOf,
  registrationCourses,
  site,
} from "../../../../fixtures/enrolment.ts";

const OPEN = "cohort-2100-01-01";
const OVER = "cohort-2020-01-01";
const cohorts = cohortOptions([cohortOn("2100-01-01"), cohortOn("2020-01-01")]);
const NIGERIA = { country_name: "Nigeria", country_code: "NG" };
const now = new Date("2026-11-23T09:00:00Z");

const facts = (changes: Partial<PageFacts> = {}): PageFacts => ({
  offer: { courses: registrationCourses, cohorts, fee: site.registrationFee } as unknown as RegistrationOffer,
  currency: "NGN",
  visitor: NIGERIA,
  seats: {},
  countries: { Ghana: "GH", Nigeria: "NG", "United Kingdom": "GB", "United States": "US" },
  today: "2026-11-23",
  ...changes,
});
const filledIn = (cohort: string, changes: Partial<RegistrationState> = {}): RegistrationState => ({
  ...BLANK_STATE,
  registration: filledRegistration({ cohort }),
  ...changes,
});
const listed = (state: RegistrationState, changes: Partial<PageFacts> = {}) =>
  describeRegistration(state, facts(changes)).cohortList.options.map(({ value, isOver }) => [value, isOver]);

test("a cohort that has closed since a payment was started stays on the form's list", () => {
  const full = { seats: { [OPEN]: 0 } };
  expect(listed(filledIn(OPEN), full)).toContainEqual([OPEN, true]);
  expect(listed(filledIn(OPEN, { startedCohort: OPEN }), full)).toContainEqual([OPEN, false]);
  expect(listed(filledIn(OVER, { startedCohort: OVER }))).toEqual([
    [OVER, false],
    [OPEN, false],
  ]);
});

test("the form keeps the reference of the payment it started until it orders something else", () => {
  const started = orderIn(filledIn(OPEN), facts(), { started: null, now });
  const later = new Date("2026-11-24T09:00:00Z");
  expect(orderIn(filledIn(OPEN), facts(), { started, now: later })?.reference).toBe(started?.reference);
  expect(orderIn(filledIn(OVER), facts(), { started, now: later })?.reference).not.toBe(started?.reference);
  expect(started?.charge).toEqual(orderOf().charge);
});

test.each([
  [NIGERIA, "", ["NG", "NG"]],
  [{ country_name: "Ghana", country_code: "GH" }, "", ["GH", "GH"]],
  [{ country_name: "Puerto Rico", country_code: "PR" }, "", ["US", "US"]],
  [null, "", ["US", "US"]],
  [NIGERIA, "+447400123456", ["GB", "NG"]],
  [NIGERIA, "+447911123456", ["NG", "NG"]],
])("for a visitor in %j the number %j and an empty one are dialled in %j", (visitor, phone, expected) => {
  const registration = filledRegistration({ country: "", phone, whatsapp: "" });
  const { diallingCountries } = describeRegistration({ ...BLANK_STATE, registration }, facts({ visitor }));
  expect([diallingCountries.phone, diallingCountries.whatsapp]).toEqual(expected);
});
