import { expect, test } from "vitest";
import { amountPayable, findCourse } from "~/domain/enrolment/agreement.ts";
import { registrationCourse, registrationCourses, site } from "../../../fixtures/enrolment.ts";

const fee = site.registrationFee;

test("the registration fee alone is 1,500,000 kobo or 900 cents", () => {
  expect(amountPayable(fee, null, null, "NGN").total).toEqual({ currency: "NGN", minor: 1_500_000 });
  expect(amountPayable(fee, null, null, "USD").total).toEqual({ currency: "USD", minor: 900 });
});

test.each([
  ["devops-full", 49_500_000, 120_900],
  ["devops-foundational", 16_500_000, 10_900],
  ["devops-advanced", 36_500_000, 10_900],
  ["aws-solutions-architect", 18_500_000, 41_700],
  ["aws-cloud-practitioner", 13_500_000, 29_700],
  ["ai-foundational", 1_500_000, 900],
])("registering for %s costs %i kobo or %i cents with the fee", (id, kobo, cents) => {
  const { price } = registrationCourse(id);
  expect(amountPayable(fee, { price }, null, "NGN")).toEqual({
    fee: fee.NGN,
    course: price.NGN,
    total: { currency: "NGN", minor: kobo },
  });
  expect(amountPayable(fee, { price }, null, "USD")).toEqual({
    fee: fee.USD,
    course: price.USD,
    total: { currency: "USD", minor: cents },
  });
});

test("a course is found by its id", () => {
  expect(findCourse(registrationCourses, "devops-full")?.name).toBe("DevOps Full");
});

test.each(["devops-fulll", "DevOps Full", "aws-combined", "", "constructor", null, undefined])(
  "the id %j reads as no course",
  (id) => {
    expect(findCourse(registrationCourses, id)).toBeNull();
  },
);
