import { signupHref } from "~/domain/catalogue/links.ts";
import { payerEmailError } from "~/domain/contact/email-address.ts";
import { findCourse, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Registration, RegistrationField } from "~/domain/enrolment/registration.ts";
import {
  formName,
  planChoice,
  REFERENCE_FIELD,
  SAME_NUMBER_FIELD,
  typedRegistration,
} from "~/domain/enrolment/registration-form.ts";
import { currencyFor, parseCurrencyChoice } from "~/domain/location/location.ts";
import { type Currency, formatExact } from "~/domain/money/money.ts";
import { CARD_PART, LEVEL_PART, PAYMENT_PAGE } from "~/domain/payments/checkout.ts";
import { type Order, registrationOrder, tuitionOrder } from "~/domain/payments/order.ts";
import { isOwnReference, newReference } from "~/domain/payments/reference.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import {
  explainLevelCard,
  findCardOffer,
  findLevelAlone,
  readPriceCard,
} from "~/domain/pricing/price-cards.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { attributionOfRequest, readFormPost } from "~/edge/http/request-checks.ts";
import { isWithinLimit, TOO_MANY_TRIES, visitorKey } from "~/edge/limits/rate-limit.ts";
import { countryFromRequest } from "~/edge/location/routes.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { MAX_ORDER_BYTES } from "~/edge/middleware/request-body.ts";
import { filledPage, type PageError, type PageFilling, type SitePages } from "~/edge/pages/fill-page.ts";
import { parseOrder } from "~/edge/payments/parse-order.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { purposeOf } from "~/edge/payments/payment-record.ts";
import { AccountRefused } from "~/edge/payments/paypal/place-order.ts";
import { PROVIDER_OF } from "~/edge/payments/provider.ts";
import { type Countries, readCountries, readNumbers, registrationErrors } from "../check-registration.ts";
import { formKeyOf, giveFormKey, newFormKey, wasGivenKey } from "./form-key.ts";
import { startAtProvider } from "./start-at-provider.ts";
import { NOT_STARTED } from "./take-order.ts";

type Read = { readonly order: Order } | { readonly errors: readonly PageError[] };

interface PostedForm {
  readonly path: string;
  readonly filling: PageFilling;
  read(): Promise<Read>;
}

/**
 * Starts an enrolment from a page without script. 307 to get a key · 303 to the provider's own page, or to the outcome's · otherwise
 * the form again with everything that was typed: 422, 429, 503. Never rejects while the site's pages can be read.
 */
export async function handleEnrolmentForm(
  request: Request,
  context: AppContext,
  providers: PaymentProviders,
  pages: SitePages,
): Promise<Response> {
  const post = await readFormPost(request, MAX_ORDER_BYTES);
  if (!post.ok) return new Response(post.message, { status: post.status });
  const key = formKeyOf(request) ?? (wasGivenKey(request) ? newFormKey(context.now) : null);
  if (!key) return giveFormKey(request, context.now);
  const { fields } = post;
  const country = fields.get("country");
  const location = country ? { country_name: country } : countryFromRequest(request);
  const currency = currencyFor(parseCurrencyChoice(fields.get("currency")), location);
  const form = fields.has(CARD_PART)
    ? cardForm(fields, context)
    : signupForm(fields, currency, context, { request, pages });
  const again = (status: number, errors: readonly PageError[]) =>
    filledPage(pages, request, { path: form.path, status, ...form.filling, errors });
  const visitor = visitorKey(request);
  // A key of their own counts forms separately from orders.
  if (!(await isWithinLimit(context.orderLimit, `form:${visitor}`))) {
    log("order-limited", {});
    return again(429, [whole(TOO_MANY_TRIES)]);
  }
  try {
    const read = await form.read();
    if ("errors" in read) return await again(422, read.errors);
    const { order } = read;
    if (!providers[PROVIDER_OF[order.charge.currency]]) {
      return await again(503, [
        whole("We can't take payments online yet. Message us and we'll register you."),
      ]);
    }
    const parsed = parseOrder(order);
    if (!parsed.ok) return await again(422, [whole(parsed.message)]);
    const reference = fields.get(REFERENCE_FIELD) ?? "";
    const next = await startAtProvider(context, providers, parsed.order, {
      key,
      reference: isOwnReference(reference) && purposeOf(reference) === order.purpose ? reference : null,
      visitor,
      site: request.url,
      attribution: attributionOfRequest(request, null),
    });
    if (next.type === "refused") return await again(422, [{ field: "cohort", text: next.message }]);
    if (next.type === "not-started") return await again(503, [whole(NOT_STARTED)]);
    return new Response(null, {
      status: 303,
      headers: { location: next.address, "cache-control": "no-store" },
    });
  } catch (error) {
    logError("form-not-started", { reason: reasonOf(error) });
    return again(503, [whole(error instanceof AccountRefused ? error.message : NOT_STARTED)]);
  }
}

