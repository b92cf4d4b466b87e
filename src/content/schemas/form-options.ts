import { z } from "astro/zod";
import { UNDER_AGE } from "~/domain/enrolment/guardian.ts";

const options = z.array(z.string().min(1)).min(1);

/** The choices of the registration form: content/form-options.yaml. */
export const formOptionsSchema = z.strictObject({
  education: options.describe("Levels of education."),
  ages: options
    .refine((ages) => ages.includes(UNDER_AGE), {
      error: `must hold "${UNDER_AGE}": whoever chooses it is asked for a guardian's consent`,
    })
    .describe(
      'Age bands. "Under 18" must be among them, in these words: whoever chooses it is asked for a guardian\'s consent.',
    ),
  genders: options.describe("Genders."),
  countriesWithoutRegions: options.describe(
    "Countries for which no region is asked, whatever the data package knows. English names.",
  ),
});
