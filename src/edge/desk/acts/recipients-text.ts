import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { changeRecipients } from "~/edge/enrolments/mails/changed-mail.ts";

/** Who is notified by mail of what staff change, in a sentence. @param what the mail says: "about it" */
export function recipientsText(before: EnrolmentRecord, after: EnrolmentRecord, what: string): string {
  const { length } = changeRecipients(before, after);
  if (length > 0) return `${length > 1 ? "Both addresses get" : "The learner gets"} a mail ${what}.`;
  return `No mail is sent: ${after.state === "begun" ? "nothing is paid for this enrolment" : "no address is known"}.`;
}
