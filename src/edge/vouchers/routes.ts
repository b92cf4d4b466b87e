import { z } from "astro/zod";
import { Hono } from "hono";
import { findChoice } from "~/domain/enrolment/agreement.ts";
import { CURRENCIES, type Currency } from "~/domain/money/money.ts";
import { readVoucherCode, VOUCHER_PROBLEMS, type VoucherProblem } from "~/domain/pricing/voucher.ts";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { TOO_MANY_TRIES, visitorKey } from "~/edge/limits/rate-limit.ts";
import { addUsage, countersFor, hourOf } from "~/edge/limits/usage-limits.ts";
import { onFailure, unavailable } from "~/edge/middleware/answers.ts";
import { type Checked, MAX_SMALL_BYTES, pageJson, shape } from "~/edge/middleware/request-body.ts";
import { findUsable } from "./voucher-store.ts";

/** The codes that a visitor may try in an hour, so that none can be guessed. */
const TRIES_AN_HOUR = 20;

const voucherCheck = z.object(
  {
    code: z.string().max(120),
    courseId: z.string().max(80),
    planId: z.string().max(80).nullable().default(""),
    // The address may be typed only in part.
    email: z.string().max(254).default(""),
  },
  "must be an object",
);

export function voucherRoutes() {
  return new Hono<EdgeEnv>().post(
    "/prod/vouchers/check",
    pageJson(MAX_SMALL_BYTES),
    shape(voucherCheck, "The request"),
    onFailure({
      event: "voucher-not-checked",
      answer: unavailable("We couldn't check the voucher. Please try again in a minute.", 30),
    }),
    checkVoucher,
  );
}

/** A voucher for another course is answered like an unknown code, so that a guess reveals nothing. */
const STATUS_OF: Readonly<Record<VoucherProblem, number>> = {
  unknown: 404,
  "not-for-this": 404,
  "not-yet": 410,
  ended: 410,
  "used-up": 410,
};

/**
 * Answers with the discount of a voucher on a course's plan.
 * 200: `{ code, off, payments, discount }`, in kobo and cents.
 * 404: unknown, or not for this course and plan.
 * 410: not yet valid, ended, or used up.
 * 429: too many tries in an hour.
 */
async function checkVoucher(c: Checked<typeof voucherCheck>): Promise<Response> {
  const { db, prices, now } = c.env.context;
  const typed = c.req.valid("json");
  const tries = await addUsage(db, hourOf(now), await countersFor("voucher", visitorKey(c.req.raw), now));
  if (tries.visitor.count > TRIES_AN_HOUR) {
    return jsonResponse(429, { message: TOO_MANY_TRIES }, { "retry-after": "3600" });
  }
  const code = readVoucherCode(typed.code);
  const chosen = { courseId: typed.courseId, planId: typed.planId ?? "" };
  const { voucher, problem } = await findUsable({ db, now }, { ...chosen, code, email: typed.email });
  const offered = { fee: prices.fee, courses: prices.registrationCourses };
  const choice = voucher && findChoice(offered, chosen, voucher.discount);
  if (!choice) {
    const reason = problem ?? "unknown";
    return jsonResponse(STATUS_OF[reason], { message: VOUCHER_PROBLEMS[reason], reason });
  }
  const payments = (currency: Currency) => {
    const tuition = choice.tuition[currency];
    return tuition ? [tuition.now, ...tuition.later].map(({ minor }) => minor) : [];
  };
  return jsonResponse(200, {
    code,
    off: Object.fromEntries(CURRENCIES.map((currency) => [currency, choice.off[currency].minor])),
    payments: Object.fromEntries(CURRENCIES.map((currency) => [currency, payments(currency)])),
    discount: voucher.discount,
  });
}
