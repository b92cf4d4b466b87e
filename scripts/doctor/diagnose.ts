import { type Bindings, checkCloudflare } from "./check-cloudflare.ts";
import { checkMail, type MailAddresses } from "./check-mail.ts";
import { checkPayPal } from "./check-paypal.ts";
import { checkPaystack } from "./check-paystack.ts";
import { checkSite } from "./check-site.ts";
import type { Finding, Patient, Place } from "./finding.ts";

/** The facts beside the settings that decide whether a site works. */
export interface Surroundings {
  readonly addresses: MailAddresses;
  readonly bindings: Readonly<Record<Place, Bindings>>;
}

/** Everything that can be seen without asking anybody. */
export function diagnose(patient: Patient, { addresses, bindings }: Surroundings): Finding[] {
  return [
    ...checkSite(patient),
    ...checkPaystack(patient),
    ...checkPayPal(patient),
    ...checkMail(patient, addresses),
    ...checkCloudflare(patient.place, bindings),
  ];
}
