import { z } from "astro/zod";
import { type Currency, fromMajor } from "~/domain/money/money.ts";
import type { DueTerm, PaymentPlan, PaymentSchedule } from "~/domain/pricing/payment-plan.ts";
import { LATE_PAYMENT_POLICIES, totalOf } from "~/domain/pricing/payment-plan.ts";
import { placeholder, priceFieldsSchema, text, toDualPrice, wholeAmount } from "./fields.ts";

/** The badges of the Pricing page, in the order of its blocks. */
export const COURSE_TYPES = [
  "Full Course",
  "Foundational Course",
  "Advanced Course",
  "Short Course",
] as const;

const amount = wholeAmount("").positive({ error: "must be more than 0" });

const dueTerm = z
  .string({ error: "must be a number of weeks or months, e.g. 3 months" })
  .regex(/^[1-9]\d? (week|month)s?$/, { error: "must be a number of weeks or months, e.g. 3 months" })
  .transform((words): DueTerm => {
    const [count, unit = ""] = words.split(" ");
    return { count: Number(count), unit: unit.startsWith("week") ? "week" : "month" };
  });

const scheduleSchema = z
  .strictObject({
    now: amount.describe("What is paid at once, in whole naira or dollars."),
    percent: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(
        "The share of the first payment in percent, where the card says another one than the sums make: 40.",
      ),
    of: amount
      .optional()
      .describe(
        'What that share is of, where the card names it: 90000 for "50% of N90,000". Leave it out otherwise.',
      ),
    later: z
      .array(amount)
      .default([])
      .describe(
        "What follows, payment by payment: [70000, 70000]. Leave it out when everything is paid at once.",
      ),
    due: z
      .array(dueTerm)
      .default([])
      .describe(
        "How long after the first class each later payment is due, one for each: [1 month, 2 " +
          "months] or [3 weeks]. Dates, reminders and lists of late payments are made of it.",
      ),
    terms: text({ min: 5, max: 80 })
      .optional()
      .describe(
        'When the rest is due, in words that go on after "40% down, ": "rest before the end of month three".',
      ),
    placeholder: placeholder.describe("true while the academy has not said when later payments are due."),
  })
  .refine(({ later, terms }) => later.length === 0 || terms, {
    error: "must say when the rest is due",
    path: ["terms"],
  })
  .refine(({ later, due }) => due.length === later.length, {
    error: "must name one time for each payment in later, after the first class: [2 weeks]",
    path: ["due"],
  });

const planSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "must be small letters, digits and hyphens only" })
      .max(40)
      .describe(
        "Names the plan for ever: enrolments are stored with it, and links carry it. It never " +
          "changes, even if the name does, and no other plan of the course ever gets it.",
      ),
    name: text({ min: 3, max: 30 }).describe(
      "The card's heading: Five Installments, Full Tuition, Two Installments.",
    ),
    latePaymentPolicy: z
      .enum(LATE_PAYMENT_POLICIES)
      .optional()
      .describe(
        "What the Terms say of a late payment: removed from the course after a week, or dropped " +
          "from it after a month. Leave it out where only the learning portal is restricted.",
      ),
    highlighted: z.boolean().default(false).describe("true for the one card that stands out."),
    naira: scheduleSchema.describe("How it is paid in naira."),
    dollars: scheduleSchema.describe("How it is paid in dollars."),
  })
  .refine(
    ({ latePaymentPolicy, naira, dollars }) =>
      !latePaymentPolicy || naira.later.length + dollars.later.length > 0,
    {
      error: "is for payments that come later, and this plan has none",
      path: ["latePaymentPolicy"],
    },
  );

const planListSchema = z
  .array(planSchema)
  .min(1, { error: "must hold at least one plan" })
  .transform((plans) => plans.map(toPlan))
  .refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, {
    error: "two plans have the same id",
  });

const registration = priceFieldsSchema.describe(
  "Added to the registration fee on the registration form; leave it out when nobody can register for it. 0 while tuition is not announced.",
);

