import { attributionText, readAttribution } from "~/domain/attribution/attribution.ts";
import { isPageStep } from "~/domain/attribution/visit-step.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { findCourse } from "~/domain/enrolment/course.ts";
import { isWithinLimit, visitorKey } from "~/edge/http/rate-limit.ts";
import { readFormPost } from "~/edge/http/read-form-post.ts";
import { isFormPost } from "~/edge/http/request-checks.ts";
import { addUsage, countersFor, dayOf, usageOf } from "~/edge/limits/usage-counts.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";
import { countingVisit, isCounted, MORE_LINKS } from "./visit-counts.ts";

const MAX_BYTES = 1024;

/** More are not counted: many share an address on a mobile network, and each step is a write to the database. */
const MOST_A_DAY = { visitor: 500, everybody: 20_000 };

/** A visitor who is the first to follow this many different links in a day has made them up. */
const MOST_NEW_LINKS = 5;

/**
 * Counts a step of a visitor who followed one of the academy's links: POST of a form with `step`, `course` and what the link
 * has. Only the count is stored.
 *
 * 204 counted, or nothing that is counted · 4xx not of this site's own pages, in words · 405 no such post · 503 the database
 * failed. Never rejects.
 */
export async function handleVisit(request: Request, context: PaymentContext): Promise<Response> {
  if (!isFormPost(request)) return new Response(null, { status: 405, headers: { allow: "POST" } });
  const post = await readFormPost(request, MAX_BYTES);
  if (!post.ok) return new Response(post.message, { status: post.status });
  const step = post.fields.get("step");
  const attribution = attributionText(readAttribution(post.fields));
  const answer = new Response(null, { status: 204 });
  if (!isPageStep(step) || attribution === "") return answer;
  const { db, now, prices, orderLimit } = context;
  const visitor = visitorKey(request);
  try {
    const counters = await countersFor("visits", visitor, now);
    const usage = await usageOf(db, dayOf(now), counters);
    const isFull = usage.visitor.count >= MOST_A_DAY.visitor || usage.everybody.count >= MOST_A_DAY.everybody;
    if (isFull || !(await isWithinLimit(orderLimit, `visits:${visitor}`))) {
      log("visits-limited", {});
      return answer;
    }
    await addUsage(db, dayOf(now), counters);
    const course = findCourse(prices.registrationCourses, post.fields.get("course"));
    const link = await countedLink(context, visitor, attribution);
    await countingVisit(db, {
      day: lagosDay(now),
      attribution: link,
      courseId: course?.id ?? "",
      step,
    }).run();
    return answer;
  } catch (error) {
    logError("visit-not-counted", { reason: reasonOf(error) });
    return new Response(null, { status: 503 });
  }
}

/** The link, or the one that stands for all others where this visitor has brought too many new ones. */
async function countedLink(
  { db, now }: PaymentContext,
  visitor: string,
  attribution: string,
): Promise<string> {
  if (await isCounted(db, { day: lagosDay(now), attribution })) return attribution;
  const usage = await addUsage(db, dayOf(now), await countersFor("new-links", visitor, now));
  return usage.visitor.count > MOST_NEW_LINKS ? MORE_LINKS : attribution;
}
