import type { ReactNode } from "react";
import type { MailAddresses } from "~/browser/payments/payment-effects.ts";
import type { RegistrationCourse } from "~/domain/enrolment/agreement.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { IslandFacts } from "../support/IslandBoundary.tsx";

export interface RegistrationOffer extends Required<IslandFacts> {
  /** The content after the heading. */
  readonly children?: ReactNode;
  /** The list of countries. It is a slot, because as a prop it would be in the HTML twice. */
  readonly countryList?: ReactNode;
  /** The states to suggest before hydration and without script, also a slot. */
  readonly stateList?: ReactNode;
  readonly courses: readonly RegistrationCourse[];
  /** Whether the content limits the seats of any cohort. */
  readonly isCounted: boolean;
  readonly addresses: MailAddresses;
  readonly choices: {
    /** The cohorts that were open at build time. */
    readonly cohorts: readonly Named[];
    readonly ages: readonly string[];
    readonly education: readonly string[];
    readonly genders: readonly string[];
  };
  readonly words: {
    /** The version of these texts, which the edge stores with a consent. */
    readonly version: string;
    readonly consent: string;
    readonly guardianLead: string;
    readonly guardianConsent: string;
    readonly marketing: string;
  };
  readonly benefits: readonly string[];
}
