import { z } from "astro/zod";
import { keyDigest, newKey } from "~/domain/enrolment/enrolment-key.ts";
import { choiceOf } from "~/domain/enrolment/payment-choices.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { firstIssue } from "~/edge/http/first-issue.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { readJsonPost } from "~/edge/http/read-json-post.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { MAX_EMPTY_BYTES } from "~/edge/payments/body-limits.ts";
import { addingKey, endingKeys } from "../enrolment-keys.ts";
import { paymentsOf } from "../enrolment-payments.ts";
import { shownCurrency, standingIn } from "../enrolment-views.ts";
import { openEnrolment } from "./enrolment-access.ts";

const link = z.strictObject(
  {
    count: z
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(20, "must be at most 20")
      .default(1),
  },
  "must be an object",
);

/**
 * Makes a payer's link for the next charges; it replaces the one made before: POST `{ count? }` with the learner's key.
 *
 * 201 `{ key, charges, amount }` · 400 · 403 to a payer's key · 404 and 429 as `openEnrolment` · 409 nothing is left to pay
 * · 503 the database failed. Never rejects.
 */
export async function handlePayerLink(request: Request, id: string, context: AppContext): Promise<Response> {
  const post = await readJsonPost(request, { limit: MAX_EMPTY_BYTES, from: "this site" });
  if (!post.ok) return post.refusal;
  try {
    const access = await openEnrolment(request, id, context);
    if (!access.ok) return access.refusal;
    const parsed = link.safeParse(post.body);
    if (!parsed.success) return jsonResponse(400, { message: firstIssue(parsed.error, "The link") });
    const { enrolment, key: own } = access.opened;
    if (own.kind !== "learner") return jsonResponse(403, { message: "Only the learner can make a link." });
    const { db, now } = context;
    const payments = await paymentsOf(db, id);
    const currency = shownCurrency(enrolment, payments);
    const asked = choiceOf(standingIn(enrolment, payments, currency, now).charges, parsed.data.count);
    if (!asked || enrolment.withdrawnOn) {
      return jsonResponse(409, { message: "There is nothing left to pay." });
    }
    const key = newKey();
    const { charges, amount } = asked;
    await db.batch([
      endingKeys(db, id, "payer"),
      addingKey(db, { id, digest: await keyDigest(key), kind: "payer", charges }, now),
    ]);
    return jsonResponse(201, { key, charges, amount });
  } catch (error) {
    logError("payer-link-not-made", { id, reason: reasonOf(error) });
    const message = "We couldn't make the link. Please try again in a minute.";
    return jsonResponse(503, { message }, { "retry-after": "30" });
  }
}
