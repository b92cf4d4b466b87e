import type { ReactNode } from "react";
import type { MailAddresses } from "~/browser/payments/payment-store.ts";
import type { RegistrationCourse } from "~/domain/enrolment/agreement.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { IslandFacts } from "../support/IslandBoundary.tsx";

export interface RegistrationOffer extends Required<IslandFacts> {
  /** Comes behind the heading. */
  readonly children?: ReactNode;
  readonly courses: readonly RegistrationCourse[];
  /** Whether the content says how many seats one of them has. */
  readonly isCounted: boolean;
  readonly addresses: MailAddresses;
  readonly choices: {
    /** The cohorts that were open when the page was built. */
    readonly cohorts: readonly Named[];
    readonly ages: readonly string[];
    readonly education: readonly string[];
    readonly genders: readonly string[];
    /** ISO 3166-1 alpha-2 codes by the countries' names, in the order of the list. */
    readonly countries: Readonly<Record<string, string>>;
    readonly states: readonly string[];
  };
  readonly words: {
    readonly consent: string;
    readonly guardianLead: string;
    readonly guardianConsent: string;
    readonly marketing: string;
  };
  readonly benefits: readonly string[];
}
