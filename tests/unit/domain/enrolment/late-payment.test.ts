import { expect, test } from "vitest";
import { describeLate, describeLateRule, lateRule } from "~/domain/enrolment/late-payment.ts";

test("two installments: removed once a payment is more than a week late", () => {
  expect(lateRule("two-installments", 3, "2027-03-05")).toEqual({ name: "removed", from: "2027-03-13" });
});

test("five installments: dropped once a month is missed", () => {
  expect(lateRule("five-installments", 7, "2027-01-31")).toEqual({ name: "dropped", from: "2027-03-01" });
});

test("tuition that is paid at once cannot be late", () => {
  expect(lateRule("full-tuition", 2, "2027-01-31")).toBeNull();
});

test("both say that access to the portal is restricted, and from which day more happens", () => {
  for (const name of ["removed", "dropped"] as const) {
    const words = describeLate({ name, from: "2027-03-13" }, (day) => `<${day}>`);
    expect(words).toContain("Access to the learning portal is restricted");
    expect(words).toContain("<2027-03-13>");
    expect(describeLateRule({ name, from: "2027-03-13" })).not.toMatch(/portal|2027/);
  }
});

test("where the Terms have no rule but that, access is restricted all the same", () => {
  expect(describeLate(null, String)).toBe("Access to the learning portal is restricted until you pay.");
});
