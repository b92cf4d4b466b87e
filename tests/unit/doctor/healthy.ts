import type { Surroundings } from "../../../scripts/doctor/diagnose.ts";
import type { Patient, Place, Settings } from "../../../scripts/doctor/finding.ts";

const key = (begin: string) => begin + "0123456789abcdef".repeat(3).slice(0, 40);
const credential = (begin: string) => (begin + "bC3_".repeat(25)).slice(0, 80);

const MODES = { local: "test", staging: "test", production: "live" } as const;

/** Settings in which nothing is missing. None is anybody's. */
export function healthySettings(place: Place): Settings {
  const mode = MODES[place];
  return {
    PUBLIC_SITE_URL: place === "production" ? "https://www.academy.com" : "https://staging.academy.com",
    PUBLIC_PAYSTACK_KEY: key(`pk_${mode}_`),
    PAYSTACK_SECRET_KEY: key(`sk_${mode}_`),
    PUBLIC_PAYPAL_CLIENT_ID: credential("A"),
    PAYPAL_CLIENT_SECRET: credential("E"),
    PAYPAL_WEBHOOK_ID: "0EH40505U7160970P",
    PAYPAL_API_URL: place === "production" ? "" : "https://api-m.sandbox.paypal.com",
    SMTP_HOST: "smtp.provider.com",
    SMTP_PORT: "587",
    SMTP_USER: "academy",
    SMTP_PASSWORD: "a password",
  };
}

export function healthySurroundings(): Surroundings {
  const bindings = (name: string, databaseId: string) => ({
    name,
    databaseId,
    databaseName: `${name}-database`,
    queue: `${name}-jobs`,
    consumed: [`${name}-jobs`],
  });
  return {
    addresses: {
      email: "hello@academy.com",
      senderEmail: "no-reply@academy.com",
      staff: ["admissions@academy.com"],
    },
    bindings: {
      local: bindings("academy", "00000000-0000-0000-0000-000000000000"),
      staging: bindings("academy-staging", "11111111-1111-4111-8111-111111111111"),
      production: bindings("academy", "22222222-2222-4222-8222-222222222222"),
    },
  };
}

export function patientWith(
  place: Place,
  changes: Settings = {},
  deployedSecrets: readonly string[] | null = null,
): Patient {
  return { place, settings: { ...healthySettings(place), ...changes }, deployedSecrets };
}
