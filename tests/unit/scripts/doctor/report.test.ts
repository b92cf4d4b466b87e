import { describe, expect, test } from "vitest";
import { diagnose } from "../../../../scripts/ops/doctor/diagnose.ts";
import type { Settings } from "../../../../scripts/ops/doctor/finding.ts";
import { report } from "../../../../scripts/ops/doctor/report.ts";
import { environmentWith, healthyProject } from "../../../fixtures/healthy-site.ts";

describe("the report", () => {
  const reported = (changes: Settings) => {
    const environment = environmentWith("production", changes);
    return report(environment, diagnose(environment, healthyProject()));
  };

  test("the doctor's report says what to do, and which addresses the providers must know", () => {
    expect(reported({ SMTP_HOST: "" })).toMatch(
      /^Production: one thing is missing\.\n\nMissing\n- SMTP_HOST is not set\.\n {2}Without it mails stay in the database, unread\. .*\n\nSecrets that .*\n\nWhat cannot be seen from here: .*\n- Paystack: https:\/\/www\.academy\.com\/prod\/webhooks\/paystack\n- PayPal: https:\/\/www\.academy\.com\/prod\/webhooks\/paypal$/,
    );
    expect(reported({})).toMatch(/^Production: nothing is missing\./);
  });

  test("the doctor's report has no secret", () => {
    const secret = "sk_live_wrongbutsecret";
    expect(
      reported({ PAYSTACK_SECRET_KEY: secret, PUBLIC_PAYSTACK_KEY: secret, PAYPAL_WEBHOOK_ID: secret }),
    ).not.toContain("wrongbutsecret");
  });
});
