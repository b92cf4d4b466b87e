import { expect, test } from "vitest";
import { amountPayable, findCourse } from "~/domain/enrolment/agreement.ts";
import { fromMinor } from "~/domain/money/money.ts";
import { registrationCourse, registrationCourses, site } from "../../../fixtures/enrolment.ts";

const fee = site.registrationFee;

test("the registration fee alone is 1,500,000 kobo or 900 cents", () => {
  expect(amountPayable(fee, null, null, "NGN").total).toEqual({ currency: "NGN", minor: 1_500_000 });
  expect(amountPayable(fee, null, null, "USD").total).toEqual({ currency: "USD", minor: 900 });
});

test("registering costs the fee and the course, each told apart", () => {
  const { price } = registrationCourse("devops-foundational");
  const kobo = { fee: fee.NGN, course: price.NGN, total: fromMinor("NGN", 16_500_000) };
  expect(amountPayable(fee, { price }, null, "NGN")).toEqual(kobo);
  const cents = { fee: fee.USD, course: price.USD, total: fromMinor("USD", 10_900) };
  expect(amountPayable(fee, { price }, null, "USD")).toEqual(cents);
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
