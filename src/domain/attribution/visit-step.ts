/** How far somebody came who followed a link: to the site, to Signup, to an enrolment, to its first payment. */
export const VISIT_STEPS = ["arrived", "signup", "begun", "paid"] as const;

export type VisitStep = (typeof VISIT_STEPS)[number];

/** The steps that a page tells of; the others the edge knows itself. */
export type PageStep = Extract<VisitStep, "arrived" | "signup">;

export function isPageStep(step: string | null): step is PageStep {
  return step === "arrived" || step === "signup";
}

/** Fewer are not shown, so that no count is about somebody. */
const FEWEST_SHOWN = 5;

/** A count as it is shown: "12", "under 5", "0". */
export function shownCount(count: number): string {
  return count > 0 && count < FEWEST_SHOWN ? `under ${FEWEST_SHOWN}` : String(count);
}
