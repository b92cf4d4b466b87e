import type { Context } from "hono";
import { onlyCohort } from "~/domain/dates/cohort-options.ts";
import { findChoice, findCourse } from "~/domain/enrolment/agreement.ts";
import { WORDS_FIELD, wordsVersion } from "~/domain/enrolment/consent.ts";
import type { RegistrationErrors, RegistrationField } from "~/domain/enrolment/registration.ts";
import {
  formName,
  planChoice,
  REFERENCE_FIELD,
  SAME_NUMBER_FIELD,
  typedRegistration,
} from "~/domain/enrolment/registration-form.ts";
import { currencyFor, parseCurrencyChoice } from "~/domain/location/location.ts";
import type { Currency } from "~/domain/money/money.ts";
import { returnAddress } from "~/domain/payments/checkout.ts";
import { type Order, registrationOrder } from "~/domain/payments/order.ts";
import { isOwnReference, newReference } from "~/domain/payments/reference.ts";
import { readVoucherCode, VOUCHER_PROBLEMS } from "~/domain/pricing/voucher.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { attributionOfRequest, countryFromRequest } from "~/edge/http/request-checks.ts";
import { isWithinLimit, TOO_MANY_TRIES, visitorKey } from "~/edge/limits/rate-limit.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { MAX_ORDER_BYTES, readFormPost } from "~/edge/middleware/request-body.ts";
import { filledPage, type PageError, type SitePages } from "~/edge/pages/fill-page.ts";
import { AccountRefused } from "~/edge/payment-lifecycle/place-order.ts";
import { startPayment } from "~/edge/payment-lifecycle/start-payment.ts";
import { parseOrder } from "~/edge/payments/parse-order.ts";
import { type PaymentRecord, purposeOf } from "~/edge/payments/payment-record.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { channelOf } from "~/edge/payments/provider.ts";
import { REFUSALS } from "~/edge/payments/refusals.ts";
import { findUsable } from "~/edge/vouchers/voucher-store.ts";
import { readCountries, readNumbers, registrationErrors } from "../check-registration.ts";
import { currentChoices } from "../cohort-seats.ts";
import { enrolmentKeyFrom, startEnrolment } from "../start-enrolment.ts";
import {
  FORM_ATTEMPTS,
  type FormKey,
  formKeyOf,
  formReference,
  giveFormKey,
  newFormKey,
  wasGivenKey,
} from "./form-key.ts";
import { type RefusedOrder, recordNothingToPay, takeOrder } from "./handle-order.ts";

/**
 * Starts an enrolment from a page without script. Never rejects while the site's pages can be read.
 * 303: to the provider's own page, or to the outcome's.
 * 307: to get a key.
 * 422, 429, 503: the form again with everything that was typed.
 */
