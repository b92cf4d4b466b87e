import { z } from "astro/zod";
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { firstIssue } from "~/edge/http/first-issue.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { isWithinLimit, tooManyTries, visitorKey } from "~/edge/http/rate-limit.ts";
import { readJsonPost } from "~/edge/http/read-json-post.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { MAX_EMPTY_BYTES } from "~/edge/payments/body-limits.ts";
import { emailLine } from "~/edge/payments/parse-order.ts";
import { askSubscription, subscriptionRefusal } from "./ask-subscription.ts";

const subscriptionRequest = z.strictObject(
  {
    email: emailLine.refine(isEmailAddress, "must be an e-mail address"),
    course: z.string().max(60).nullable(),
  },
  "must be an object",
);

/**
 * Asks to be notified when registration opens: POST `{ email, course }`, the course's id or null for any.
 *
 * 202 whether the address is known or not, after the same work: it is looked up later, by a job · 400 no such course, or not
 * such a request · 429 too many from one visitor · 503 no more today, or the database failed. Never rejects.
 */
export async function handleSubscription(request: Request, context: AppContext): Promise<Response> {
  const post = await readJsonPost(request, { limit: MAX_EMPTY_BYTES, from: "this site" });
  if (!post.ok) return post.refusal;
  const parsed = subscriptionRequest.safeParse(post.body);
  if (!parsed.success) return jsonResponse(400, { message: firstIssue(parsed.error, "The request") });
  const { email, course: courseId } = parsed.data;
  if (courseId !== null && !context.prices.registrationCourses.some(({ id }) => id === courseId)) {
    return jsonResponse(400, { message: "We have no such course. Choose one from the list." });
  }
  const visitor = visitorKey(request);
  if (!(await isWithinLimit(context.orderLimit, `subscriptions:${visitor}`))) {
    return tooManyTries();
  }
  try {
    const refusal = await subscriptionRefusal(context, visitor);
    if (refusal) return refusal;
    await askSubscription(context, email, { name: "opening", courseId }, visitor);
    const message = "Check your inbox: we've emailed you a link to confirm your address.";
    return jsonResponse(202, { message });
  } catch (error) {
    logError("subscription-not-kept", { reason: reasonOf(error) });
    const message = "We couldn't save this. Please try again in a minute.";
    return jsonResponse(503, { message }, { "retry-after": "30" });
  }
}
