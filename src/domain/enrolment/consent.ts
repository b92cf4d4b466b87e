/** Consents. Each tick of a form has a purpose of its own, and is stored with the words beside it. */
import { sha256 } from "~/domain/digest.ts";
import type { Learner } from "./learner.ts";

export type ConsentPurpose = "terms" | "guardian" | "news";

/** The words of a tick, and their SHA-256 in hex. */
export interface ConsentWords {
  readonly text: string;
  readonly digest: string;
}

export type ConsentTexts = Readonly<Record<ConsentPurpose, ConsentWords>>;

export type ConsentWay = "on the site" | "on paper" | "by telephone";

/** A consent that a tick gave. */
export interface GivenConsent extends ConsentWords {
  readonly purpose: ConsentPurpose;
  readonly way: ConsentWay;
  /** The time, or the day that staff wrote down; null for the time at which it is stored. */
  readonly givenAt: string | null;
}

export interface StoredConsent extends Omit<GivenConsent, "givenAt"> {
  readonly givenAt: string;
  /** null while it holds. */
  readonly withdrawnAt: string | null;
}

interface TickWords {
  readonly consent: string;
  readonly guardianConsent: string;
  readonly marketing: string;
}

/**
 * Returns the words of every tick. The tick for the terms names the version of each page that it links to, which is
 * the beginning of the SHA-256 of the page's text.
 * @param pages the texts of the privacy policy and of the terms
 */
export async function consentTexts(
  { consent, guardianConsent, marketing }: TickWords,
  pages: { readonly policy: string; readonly terms: string },
): Promise<ConsentTexts> {
  const [policy, terms] = await Promise.all([versionOf(pages.policy), versionOf(pages.terms)]);
  const links = `See the Privacy Policy (version ${policy}) and Terms and Conditions (version ${terms}).`;
  return {
    terms: await wordsOf(`${consent} ${links}`),
    guardian: await wordsOf(guardianConsent),
    news: await wordsOf(marketing),
  };
}

/** Returns the version of a form's words. A page with another version is outdated. */
export function wordsVersion({ terms, guardian, news }: ConsentTexts): string {
  return [terms, guardian, news].map(({ digest }) => digest.slice(0, 4)).join("");
}

/** The form's field that holds the version of its words. */
export const WORDS_FIELD = "words";

async function versionOf(page: string): Promise<string> {
  return (await sha256(page)).slice(0, 12);
}

async function wordsOf(text: string): Promise<ConsentWords> {
  return { text, digest: await sha256(text) };
}

interface Given extends Pick<GivenConsent, "way" | "givenAt"> {
  readonly texts: ConsentTexts;
}

/** Returns the consents of a learner's ticks that `previous` did not have. */
export function consentsIn(
  learner: Learner,
  { texts, way, givenAt }: Given,
  previous: Learner | null = null,
): GivenConsent[] {
  const earlier = previous ? purposesOf(previous) : [];
  return purposesOf(learner)
    .filter((purpose) => !earlier.includes(purpose))
    .map((purpose) => ({ purpose, ...texts[purpose], way, givenAt }));
}

function purposesOf({ consent, guardian, marketing }: Learner): ConsentPurpose[] {
  const ticks = { terms: consent, guardian: guardian?.consent ?? false, news: marketing };
  return (Object.keys(ticks) as ConsentPurpose[]).filter((purpose) => ticks[purpose]);
}
