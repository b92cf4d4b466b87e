import { jsonResponse } from "../http/json-response.ts";
import { logError, reasonOf } from "../log.ts";
import type { PaymentContext } from "./payment-context.ts";
import { keepOrder, outdatedPage, readOrderPost } from "./take-order.ts";

/**
 * Takes an order before its checkout opens, so that its payment can be compared with it: POST `{ order }`.
 *
 * 202 kept (also when it was known) · 409 the page shows another price than the course record, or what is not offered
 * any more: not to be charged · 4xx not an order of this site, in words · 429 too many · 503 could not be kept. Every
 * answer is `{ message }`. Never rejects.
 */
export async function handleAnnouncement(request: Request, context: PaymentContext): Promise<Response> {
  const post = await readOrderPost(request, context);
  if (!post.ok) return post.refusal;
  try {
    // Kept even so: a page that does not wait for the answer may be charging already.
    await keepOrder(context, post.order);
    const outdated = outdatedPage(post.order, context.prices);
    return outdated ? jsonResponse(409, { message: outdated }) : jsonResponse(202, { message: "Accepted" });
  } catch (error) {
    logError("order-not-stored", { reference: post.order.reference, reason: reasonOf(error) });
    return jsonResponse(503, { message: "The order could not be kept just now." }, { "retry-after": "30" });
  }
}