export async function handleEnrolmentForm(c: Context<EdgeEnv>): Promise<Response> {
  const { context, pages } = c.env;
  const request = c.req.raw;
  const post = await readFormPost(request, MAX_ORDER_BYTES);
  if (!post.ok) return new Response(post.message, { status: post.status });
  const key = formKeyOf(request) ?? (wasGivenKey(request) ? newFormKey(context.now) : null);
  if (!key) return giveFormKey(request, context.now);
  const { fields } = post;
  const country = fields.get("country");
  const location = country ? { country_name: country } : countryFromRequest(request);
  const currency = currencyFor(parseCurrencyChoice(fields.get("currency")), location);
  const showForm = (status: number, errors: readonly PageError[]) =>
    filledPage(pages, request, { path: "/Signup", status, values: typedValues(fields), errors });
  const showRefusal = (reason: keyof typeof REFUSALS) =>
    showForm(REFUSALS[reason].status, [formError(REFUSALS[reason].message)]);
  const visitor = visitorKey(request);
  // Forms are counted under a separate key from orders.
  if (!(await isWithinLimit(context.orderLimit, `form:${visitor}`))) {
    log("order-limited", {});
    return showForm(429, [formError(TOO_MANY_TRIES)]);
  }
  const words = fields.get(WORDS_FIELD);
  if (words && words !== wordsVersion(context.prices.consentTexts)) return showRefusal("words-changed");
  try {
    const result = await readOrder(fields, context, { request, pages, currency });
    if ("errors" in result) return await showForm(422, result.errors);
    const { order } = result;
    const channel = channelOf(order.charge);
    if (channel !== "voucher" && !context.providers[channel]) {
      return await showRefusal("no-account");
    }
    const parsed = parseOrder(order);
    if (!parsed.ok) return await showForm(422, [formError(parsed.message)]);
    const reference = fields.get(REFERENCE_FIELD) ?? "";
    const nextPage = await startFormPayment(context, parsed.order, {
      key,
      reference: isOwnReference(reference) && purposeOf(reference) === order.purpose ? reference : null,
      visitor,
      request,
      pages,
      attribution: attributionOfRequest(request, null),
    });
    if (nextPage.type === "incomplete") return await showForm(422, pageErrors(nextPage.errors));
    if (nextPage.type === "outdated") return await showForm(409, [formError(nextPage.message)]);
    if (nextPage.type === "not-started") return await showRefusal("not-now");
    return new Response(null, {
      status: 303,
      headers: { location: nextPage.address, "cache-control": "no-store" },
    });
  } catch (error) {
    logError("form-not-started", { reason: reasonOf(error) });
    return error instanceof AccountRefused
      ? showForm(503, [formError(error.message)])
      : showRefusal("not-now");
  }
}

/**
 * Shows Signup with the course and plan of its link, for a browser without script. An unknown plan is
 * ignored.
 */
export async function showLinkedSignup(c: Context<EdgeEnv>): Promise<Response> {
  const { context, pages } = c.env;
  const course = findCourse(context.prices.registrationCourses, c.req.query("course") ?? null);
  const plan = findCourse(course?.plans ?? [], c.req.query("plan") ?? null);
  const values = {
    course: course?.id ?? "",
    cohort: c.req.query("cohort") ?? "",
    ...(course && plan && { [formName("planId")]: planChoice(course.id, plan.id) }),
  };
  return filledPage(pages, c.req.raw, { path: "/Signup", values });
}

const NO_VOUCHER = { voucher: null, problem: null };

const formError = (text: string): PageError => ({ field: null, text });

interface FormReader {
  readonly request: Request;
  readonly pages: SitePages;
  readonly currency: Currency;
}

/** Returns a form's order, or its errors. */
async function readOrder(
  fields: URLSearchParams,
  context: AppContext,
  { request, pages, currency }: FormReader,
): Promise<{ readonly order: Order } | { readonly errors: readonly PageError[] }> {
  const { db, prices, now } = context;
  const countries = await readCountries(pages, request);
  const typed = readNumbers(typedRegistration(fields), countries, request);
  // The page's script chooses the only open cohort too.
  const registration = { ...typed, cohort: typed.cohort || onlyCohort(await currentChoices(context)) };
  const errors = pageErrors(registrationErrors(registration, prices, countries));
  if (errors.length > 0) return { errors };
  const code = readVoucherCode(registration.voucher);
  const { courseId, planId, email } = registration;
  const { voucher, problem } = code
    ? await findUsable({ db, now }, { code, courseId, planId, email })
    : NO_VOUCHER;
  const offered = { fee: prices.fee, courses: prices.registrationCourses };
  const choice = findChoice(offered, registration, voucher?.discount ?? null);
  if (problem || !choice) return { errors: pageErrors({ voucher: VOUCHER_PROBLEMS[problem ?? "unknown"] }) };
  const order = registrationOrder({
    registration,
    choice,
    currency,
    reference: newReference("registration", now),
    now,
    cohorts: prices.cohorts,
  });
  return { order };
}

function pageErrors(errors: RegistrationErrors): PageError[] {
  return Object.entries(errors).map(([field, text]) => ({
    field: formName(field as RegistrationField),
    text,
  }));
}

