import { consentsIn, type GivenConsent, type StoredConsent } from "~/domain/enrolment/consent.ts";
import { type Learner, learnerKeys } from "~/domain/enrolment/learner.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type Database, rowsOf, type Statement, statement } from "~/edge/database.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";

/**
 * Returns the statements that store consents with their words. They change nothing for a missing enrolment,
 * nor for a purpose that has a consent.
 */
export function addingConsents(
  db: Database,
  id: string,
  consents: readonly GivenConsent[],
  now: Date,
): Statement[] {
  if (consents.length === 0) return [];
  const rows = JSON.stringify(consents);
  return [
    statement(db)`INSERT OR IGNORE INTO consent_texts (digest, text)
      SELECT value ->> 'digest', value ->> 'text' FROM json_each(${rows})`,
    statement(db)`INSERT OR IGNORE INTO consents (enrolment_id, purpose, digest, way, given_at)
      SELECT enrolments.id, value ->> 'purpose', value ->> 'digest', value ->> 'way',
        coalesce(value ->> 'givenAt', ${now})
      FROM json_each(${rows}) JOIN enrolments ON enrolments.id = ${id}`,
  ];
}

/**
 * Returns the statements that store a learner's later ticks. If the tick for news was removed, they end that
 * consent and the newsletter.
 */
export function changingConsents(
  { db, prices, now }: Pick<AppContext, "db" | "prices" | "now">,
  { id, learner: before }: Pick<EnrolmentRecord, "id" | "learner">,
  learner: Learner,
): Statement[] {
  const given = { texts: prices.consentTexts, way: "on the site", givenAt: null } as const;
  const added = addingConsents(db, id, consentsIn(learner, given, before), now);
  if (!before.marketing || learner.marketing) return added;
  return [
    ...added,
    statement(db)`UPDATE consents SET withdrawn_at = ${now}
      WHERE enrolment_id = ${id} AND purpose = 'news' AND withdrawn_at IS NULL`,
    statement(db)`DELETE FROM subscriptions
      WHERE list = 'newsletter' AND email_key = ${learnerKeys(before).email}`,
  ];
}

export async function consentsOf(db: Database, id: string): Promise<StoredConsent[]> {
  return rowsOf<StoredConsent>(db)`SELECT purpose, way, text, consents.digest, given_at AS givenAt,
      withdrawn_at AS withdrawnAt
    FROM consents JOIN consent_texts ON consent_texts.digest = consents.digest
    WHERE enrolment_id = ${id} ORDER BY given_at, purpose`;
}
