import { describe, expect, test } from "vitest";
import { diagnose } from "../../../scripts/doctor/diagnose.ts";
import type { Settings } from "../../../scripts/doctor/finding.ts";
import { report } from "../../../scripts/doctor/report.ts";
import { healthySurroundings, patientWith } from "../../fixtures/healthy-site.ts";

describe("the report", () => {
  const told = (changes: Settings) => {
    const patient = patientWith("production", changes);
    return report(patient, diagnose(patient, healthySurroundings()));
  };

  test("says what to do, and which addresses the providers must know", () => {
    expect(told({ SMTP_HOST: "" })).toMatch(
      /^Production: one thing is missing\.\n\nMissing\n- SMTP_HOST is not set\.\n {2}Without it mails stay in the database, unread\. .*\n\nSecrets that .*\n\nWhat cannot be seen from here: .*\n- Paystack: https:\/\/www\.academy\.com\/prod\/webhooks\/paystack\n- PayPal: https:\/\/www\.academy\.com\/prod\/webhooks\/paypal$/,
    );
    expect(told({})).toMatch(/^Production: nothing is missing\./);
  });

  test("holds no secret", () => {
    const secret = "sk_live_wrongbutsecret";
    expect(
      told({ PAYSTACK_SECRET_KEY: secret, PUBLIC_PAYSTACK_KEY: secret, PAYPAL_WEBHOOK_ID: secret }),
    ).not.toContain("wrongbutsecret");
  });
});
