import { expect, test } from "vitest";
import { describeLate, describePolicy, lateConsequence } from "~/domain/enrolment/late-payment-policy.ts";
import { LATE_PAYMENT_POLICIES } from "~/domain/pricing/payment-plan.ts";

test("removed once a payment is more than a week late", () => {
  expect(lateConsequence("removed-after-a-week", "2027-03-05")?.from).toBe("2027-03-13");
});

test("dropped once a month is missed", () => {
  expect(lateConsequence("dropped-after-a-month", "2027-01-31")?.from).toBe("2027-03-01");
});

test("a plan without a policy has no such consequence", () => {
  expect(lateConsequence(null, "2027-01-31")).toBeNull();
});

test("both say that access to the portal is restricted, and from which day more happens", () => {
  for (const policy of LATE_PAYMENT_POLICIES) {
    const words = describeLate({ policy, from: "2027-03-13" }, (day) => `<${day}>`);
    expect(words).toContain("Access to the learning portal is restricted");
    expect(words).toContain("<2027-03-13>");
    expect(describePolicy(policy)).not.toMatch(/portal|2027/);
  }
});

test("where the Terms have no policy but that, access is restricted all the same", () => {
  expect(describeLate(null, String)).toBe("Access to the learning portal is restricted until you pay.");
});
