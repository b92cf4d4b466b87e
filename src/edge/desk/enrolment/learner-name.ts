import { fullName } from "~/domain/enrolment/learner.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";

/** The learner's name, or what is shown in its place. */
export function learnerName({
  learner,
  forgottenAt,
}: Pick<EnrolmentRecord, "learner" | "forgottenAt">): string {
  if (forgottenAt) return "Forgotten person";
  return fullName(learner) || "Name not known";
}
