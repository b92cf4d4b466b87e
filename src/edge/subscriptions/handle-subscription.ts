import { z } from "astro/zod";
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { emailLine } from "~/edge/payments/parse-order.ts";
import { askSubscription, subscriptionRefusal } from "./ask-subscription.ts";

export const subscriptionRequest = z.strictObject(
  {
    email: emailLine.refine(isEmailAddress, "must be an e-mail address"),
    course: z.string().max(60).nullable(),
  },
  "must be an object",
);

type Asked = z.infer<typeof subscriptionRequest>;

/** 400 for a course that does not exist; null for one that does, and for any. */
export function refuseUnknownCourse({ prices }: AppContext, { course }: Asked): Response | null {
  if (course === null || prices.registrationCourses.some(({ id }) => id === course)) return null;
  return jsonResponse(400, { message: "We have no such course. Choose one from the list." });
}

/**
 * Asks to be notified when registration opens for a course, by its id, or null for any: 202 whether the address is known or
 * not, after the same work: it is looked up later, by a job · 429 and 503 no more today.
 * @throws when the database fails
 */
export async function handleSubscription(
  context: AppContext,
  { email, course: courseId }: Asked,
  visitor: string,
): Promise<Response> {
  const refusal = await subscriptionRefusal(context, visitor);
  if (refusal) return refusal;
  await askSubscription(context, email, { name: "opening", courseId }, visitor);
  const message = "Check your inbox: we've emailed you a link to confirm your address.";
  return jsonResponse(202, { message });
}
