import type { ReactNode } from "react";
import type { MailAddresses } from "~/browser/payments/payment-effects.ts";
import type { RegistrationCourse } from "~/domain/enrolment/agreement.ts";
import { hasEdge } from "~/domain/hosting.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { IslandFacts } from "../support/IslandBoundary.tsx";

/**
 * Whether the edge keeps what the form starts: it then takes the form without script, mails a receipt, and
 * makes payers' links.
 */
export const IS_KEPT = hasEdge();

export interface RegistrationOffer extends Required<IslandFacts> {
  /** Comes behind the heading. */
  readonly children?: ReactNode;
  /** The list of countries, a slot of the page: as a prop, its names would be in the HTML twice. */
  readonly countryList?: ReactNode;
  /** The states to suggest before hydration and without script, a slot as well. */
  readonly stateList?: ReactNode;
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
  };
  readonly words: {
    /** Which words these are, for the edge. */
    readonly version: string;
    readonly consent: string;
    readonly guardianLead: string;
    readonly guardianConsent: string;
    readonly marketing: string;
  };
  readonly benefits: readonly string[];
}
