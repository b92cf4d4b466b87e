import type { MailChange } from "~/domain/mail/learner-mails.ts";
import type { DeskRequest } from "~/edge/desk/desk-request.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import {
  changeRecipients,
  isOtherAddress,
  rewritingReminders,
  writingChanges,
} from "~/edge/enrolments/mails/changed-mail.ts";
import { updateEnrolment } from "~/edge/enrolments/update-enrolment.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import type { ActionEffect } from "./action.ts";

/** The effect of what staff change of an enrolment: its learner is mailed, once for each mark. */
export async function changeEffect(
  context: DeskRequest["context"],
  before: EnrolmentRecord,
  mark: string,
  {
    after = before,
    changes,
    statements,
    ...words
  }: Omit<ActionEffect, "after"> & { after?: EnrolmentRecord; changes: readonly MailChange[] },
): Promise<ActionEffect> {
  const key = `${before.id}:changed:${mark}:`;
  const rewriteReminders = await rewritingReminders(context, before);
  const mails = await writingChanges(context, { before, after, changes }, { key, byStaff: true });
  return {
    ...words,
    statements: [...statements, ...mails],
    after: async () => {
      await updateEnrolment(context, before.id);
      await enqueueLearnerMails(context, key);
      if (isOtherAddress(before, after)) await rewriteReminders();
    },
  };
}

/** Says in a sentence who is notified by mail of a change. @param what the mail says: "about it" */
export function recipientsText(before: EnrolmentRecord, after: EnrolmentRecord, what: string): string {
  const { length } = changeRecipients(before, after);
  if (length > 0) return `${length > 1 ? "Both addresses get" : "The learner gets"} an email ${what}.`;
  return `No email is sent: ${after.state === "started" ? "nothing is paid for this enrolment" : "no address is known"}.`;
}