const courseFields = z.strictObject({
  name: text({ min: 3, max: 60 }).describe('Name in the registration form: "DevOps Full".'),
  title: text({ min: 3, max: 60 }).describe("Heading on the Pricing page."),
  track: z.string().min(2).describe("Name of a file in content/tracks, without its ending."),
  type: z
    .enum(COURSE_TYPES)
    .optional()
    .describe(
      "The badge of its block on the Pricing page; leave it out for a course that is not on that page.",
    ),
  order: z.int().min(1).describe("Place in lists, smallest first."),
  registration: registration.optional(),
  coursePage: priceFieldsSchema
    .partial()
    .optional()
    .describe("Shown on the course's own page; leave it out where it is the same as above."),
  plans: planListSchema.optional().describe("The price cards, in order."),
  plansOf: z
    .string()
    .optional()
    .describe(
      'Instead of "plans": the name of the course file whose price cards this one has too. They sell that course.',
    ),
  onPricingPage: z.boolean().default(true).describe("false keeps the course off the Pricing page."),
});

type Cards = Pick<z.output<typeof courseFields>, "type" | "onPricingPage" | "plans" | "plansOf">;

/** Refuses a course with two kinds of price cards, and one on the Pricing page that has none. */
function checkCards({ type, onPricingPage, plans, plansOf }: Cards, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (plans && plansOf) refuse("plansOf", "has both plans and plansOf; keep one of them");
  if (type && onPricingPage && !plans && !plansOf)
    refuse(
      "type",
      "puts the course on the Pricing page, so it needs plans, or plansOf with a course that has some",
    );
}

/** `content/courses`. */
export const courseSchema = courseFields
  .superRefine(checkCards)
  .transform(withPrices)
  .describe("A course that one can register or pay for. Everything else refers to it.");

/**
 * The schema of a course that is written in the file of a level or a catalogue card. It has that file's
 * name and track, and people can register for it.
 */
export const ownCourseSchema = courseFields
  .omit({ track: true })
  .extend({ registration })
  .superRefine(checkCards)
  .transform(withPrices);

/** Refuses an entry with neither a course's name nor a course of its own, and one with both. */
export function needsOneCourse<Entry extends { course?: unknown; ownCourse?: unknown }>(
  entry: Entry,
  context: z.RefinementCtx<Entry>,
) {
  if (Boolean(entry.course) !== Boolean(entry.ownCourse)) return;
  const message = entry.course
    ? "has both course and ownCourse; keep one of them"
    : "course is missing. Write the name of a file in content/courses, or ownCourse with the price itself.";
  context.addIssue({ code: "custom", path: [entry.course ? "ownCourse" : "course"], message });
}

interface PriceFields {
  registration?: z.infer<typeof priceFieldsSchema> | undefined;
  coursePage?: Partial<z.infer<typeof priceFieldsSchema>> | undefined;
}

function withPrices<Fields extends PriceFields>({ registration, coursePage, ...course }: Fields) {
  return {
    ...course,
    /** Tuition paid with the registration fee; null when it is not open for registration. */
    registrationPrice: registration ? toDualPrice(registration) : null,
    /** The price that the course's own page shows. */
    coursePagePrice: toDualPrice({ naira: 0, dollars: 0, ...registration, ...coursePage }),
  };
}

export type OwnCourse = z.infer<typeof ownCourseSchema>;

function toPlan(plan: z.infer<typeof planSchema>): PaymentPlan {
  return {
    id: plan.id,
    name: plan.name,
    latePaymentPolicy: plan.latePaymentPolicy ?? null,
    isHighlighted: plan.highlighted,
    schedules: { NGN: toSchedule("NGN", plan.naira), USD: toSchedule("USD", plan.dollars) },
  };
}

function toSchedule(currency: Currency, schedule: z.infer<typeof scheduleSchema>): PaymentSchedule {
  const now = fromMajor(currency, schedule.now);
  const later = schedule.later.map((payment) => fromMajor(currency, payment));
  const percentOf = schedule.of === undefined ? null : fromMajor(currency, schedule.of);
  const whole = percentOf ?? totalOf({ now, later });
  return {
    now,
    nowPercent: schedule.percent ?? Math.round((now.minor / whole.minor) * 100),
    percentOf,
    later,
    due: later.length > 0 ? schedule.due : null,
    terms: schedule.terms ?? null,
  };
}