/** The page of a price card that was pressed without script: GET, with only the card in it. It asks for the payer's e-mail. */
export async function showPriceCard(
  request: Request,
  context: Pick<AppContext, "prices" | "now">,
  pages: SitePages,
): Promise<Response> {
  const card = new URL(request.url).searchParams.get(CARD_PART) ?? "";
  const form = cardForm(new URLSearchParams({ [CARD_PART]: card }), context);
  if (!form.filling.texts) return Response.redirect(new URL("/Signup", request.url).href, 303);
  return filledPage(pages, request, { path: form.path, ...form.filling });
}

/** Signup's page with what its link chooses, for a browser without script. An unknown plan reads as none. */
export async function showLinkedSignup(
  request: Request,
  { registrationCourses }: Pick<PriceList, "registrationCourses">,
  pages: SitePages,
): Promise<Response> {
  const link = new URL(request.url).searchParams;
  const course = findCourse(registrationCourses, link.get("course"));
  const plan = findCourse(course?.plans ?? [], link.get("plan"));
  const values = {
    course: course?.id ?? "",
    cohort: link.get("cohort") ?? "",
    ...(course && plan && { [formName("planId")]: planChoice(course.id, plan.id) }),
  };
  return filledPage(pages, request, { path: "/Signup", values });
}

const named = ({ id, name }: Named): Named => ({ id, name });

const whole = (text: string): PageError => ({ field: null, text });

function signupForm(
  fields: URLSearchParams,
  currency: Currency,
  { prices, now }: Pick<AppContext, "prices" | "now">,
  { request, pages }: { request: Request; pages: SitePages },
): PostedForm {
  const values: Record<string, string | boolean> = Object.fromEntries(fields);
  for (const name of ["consent", "marketing", "guardianConsent", SAME_NUMBER_FIELD])
    values[name] = fields.has(name);
  return {
    path: "/Signup",
    filling: { values },
    read: async () => {
      const countries = await readCountries(pages, request);
      const registration = readNumbers(typedRegistration(fields), countries, request);
      const course = findCourse(prices.registrationCourses, registration.courseId);
      const plan = findCourse(course?.plans ?? [], registration.planId);
      const errors = errorsIn(registration, prices, countries);
      if (errors.length > 0 || !course) return { errors };
      const reference = newReference("registration", now);
      return {
        order: registrationOrder({
          registration,
          course,
          plan,
          currency,
          reference,
          now,
          fee: prices.fee,
          cohorts: prices.cohorts,
        }),
      };
    },
  };
}

function errorsIn(registration: Registration, prices: PriceList, countries: Countries): PageError[] {
  return Object.entries(registrationErrors(registration, prices, countries)).map(([field, text]) => ({
    field: formName(field as RegistrationField),
    text,
  }));
}

function cardForm(fields: URLSearchParams, { prices, now }: Pick<AppContext, "prices" | "now">): PostedForm {
  const card = fields.get(CARD_PART) ?? "";
  const choice = readPriceCard(card);
  const offer = choice && findCardOffer(prices.pricingCourses, choice.courseId, choice.planId);
  const email = fields.get("email") ?? "";
  if (!offer) {
    const errors = [
      whole("This plan is no longer offered. Nothing was charged. Choose another on the Pricing page."),
    ];
    return { path: PAYMENT_PAGE, filling: {}, read: async () => ({ errors }) };
  }
  const { course, plan } = offer;
  const charge = plan.schedules[choice.currency].now;
  const level = findLevelAlone(prices.registrationCourses, choice.courseId, course);
  return {
    path: PAYMENT_PAGE,
    filling: {
      parts: [CARD_PART, ...(level ? [LEVEL_PART] : [])],
      values: { [CARD_PART]: card, email },
      texts: {
        amount: formatExact(charge),
        bought: `${course.name}, ${plan.name}`,
        fee: formatExact(prices.fee[choice.currency]),
        register: signupHref(course.id, plan.id),
        ...(level && {
          level: explainLevelCard(level, course, choice.currency),
          "register-level": signupHref(level.id),
        }),
      },
    },
    read: async () => {
      const wrong = payerEmailError(email);
      if (wrong) return { errors: [{ field: "email", text: wrong }] };
      const bought = { course: named(course), plan: named(plan), charge };
      return { order: tuitionOrder({ email, ...bought, reference: newReference("tuition", now), now }) };
    },
  };
}
