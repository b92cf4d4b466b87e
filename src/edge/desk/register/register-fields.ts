/** The form of "Register someone": Signup's fields, the way of agreement, and the first payment. */
import { onlyCohort } from "~/domain/dates/cohort-options.ts";
import { type Day, lagosDay } from "~/domain/dates/day.ts";
import { type Agreement, findChoice, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Registration, RegistrationErrors, RegistrationField } from "~/domain/enrolment/registration.ts";
import {
  formName,
  planChoice,
  SAME_NUMBER_FIELD,
  typedRegistration,
} from "~/domain/enrolment/registration-form.ts";
import { paysNairaOnly } from "~/domain/location/location.ts";
import { CURRENCIES, type Currency } from "~/domain/money/money.ts";
import { type Order, registrationOrder } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { readVoucherCode, VOUCHER_PROBLEMS } from "~/domain/pricing/voucher.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { staffLabel } from "~/edge/desk/actions/correct.ts";
import { pastDayProblem, proofProblem } from "~/edge/desk/actions/money-fields.ts";
import {
  dateField,
  type FormField,
  hasProblems,
  type Options,
  type Problems,
  problemsOf,
  selectField,
  textField,
} from "~/edge/desk/desk-form.tsx";
import { type DeskRequest, posted } from "~/edge/desk/desk-request.ts";
import { type Countries, readNumbers, registrationErrors } from "~/edge/enrolments/check-registration.ts";
import { cohortRefusal, currentChoices } from "~/edge/enrolments/cohort-seats.ts";
import { agreementWith } from "~/edge/payment-lifecycle/register-order.ts";
import { parseOrder } from "~/edge/payments/parse-order.ts";
import { PROVIDER_OF, STAFF_CHANNELS, type StaffChannel } from "~/edge/payments/provider.ts";
import { findUsable } from "~/edge/vouchers/voucher-store.ts";

const CHOOSE = ["", "Choose one"] as const;
const CONSENTS = ["on paper", "by telephone"] as const;
/** The desk's own fields. "consent" replaces Signup's checkbox. */
export interface DeskTerms {
  readonly consent: (typeof CONSENTS)[number];
  readonly consentDay: Day;
  readonly currency: Currency;
  /** The channel of the first payment; "link" if it is still to be paid. */
  readonly payment: StaffChannel | "link";
  readonly paidDay: Day;
  readonly proof: string;
}

/** Reads the typed registration. A field that was left empty counts as missing. */
function registrationIn({ form }: Pick<DeskRequest, "form">): Registration {
  const typed = new URLSearchParams([...(form ?? [])].filter(([, value]) => value.trim() !== ""));
  if (!typed.has("whatsapp")) typed.set(SAME_NUMBER_FIELD, "yes");
  return typedRegistration(typed);
}

interface ReadTerms {
  /** `null` if there are problems. */
  readonly terms: DeskTerms | null;
  readonly problems: Problems;
}

function readTerms(request: DeskRequest): ReadTerms {
  const { now } = request.context;
  const typed = (name: string) => posted(request, name);
  const [consentDay, paidDay, proof] = [typed("consentDay"), typed("paidDay"), typed("proof")];
  const consent = CONSENTS.find((way) => way === typed("consent"));
  const currency = CURRENCIES.find((code) => code === typed("currency"));
  const payment = (["link", ...STAFF_CHANNELS] as const).find((way) => way === typed("payment"));
  const problems = problemsOf({
    consent: consent ? null : "Choose how the learner agreed.",
    consentDay: pastDayProblem(consentDay, now),
    currency: currency ? null : "Choose a currency.",
    payment: payment ? null : "Choose how the first payment comes.",
    paidDay: payment === "link" ? null : pastDayProblem(paidDay, now),
    proof: proofProblem(proof),
  });
  const isRight = consent && currency && payment && !hasProblems(problems);
  return { terms: isRight ? { consent, consentDay, currency, payment, paidDay, proof } : null, problems };
}

