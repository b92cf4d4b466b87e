import { z } from "astro/zod";
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { isKey } from "~/domain/enrolment/enrolment-key.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { mailPage } from "~/edge/http/mail-page.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { emailLine } from "~/edge/payments/parse-order.ts";
import { askSubscription, subscriptionRefusal } from "./ask-subscription.ts";
import { deletingSubscription, findByToken, noteConfirmed } from "./subscription-store.ts";

export const subscriptionRequest = z.strictObject(
  {
    email: emailLine.refine(isEmailAddress, "must be an email address"),
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

/** Where the page leads on to. */
export const HOME = { href: "/", text: "To the website" };

const ASKED = {
  confirm: {
    title: "Confirm your address?",
    text: "Tap once to confirm.",
    form: `<form method="post"><button>Confirm</button></form>`,
  },
  stop: {
    title: "Leave the list?",
    text: "We'll stop these emails and delete your address.",
    form: `<form method="post"><button>Leave</button></form>`,
  },
} as const;

/**
 * Confirms a subscription, or ends it, for whoever has the address from its mail: GET asks, since mail scanners open every
 * address in a mail; POST does it, leaving also in one click from a mailbox (RFC 8058). A subscription that is left is
 * deleted, and leaving it again succeeds.
 *
 * 200 a page in words · 404 an unknown address.
 * @param token in the address: good for this alone
 * @throws when the database fails
 */
export async function handleSubscriptionLink(
  request: Request,
  token: string,
  action: "confirm" | "stop",
  { db, now }: { db: Database; now: Date },
): Promise<Response> {
  const page = (status: number, title: string, text: string, form = "") =>
    mailPage({ status, title, text, form, headers: {}, back: HOME });
  const id = isKey(token) ? await findByToken(db, token) : null;
  if (id === null && action === "stop" && isKey(token)) {
    return page(200, "You're not on the list", "You won't get these emails.");
  }
  if (id === null) {
    return page(404, "This link doesn't work", "It may be old or incomplete. Please sign up again.");
  }
  if (request.method !== "POST") {
    const { title, text, form } = ASKED[action];
    return page(200, title, text, form);
  }
  if (action === "stop") {
    await deletingSubscription(db, id).run();
    return page(
      200,
      "You've left the list",
      "You won't get these emails any more, and we've deleted your address.",
    );
  }
  await noteConfirmed(db, id, now);
  return page(200, "Thank you, you're confirmed", "We'll email you as you asked.");
}
