import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { abortUnless, sqlText } from "~/edge/database.ts";
import { IS_ACCOUNTED, type PersonalData, type PersonEnrolment } from "./personal-data.ts";

/**
 * The statements that delete what is stored of a person. Of a payment that the accounts need, the reference, the
 * course, the amounts and the times stay, and the history of its payment, which has no personal data; the personal data is
 * deleted. They fail, as one batch, where money has come since for a payment that would be deleted whole.
 */
export function erasure({ mails, payments, enrolments, subscriptions }: PersonalData, now: Date): string[] {
  const own = payments.filter(({ isPayerOnly }) => !isPayerOnly);
  const paidForOthers = payments.filter(({ isPayerOnly }) => isPayerOnly);
  const accounted = own.filter(({ isAccounted }) => isAccounted);
  const unaccounted = own.filter(({ isAccounted }) => !isAccounted);
  const references = (list: PersonalData["payments"]) =>
    list.map(({ reference }) => sqlText(reference)).join(", ");
  return [
    // A failed mail is deleted from failed_mails with it.
    ...(mails.length > 0 ? [`DELETE FROM mails WHERE id IN (${mails.join(", ")})`] : []),
    ...(subscriptions.length > 0
      ? [`DELETE FROM subscriptions WHERE id IN (${subscriptions.join(", ")})`]
      : []),
    ...(unaccounted.length > 0
      ? [
          `UPDATE payments SET status = ${abortUnless(`NOT ${IS_ACCOUNTED}`, "status")}
           WHERE reference IN (${references(unaccounted)})`,
          `DELETE FROM payments WHERE reference IN (${references(unaccounted)})`,
          `DELETE FROM payment_events WHERE reference IN (${references(unaccounted)})`,
          `DELETE FROM staff_notices WHERE reference IN (${references(unaccounted)})`,
        ]
      : []),
    ...(accounted.length > 0
      ? [
          // A course that is not known would be filled in again, and the person with it, by a repeated webhook.
          `UPDATE payments SET customer_email = '', customer_name = '', customer_phone = '', payer_name = '',
             payer_email = '', learner_email_key = NULL, learner_phone_key = NULL, access_code = NULL, checkout_url = NULL, details = 'null',
             erased_at = ${sqlText(now.toISOString())}, course_id = CASE course_id WHEN '' THEN 'unknown' ELSE course_id END
           WHERE reference IN (${references(accounted)})`,
        ]
      : []),
    ...enrolments.flatMap((enrolment) => erasureOfEnrolment(enrolment, now)),
    ...(paidForOthers.length > 0
      ? [
          `UPDATE payments SET payer_name = '', payer_email = '', erased_at = ${sqlText(now.toISOString())},
             customer_email = CASE WHEN lower(customer_email) = lower(payer_email) THEN '' ELSE customer_email END
           WHERE reference IN (${references(paidForOthers)})`,
        ]
      : []),
  ];
}

/** What is owed and paid stays for the accounts; the personal data, and every key to it, is deleted. */
function erasureOfEnrolment({ id, isStartedOnly }: PersonEnrolment, now: Date): string[] {
  // What staff did stays; what they wrote about the person is deleted.
  const notes = `UPDATE desk_actions SET detail = '' WHERE enrolment_id = ${sqlText(id)}`;
  if (isStartedOnly) return [notes, `DELETE FROM enrolments WHERE id = ${sqlText(id)}`];
  return [
    notes,
    `DELETE FROM enrolment_names WHERE enrolment_id = ${sqlText(id)}`,
    `DELETE FROM enrolment_keys WHERE enrolment_id = ${sqlText(id)}`,
    `UPDATE charges SET remind_at = NULL WHERE enrolment_id = ${sqlText(id)}`,
    `UPDATE enrolments SET learner = ${sqlText(JSON.stringify(UNKNOWN_LEARNER))}, attribution = '',
       email_key = NULL, phone_key = NULL, erased_at = ${sqlText(now.toISOString())}, version = version + 1
     WHERE id = ${sqlText(id)}`,
  ];
}