/** Returns the typed values, for the page that shows them again. */
function typedValues(fields: URLSearchParams): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = Object.fromEntries(fields);
  for (const name of ["consent", "marketing", "guardianConsent", SAME_NUMBER_FIELD])
    values[name] = fields.has(name);
  // The page has its own version of the consents' words, which may be newer.
  delete values[WORDS_FIELD];
  return values;
}

type NextPage =
  | { readonly type: "redirect"; readonly address: string }
  | RefusedOrder
  /** The day's storage limits are reached, or the provider starts nothing under any of the references. */
  | { readonly type: "not-started" };

interface FormSender {
  readonly key: FormKey;
  /** The reference from the page's script; `null` without script. */
  readonly reference: string | null;
  /** The visitor's key in the rate limits. */
  readonly visitor: string;
  readonly request: Request;
  readonly pages: SitePages;
  /** The attribution in the form of `attributionText`. */
  readonly attribution: string;
}

/**
 * Starts the payment of a form. The same order from the same browser is the same payment, e.g. after a second
 * press. @throws ProviderError
 */
async function startFormPayment(context: AppContext, draft: Order, sender: FormSender): Promise<NextPage> {
  const { request, pages, attribution } = sender;
  const counted = { limit: "form", countedBy: sender.visitor } as const;
  let isLetIn = false;
  for (const reference of await referencesFor(context, draft, sender)) {
    const order = { ...draft, reference };
    // With its key the browser can prove later that it sent this form.
    const { digest: keyDigest } = await enrolmentKeyFrom(`${sender.key} ${reference}`);
    const taken = await takeOrder(context, order, { request, pages, counted, keyDigest, isLetIn });
    if (taken.type === "incomplete" || taken.type === "outdated") return taken;
    const payment = taken.type === "stored" ? taken.payment : null;
    if (!payment || payment.expectedMinor === null) break;
    const { id: enrolmentId, voucherProblem } = await startEnrolment(context, payment, {
      requested: null,
      attribution,
    });
    if (voucherProblem) return { type: "incomplete", errors: { voucher: VOUCHER_PROBLEMS[voucherProblem] } };
    const back = returnAddress(reference, request.url);
    if (payment.provider === "voucher") {
      await recordNothingToPay(context, payment);
      return redirectTo(back.href);
    }
    // A refunded payment is made again under another reference and has lost its seat in the cohort.
    isLetIn = payment.status !== "refunded";
    if (!isLetIn) continue;
    const priced = { ...payment, expectedMinor: payment.expectedMinor, enrolmentId };
    const started = await startPayment(context, priced, { address: back, leavesSite: true });
    if (started.type === "resolved") return redirectTo(back.href);
    if (started.type === "started" && started.checkout.url) return redirectTo(started.checkout.url);
  }
  return { type: "not-started" };
}

/** Returns the references under which a form's payment is tried, in this order. */
async function referencesFor(
  { db }: AppContext,
  order: Order,
  { key, reference }: FormSender,
): Promise<readonly string[]> {
  const derived = await Promise.all(FORM_ATTEMPTS.map((attempt) => formReference(key, order, attempt)));
  if (reference === null || (await findPayment(db, derived[0] ?? ""))) return derived;
  const storedPayment = await findPayment(db, reference);
  return storedPayment && !isSameOrder(storedPayment, order) ? derived : [reference, ...derived];
}

/** Whether a stored payment is of this order: the same learner's details, purchase and price. */
function isSameOrder(
  { purpose, course, plan, currency, expectedMinor, details }: PaymentRecord,
  order: Order,
): boolean {
  return (
    purpose === order.purpose &&
    course.id === order.course.id &&
    (plan?.id ?? null) === (order.plan?.id ?? null) &&
    currency === order.charge.currency &&
    expectedMinor === order.charge.minor &&
    JSON.stringify(details?.learner) === JSON.stringify(order.learner)
  );
}

const redirectTo = (address: string): NextPage => ({ type: "redirect", address });
