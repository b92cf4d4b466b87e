/** Funnel steps of a visitor who followed a link: the site, Signup, an enrolment, its first payment. */
export const VISIT_STEPS = ["arrived", "signup", "begun", "paid"] as const;

export type VisitStep = (typeof VISIT_STEPS)[number];

/** The steps that a page reports; the edge knows the others itself. */
export type PageStep = Extract<VisitStep, "arrived" | "signup">;

export function isPageStep(step: string | null): step is PageStep {
  return step === "arrived" || step === "signup";
}

/** Smaller counts are not shown, so that no count identifies a person. */
const FEWEST_SHOWN = 5;

/** A count as it is shown: "12", "under 5", "0". */
export function shownCount(count: number): string {
  return count > 0 && count < FEWEST_SHOWN ? `under ${FEWEST_SHOWN}` : String(count);
}
