import { z } from "astro/zod";
import { UNDER_AGE } from "~/domain/enrolment/guardian.ts";

const options = z
  .array(z.string({ error: "must be text; put quotes around it" }).min(1))
  .min(1, { error: "must hold at least one choice" });

/** The choices of the registration form: content/form-options.yaml. */
export const formOptionsSchema = z.strictObject({
  /** Cohorts that one can register for, as they read in the form. */
  cohorts: options,
  /** Age bands. "Under 18" must be among them, in these words: whoever chooses it is asked for a guardian's consent. */
  ages: options.refine((ages) => ages.includes(UNDER_AGE), {
    error: `must hold "${UNDER_AGE}": whoever chooses it is asked for a guardian's consent`,
  }),
  /** Levels of education. */
  education: options,
  /** Genders. */
  genders: options,
  /** Countries for which no region is asked, whatever the data package knows. English names. */
  countriesWithoutRegions: options,
});
