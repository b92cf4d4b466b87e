/** The mails to staff about an enrolment's flags, each flag once. */

import type { EnrolmentFlag, EnrolmentStatus } from "~/domain/enrolment/enrolment-status.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { formatWithCode } from "~/domain/money/money.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { Database, Statement } from "~/edge/database.ts";
import type { AcademyAddresses } from "~/edge/mail/academy-addresses.ts";
import { deskLink, storingForStaff } from "~/edge/mail/staff-mail.ts";
import type { SameEnrolment } from "../duplicate-enrolments.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";

/** What to do about an enrolment with this flag, in a sentence. */
export const ENROLMENT_ADVICE: Record<EnrolmentFlag, string> = {
  overpaid: "Overpaid. Return the difference, or ask what it was for.",
  "other-currency":
    "A payment came in a different currency, so it pays for nothing here. Ask the payer, or return it.",
  "paid-after-withdrawal": "A payment came after the learner withdrew. Ask the learner, or return it.",
  duplicate:
    "This learner already has an enrolment in this course and cohort. Ask which one to keep, and return the other's money.",
};

/** The beginning of the keys under which such mails are stored. */
export function flagKeys({ id, version }: Pick<EnrolmentRecord, "id" | "version">): string {
  return `enrolment:${id}:${version}:`;
}

/** The statements that store a mail to each member of staff about new flags; none where there are none. */
export function storingFlagNotice(
  tools: { db: Database; addresses: AcademyAddresses; deskAt: URL | null; now: Date },
  enrolment: EnrolmentRecord,
  {
    flags,
    paid,
    credit,
    others,
  }: Pick<EnrolmentStatus, "paid" | "credit"> & {
    flags: readonly EnrolmentFlag[];
    /** Of the same learner. */
    others: readonly SameEnrolment[];
  },
): Statement[] {
  const fresh = flags.filter((flag) => !enrolment.flags.includes(flag));
  if (fresh.length === 0) return [];
  const { id, course, learner } = enrolment;
  const rows = [
    ["Enrolment", id],
    ["Course", course.name],
    ["Learner", [fullName(learner), learner.email, learner.phone].filter(Boolean).join(", ")],
    ["Paid", formatWithCode(paid)],
    ...(fresh.includes("duplicate")
      ? others.map((other) => ["Enrolled before as", `${other.id}: the same ${other.agreeing.join(", ")}`])
      : []),
    ...(credit.minor > 0 ? [["Overpaid", formatWithCode(credit)]] : []),
  ];
  const mail = {
    subject: `Enrolment: ${fresh.map(flagWords).join(", ")}`,
    message: [
      ...fresh.map((flag) => `<p>${ENROLMENT_ADVICE[flag]}</p>`),
      "<table><tbody>",
      ...rows.map(([label = "", value = ""]) => `<tr><th>${label}</th><td>${escapeHtml(value)}</td></tr>`),
      "</tbody></table>",
      deskLink(tools.deskAt, `/enrolments/${id}`),
    ].join(""),
  };
  return storingForStaff(tools, mail, flagKeys(enrolment));
}
