import type { MailAddresses } from "~/browser/payments/payment-store.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { CohortOption } from "~/domain/dates/cohort-options.ts";
import type { RegistrationCourse } from "~/domain/enrolment/agreement.ts";
import type { DualPrice } from "~/domain/money/money.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";

/** What Signup's page knows of the academy when it is built. */
export interface RegistrationOffer {
  readonly courses: readonly RegistrationCourse[];
  readonly fee: DualPrice;
  /** All of them, open or not. */
  readonly cohorts: readonly CohortOption[];
  /** Whether the content says how many seats one of them has. */
  readonly isCounted: boolean;
  readonly addresses: MailAddresses;
  readonly support: SupportContacts;
  readonly choices: {
    /** The cohorts that were open when the page was built. */
    readonly cohorts: readonly Named[];
    readonly ages: readonly string[];
    readonly education: readonly string[];
    readonly genders: readonly string[];
    /** ISO 3166-1 alpha-2 codes by the countries' names, in the order of the list. */
    readonly countries: Readonly<Record<string, string>>;
    /** Suggestions for the state, before a country is chosen. */
    readonly states: readonly string[];
  };
  readonly words: {
    readonly consent: string;
    readonly guardianLead: string;
    readonly guardianConsent: string;
    readonly marketing: string;
  };
  readonly benefits: readonly string[];
  readonly refunds: readonly string[];
}