export async function registerFields(context: AppContext, countries: Countries): Promise<FormField[]> {
  const { prices, now } = context;
  const today = lagosDay(now);
  const cohorts = (await currentChoices(context)).filter(({ isOver }) => !isOver);
  const select = (field: RegistrationField, options: Options, details: Partial<FormField> = {}) =>
    selectField(formName(field), staffLabel(field), options, details);
  const text = (field: RegistrationField, details: Partial<FormField> = {}) =>
    textField(formName(field), staffLabel(field), { isPersonal: true, ...details });
  const choice = (field: keyof PriceList["choices"]) =>
    select(field, [CHOOSE, ...prices.choices[field].map((option) => [option, option] as const)]);
  return [
    select("courseId", [CHOOSE, ...prices.registrationCourses.map(({ id, name }) => [id, name] as const)]),
    select("planId", [["", "Everything at once"], ...planOptions(prices)]),
    text("voucher", { hint: "Its code; empty without one", isPersonal: false }),
    select("cohort", [["", "None yet"], ...cohorts.map(({ value, text: name }) => [value, name] as const)], {
      value: onlyCohort(cohorts),
    }),
    text("firstName"),
    text("lastName"),
    text("email", { kind: "email" }),
    text("phone", { kind: "tel" }),
    text("whatsapp", { kind: "tel", hint: "Empty if it is the phone number" }),
    choice("age"),
    choice("gender"),
    choice("education"),
    text("guardianName", { hint: "For a learner under 18 only, like the next two" }),
    text("guardianContact"),
    select("guardianConsent", [
      ["", "Not given"],
      ["yes", "Given with the learner’s"],
    ]),
    select("country", [CHOOSE, ...[...countries.keys()].map((name) => [name, name] as const)], {
      value: "Nigeria",
    }),
    text("state"),
    select("consent", [CHOOSE, ["on paper", "On paper"], ["by telephone", "By telephone"]], {
      label: "Consent to the Terms was given",
    }),
    dateField("consentDay", "Day of the consent", today),
    selectField(
      "currency",
      "Currency",
      CURRENCIES.map((code) => [code, code] as const),
    ),
    selectField("payment", "First payment", [
      ["link", "Not paid yet: send a link to pay"],
      ["transfer", "Bank transfer, received in full"],
      ["cash", "Cash, received in full"],
    ]),
    dateField("paidDay", "Day on which it came", today),
    textField("proof", "Number at the bank or in the receipt book"),
  ];
}

function planOptions({ registrationCourses }: PriceList): Options {
  return registrationCourses.flatMap((course) =>
    course.plans.map((plan) => [planChoice(course.id, plan.id), `${course.name}: ${plan.name}`] as const),
  );
}

export interface CheckedForm {
  readonly order: Order;
  readonly agreement: Agreement;
  readonly terms: DeskTerms;
}

/** Returns the order of the form, or every problem by the names of the fields. */
export async function checkForm(
  request: DeskRequest,
  countries: Countries,
  received: Request,
): Promise<CheckedForm | { readonly problems: Problems }> {
  const { context } = request;
  const { prices, now, providers } = context;
  const registration = readNumbers(registrationIn(request), countries, received);
  const offered = { fee: prices.fee, courses: prices.registrationCourses };
  const { courseId, planId, email } = registration;
  const code = readVoucherCode(registration.voucher);
  const { voucher, problem } = code
    ? await findUsable(context, { code, courseId, planId, email })
    : { voucher: null, problem: null };
  const choice = findChoice(offered, registration, voucher?.discount ?? null);
  const errors = registrationErrors(registration, prices, countries);
  // An empty WhatsApp number means the phone number, whose own field shows the error.
  if (posted(request, "whatsapp") === "") delete errors.whatsapp;
  if (problem) errors.voucher = VOUCHER_PROBLEMS[problem];
  const closed = await cohortRefusal(context, registration.cohort);
  if (closed) errors.cohort = closed;
  const { terms, problems: termProblems } = readTerms(request);
  const problems = { ...byFormName(errors), ...termProblems };
  if (hasProblems(problems) || !choice || !terms) return { problems };
  if (terms.currency !== "NGN" && paysNairaOnly(registration.country, prices)) {
    return { problems: { currency: "Learners in Nigeria pay in naira. Choose NGN." } };
  }
  const parsed = parseOrder(
    registrationOrder({
      registration,
      choice,
      currency: terms.currency,
      reference: newReference("registration", now),
      now,
      cohorts: prices.cohorts,
    }),
  );
  if (!parsed.ok) return { problems: { "": parsed.message } };
  const agreement = agreementWith(voucher, parsed.order, context);
  if (!agreement) return { problems: { course: "This course isn't offered like this any more." } };
  const { charge } = parsed.order;
  if (terms.payment === "link" && charge.minor > 0 && !providers[PROVIDER_OF[terms.currency]]) {
    return { problems: { payment: `Nothing can be paid online in ${terms.currency}.` } };
  }
  return { order: parsed.order, agreement, terms };
}

/** Returns the errors by form names, with the words for visitors replaced by words for staff. */
function byFormName({ guardianConsent, ...errors }: RegistrationErrors): Problems {
  return Object.fromEntries([
    ...Object.entries(errors).map(([field, text]) => [
      formName(field as RegistrationField),
      text?.replace(/\byour\b/, "the learner’s"),
    ]),
    ...(guardianConsent ? [["guardianConsent", "The guardian must agree as well."]] : []),
  ]);
}
