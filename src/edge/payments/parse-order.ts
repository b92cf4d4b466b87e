import { z } from "astro/zod";
import { emailProblem, readEmail } from "~/domain/contact/email-address.ts";
import { isEnrolmentId, isKey } from "~/domain/enrolment/enrolment-key.ts";
import { completeLearner } from "~/domain/enrolment/learner.ts";
import { CURRENCIES } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import { readVoucherCode } from "~/domain/pricing/voucher.ts";
import { oneLine } from "~/domain/visible-text.ts";
import { byteLength } from "~/edge/limits/usage-limits.ts";
import { firstIssue } from "~/edge/middleware/request-body.ts";

const MAX_ORDER_TEXT_BYTES = 4 * 1024;

/** The greatest lengths of the form's fields, in characters. */
const MAX_TEXT_LENGTH = 120;
const MAX_EMAIL_LENGTH = 254;
const MAX_PHONE_LENGTH = 30;
const MAX_ID_LENGTH = 80;

/** Reads one line of text as it was typed or pasted. */
export const line = (maxLength = MAX_TEXT_LENGTH) =>
  z
    .string("must be text")
    .max(maxLength, `must not be longer than ${maxLength} characters`)
    .transform(oneLine);

const MAX_EARLIER_ENROLMENTS = 5;

const yesOrNo = z.boolean("must be true or false");

/** Reads an object and drops its unknown fields, because pages of an earlier build may still send some. */
const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape, "must be an object");

const named = group({ id: line(MAX_ID_LENGTH), name: line() });

const money = (minor: z.ZodInt) => group({ currency: z.enum(CURRENCIES, "must be NGN or USD"), minor });
const amount = z.int("must be a whole number");

/** An e-mail address as it was typed or pasted. Its form is not checked. */
const emailLine = line(MAX_EMAIL_LENGTH).transform(readEmail);

/** An e-mail address whose form is valid. */
export const emailAddress = emailLine.superRefine((email, { addIssue }) => {
  const message = emailProblem(email);
  if (message) addIssue({ code: "custom", message });
});

/** The path of a page to which a provider returns. Only this site's own pages match. */
export const sitePage = z.string("must be text").regex(/^\/[A-Za-z-]{0,20}$/, "must be a page of this site");

export const learnerFields = {
  firstName: line(),
  lastName: line(),
  email: emailLine,
  phone: line(MAX_PHONE_LENGTH),
  whatsapp: line(MAX_PHONE_LENGTH),
  country: line(),
  state: line(),
  age: line(),
  gender: line(),
  education: line(),
  cohort: line(),
  consent: yesOrNo,
  marketing: yesOrNo,
  guardian: group({ name: line(), contact: line(), consent: yesOrNo }).nullable(),
};

/** A learner. Fields that an earlier build of the form lacks are filled with empty values. */
const learner = z.looseObject({}, "must be an object").transform(completeLearner).pipe(group(learnerFields));

/**
 * An order as a page posts it, whose prices and names are not trusted. `page` is the path to which the
 * provider returns; `null` if the page starts the transaction itself.
 */
export const orderPost = group({
  page: sitePage.optional(),
  // The attribution of the link that brought the visitor. An invalid one is dropped, and the order stands.
  attribution: z.string().nullish().catch(null),
  // The version of the texts beside the form's checkboxes. Pages without checkboxes send none.
  words: z.string().optional().catch(undefined),
  // The keys of today's unpaid enrolments of this browser, which the order replaces. If one is invalid, the whole
  // list is dropped.
  earlier: z
    .array(group({ id: z.string().refine(isEnrolmentId), key: z.string().refine(isKey) }))
    .max(MAX_EARLIER_ENROLMENTS)
    .catch([])
    .default([]),
  order: group({
    reference: z.string("must be text").refine(isOwnReference, "is not a reference of this site"),
    purpose: z.enum(["registration", "tuition"], "must be registration or tuition"),
    course: named,
    plan: named.nullable(),
    charge: money(amount.nonnegative("must not be below 0")),
    parts: group({ fee: money(amount), course: money(amount) }).nullable(),
    learner,
    cohortName: line().default(""),
    voucher: line().default("").transform(readVoucherCode),
    isSponsored: yesOrNo.default(false),
    startedAt: z.iso.datetime("must be a time like 2026-11-21T09:00:00.000Z"),
  })
    .refine(
      ({ purpose, plan, parts }) =>
        purpose === "tuition" ? plan !== null && parts === null : parts !== null,
      "must have a plan for tuition, and its parts for a registration",
    )
    .refine(({ charge, voucher }) => charge.minor > 0 || voucher !== "", {
      message: "must be above 0",
      path: ["charge", "minor"],
    })
    .refine(
      (order) => byteLength(JSON.stringify(order)) <= MAX_ORDER_TEXT_BYTES,
      `must not be longer than ${MAX_ORDER_TEXT_BYTES / 1024} KB`,
    ),
}).transform(({ page = null, attribution = null, ...rest }) => ({ ...rest, page, attribution }));

export type ParsedOrder = { ok: true; order: Order } | { ok: false; message: string };

/** Reads an order that was built from a form post, by the same rules. */
export function parseOrder(order: Order): ParsedOrder {
  const parsed = orderPost.safeParse({ order });
  return parsed.success
    ? { ok: true, order: parsed.data.order }
    : { ok: false, message: firstIssue(parsed.error, "The order") };
}
