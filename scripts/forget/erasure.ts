import { sqlText } from "../sql-text.ts";
import type { PersonRecords } from "./person-records.ts";

/**
 * The statements that delete what is kept of a person. Of a registration that the accounts need, the reference, the
 * course, the amounts and the times stay, and the history of its payment, which names nobody; the person goes.
 */
export function erasure({ mails, registrations }: PersonRecords): string[] {
  const own = registrations.filter(({ isPayerOnly }) => !isPayerOnly);
  const paidForOthers = registrations.filter(({ isPayerOnly }) => isPayerOnly);
  const accounted = own.filter(({ isAccounted }) => isAccounted);
  const unaccounted = own.filter(({ isAccounted }) => !isAccounted);
  const references = (list: PersonRecords["registrations"]) =>
    list.map(({ reference }) => sqlText(reference)).join(", ");
  return [
    // A mail that is parked goes from dead_letters with it.
    ...(mails.length > 0 ? [`DELETE FROM mails WHERE id IN (${mails.map(({ id }) => id).join(", ")})`] : []),
    ...(unaccounted.length > 0
      ? [
          `DELETE FROM registrations WHERE reference IN (${references(unaccounted)})`,
          `DELETE FROM payment_events WHERE reference IN (${references(unaccounted)})`,
        ]
      : []),
    ...(accounted.length > 0
      ? [
          // A course that is not known would be filled in again, and the person with it, by a repeated webhook; and a
          // check of what has ended would miss the mails, and write them anew.
          `UPDATE registrations SET customer_email = '', customer_name = '', customer_phone = '', payer_name = '',
             payer_email = '', details = '[]', course_id = CASE course_id WHEN '' THEN 'unknown' ELSE course_id END,
             next_check_at = CASE status WHEN 'unpaid' THEN next_check_at END
           WHERE reference IN (${references(accounted)})`,
        ]
      : []),
    ...(paidForOthers.length > 0
      ? [
          `UPDATE registrations SET payer_name = '', payer_email = ''
           WHERE reference IN (${references(paidForOthers)})`,
        ]
      : []),
  ];
}
