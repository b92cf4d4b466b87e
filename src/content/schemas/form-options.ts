import { z } from "astro/zod";
import { isCohortName } from "~/domain/dates/cohort-name.ts";
import { UNDER_AGE } from "~/domain/enrolment/guardian.ts";

const cohortName = z.string().min(1).refine(isCohortName, {
  error: 'must be a day and little else, like "27 May 2024, cohort 8": mails repeat it',
});

const options = z.array(z.string().min(1)).min(1);

/** The choices of the registration form: content/form-options.yaml. */
export const formOptionsSchema = z.strictObject({
  cohorts: z
    .array(cohortName)
    .min(1)
    .describe("Cohorts that one can register for, as they read in the form."),
  seats: z
    .record(cohortName, z.int().positive())
    .optional()
    .describe(
      "How many seats a cohort has, by its name as it reads in the form; also of one that the form no longer offers. When five or fewer are left the site says so, and a full one can no longer be chosen. Staff see at the desk how many are taken.",
    ),
  ages: options
    .refine((ages) => ages.includes(UNDER_AGE), {
      error: `must hold "${UNDER_AGE}": whoever chooses it is asked for a guardian's consent`,
    })
    .describe(
      'Age bands. "Under 18" must be among them, in these words: whoever chooses it is asked for a guardian\'s consent.',
    ),
  education: options.describe("Levels of education."),
  genders: options.describe("Genders."),
  countriesWithoutRegions: options.describe(
    "Countries for which no region is asked, whatever the data package knows. English names.",
  ),
});
