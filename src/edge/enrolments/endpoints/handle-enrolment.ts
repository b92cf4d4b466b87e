import { z } from "astro/zod";
import type { Context } from "hono";
import { hasCohort } from "~/domain/dates/cohort.ts";
import { dayOf, lagosDay } from "~/domain/dates/day.ts";
import { changedAgreement } from "~/domain/enrolment/changed-agreement.ts";
import { choiceOf } from "~/domain/enrolment/charge.ts";
import { keyDigest, newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { addUsage, countersFor } from "~/edge/limits/usage-limits.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import type { Checked } from "~/edge/middleware/request-body.ts";
import { askStatus } from "~/edge/payment-lifecycle/check-payment.ts";
import { learnerFields } from "~/edge/payments/parse-order.ts";
import { openRequests, requestsOf } from "~/edge/requests/request-store.ts";
import { keepingAddress, requestingAddress } from "../address-change.ts";
import { checkChanges, readCountries } from "../check-registration.ts";
import { cohortRefusal } from "../cohort-seats.ts";
import { changingConsents, consentsOf } from "../consent-store.ts";
import { addingKey, endingKeys } from "../enrolment-keys.ts";
import { paymentsOf } from "../enrolment-payments.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import { findEnrolment, saveLearner } from "../enrolment-store.ts";
import {
  payerViewOf,
  pendingCharges,
  planChoices,
  shownCurrency,
  statusIn,
  viewOf,
} from "../enrolment-views.ts";
import { changesBetween, isOtherAddress, writingChanges } from "../mails/changed-mail.ts";
import { withdrawingReminders } from "../mails/enrolment-mails.ts";
import { agreementChanges, settingAgreement, settingCohort } from "../set-agreement.ts";
import { updateEnrolment } from "../update-enrolment.ts";
import type { Opened, OpenedEnv } from "./enrolment-access.ts";
import { paymentRequest } from "./handle-enrolment-payment.ts";

/** Shows an enrolment: 200 with an `EnrolmentView`, or with a `PayerView` for a payer's key. */
export async function showEnrolment(c: Context<EdgeEnv & OpenedEnv>): Promise<Response> {
  const { context } = c.env;
  const { opened } = c.var;
  const { id } = opened.enrolment;
  await askAboutLatest(context, { id, visitor: visitorKey(c.req.raw) });
  const enrolment = (await findEnrolment(context.db, id)) ?? opened.enrolment;
  return jsonResponse(200, await view({ ...opened, enrolment }, context));
}

/** Returns the view of an enrolment that a key allows. */
export async function view({ enrolment, key }: Opened, context: AppContext) {
  const payments = await paymentsOf(context.db, enrolment.id);
  if (key.kind !== "learner") return payerViewOf(enrolment, payments, key, context);
  const requests = openRequests(await requestsOf(context.db, enrolment.id));
  const consents = await consentsOf(context.db, enrolment.id);
  return { ...viewOf({ enrolment, payments, requests }, context), consents };
}

/** The time after a payment's start in which each view of the enrolment asks the provider for the outcome. */
const FRESH_MS = 24 * 60 * 60_000;

/** Asks the provider about the latest payment. Without an answer the enrolment is shown as it is stored. */
async function askAboutLatest(
  context: AppContext,
  { id, visitor }: { id: string; visitor: string },
): Promise<void> {
  const since = new Date(context.now.getTime() - FRESH_MS).toISOString();
  const payments = await paymentsOf(context.db, id);
  const latest = payments.findLast(({ status, createdAt }) => status === "unpaid" && createdAt > since);
  if (!latest) return;
  try {
    await askStatus(context, latest.reference, visitor);
  } catch (error) {
    logError("payment-not-asked", { reference: latest.reference, reason: reasonOf(error) });
  }
}

/** The limit of changes, because each is mailed, perhaps to an address that was just typed. */
const MOST_CHANGES_A_DAY = 20;

const STAFF_MOVE = "You've already chosen your cohort. Email us to move to another one.";

const CHANGED_MEANWHILE = "These details have changed somewhere else. Please check them and try again.";

/** The details that only staff may change once they are filled in, since a place is not transferable. */
const NAMES = ["firstName", "lastName"] as const;

export const learnerChanges = z
  .strictObject({
    ...learnerFields,
    consent: z.literal(true, "must be given").optional(),
    hasStoppedReminders: z.boolean("must be true or false").optional(),
    planId: z.string("must be text").max(100, "must be at most 100 characters"),
  })
  .partial();

/**
 * Changes a learner's details. A new e-mail address of a paid enrolment waits until its owner confirms it.
 * Until then the former one stays. The same new address again gets another mail.
 * 200: an `EnrolmentView`. With a new address also `key`, the one to use from now on.
 * 409: changed by another request, or the cohort cannot be chosen.
 * 422: `{ message, errors }`.
 * 429: too many changes today.
 */
export async function changeEnrolment(c: Checked<typeof learnerChanges, OpenedEnv>): Promise<Response> {
  const { context, pages } = c.env;
  const { db, now, prices } = context;
  const { enrolment, key } = c.var.opened;
  const changes = c.req.valid("json");
  const request = c.req.raw;
  const countries = await readCountries(pages, request);
  const counters = await countersFor("changes", enrolment.id, now);
  if ((await addUsage(db, dayOf(now), counters)).visitor.count > MOST_CHANGES_A_DAY) {
    const message = "You've changed these details many times today. Please try again tomorrow.";
    return jsonResponse(429, { message }, { "retry-after": "3600" });
  }
  const { hasStoppedReminders = enrolment.hasStoppedReminders, planId, ...fields } = changes;
  if (planId !== undefined) return choosePlan(context, c.var.opened, planId);
  const typed = { ...enrolment.learner, ...changeableDetails(fields, enrolment) };
  const checked = checkChanges(enrolment, typed, { prices, countries, request });
  if ("refusal" in checked) return checked.refusal;
  const { email } = checked.learner;
  const isNewAddress = isOtherAddress(enrolment, { ...enrolment, learner: checked.learner });
  const needsConfirmation = isNewAddress && hasMoney(enrolment) && email !== "";
  const learner = needsConfirmation
    ? { ...checked.learner, email: enrolment.learner.email }
    : checked.learner;
  const isNewCohort = learner.cohort !== enrolment.learner.cohort;
  if (isNewCohort) {
    const refusal = hasCohort(enrolment.learner.cohort)
      ? STAFF_MOVE
      : await cohortRefusal(context, learner.cohort);
    if (refusal) return jsonResponse(409, { message: refusal });
  }
  const { id, version } = enrolment;
  const mailKeyPrefix = `${id}:changed:${version + 1}:`;
  const notice = {
    before: enrolment,
    after: { ...enrolment, learner },
    changes: changesBetween(enrolment.learner, learner, prices),
  };
  const browserKey = isNewAddress ? newKey() : null;
  const furtherStatements = [
    ...(isNewCohort ? settingCohort(context, enrolment, learner.cohort).statements : []),
    ...(hasStoppedReminders ? withdrawingReminders(db, id) : []),
    ...changingConsents(context, enrolment, learner),
    ...(await writingChanges(context, notice, { keyPrefix: mailKeyPrefix, byStaff: false })),
  ];
  if (browserKey && needsConfirmation) {
    const mailKey = `${mailKeyPrefix}address`;
    furtherStatements.push(...(await requestingAddress(context, enrolment, { email, browserKey, mailKey })));
  } else if (browserKey) {
    const digest = await keyDigest(browserKey);
    furtherStatements.push(
      endingKeys(db, id, "learner"),
      addingKey(db, { id, digest, kind: "learner" }, now),
    );
  } else if (changes.email !== undefined) {
    furtherStatements.push(keepingAddress(context, id));
  }
  if (!(await saveLearner(db, enrolment, { learner, hasStoppedReminders, furtherStatements }, now))) {
    return jsonResponse(409, { message: CHANGED_MEANWHILE });
  }
  await enqueueLearnerMails(context, mailKeyPrefix);
  // Another enrolment of the learner may be a duplicate now.
  if (isNewCohort) await updateEnrolment(context, id);
  const saved = (await findEnrolment(db, id)) ?? enrolment;
  const visibleView = await view({ enrolment: saved, key }, context);
  return jsonResponse(200, browserKey ? { ...visibleView, key: browserKey } : visibleView);
}

/**
 * Sets one of the plans that a learner may choose. 200: an `EnrolmentView`. 409: the plan cannot be chosen
 * now.
 */
async function choosePlan(
  context: AppContext,
  { enrolment, key }: Opened,
  planId: string,
): Promise<Response> {
  const { db, prices, now } = context;
  const { id, version, course, learner, hasStoppedReminders } = enrolment;
  const payments = await paymentsOf(db, id);
  const status = statusIn(enrolment, payments, shownCurrency(enrolment, payments), now);
  const isOffered = planChoices(enrolment, status.charges, prices).some((plan) => plan.planId === planId);
  const choice = { courseId: course.id, planId };
  const agreed = isOffered ? changedAgreement(enrolment, choice, prices, lagosDay(now)) : null;
  if (!agreed) {
    const message = "This plan can't be chosen any more. Please reload the page.";
    return jsonResponse(409, { message });
  }
  const terms = { ...agreed.terms, isPlanOpen: true } as const;
  const change = settingAgreement(context, enrolment, payments, { ...agreed, terms });
  const mailKeyPrefix = `${id}:changed:${version + 1}:`;
  const changes = agreementChanges(change, { enrolment, status });
  const notice = { before: enrolment, after: change.after, changes };
  const furtherStatements = [
    ...change.statements,
    ...(await writingChanges(context, notice, { keyPrefix: mailKeyPrefix, byStaff: false })),
  ];
  if (!(await saveLearner(db, enrolment, { learner, hasStoppedReminders, furtherStatements }, now))) {
    return jsonResponse(409, { message: CHANGED_MEANWHILE });
  }
  await enqueueLearnerMails(context, mailKeyPrefix);
  await updateEnrolment(context, id);
  const saved = (await findEnrolment(db, id)) ?? enrolment;
  return jsonResponse(200, await view({ enrolment: saved, key }, context));
}

/**
 * Whether an enrolment holds money. Before that it gets no mail, so that a new address cannot receive a key
 * to it.
 */
function hasMoney({ state }: EnrolmentRecord): boolean {
  return state !== "started";
}

/** Returns the details that the learner may change. */
function changeableDetails(fields: Partial<Learner>, { learner }: EnrolmentRecord): Partial<Learner> {
  const filledNames: string[] = NAMES.filter((name) => learner[name] !== "");
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !filledNames.includes(name)),
  );
}

export const payerLinkRequest = paymentRequest.pick({ count: true });

/**
 * Makes a payer's link for the next charges, which replaces the former one. 201: `{ key, charges, amount }`.
 * 409: nothing is to be paid.
 */
export async function handlePayerLink(c: Checked<typeof payerLinkRequest, OpenedEnv>): Promise<Response> {
  const { db, now } = c.env.context;
  const { enrolment } = c.var.opened;
  const { count } = c.req.valid("json");
  const { id } = enrolment;
  const payments = await paymentsOf(db, id);
  const currency = shownCurrency(enrolment, payments);
  const pending = pendingCharges(payments, now);
  const { charges: allCharges } = statusIn(enrolment, payments, currency, now);
  const payable = allCharges.filter(({ number }) => !pending.includes(number));
  const choice = choiceOf(payable, count);
  if (!choice || enrolment.withdrawnOn) {
    return jsonResponse(409, { message: "There is nothing left to pay." });
  }
  const key = newKey();
  const { charges, amount } = choice;
  await db.batch([
    endingKeys(db, id, "payer"),
    addingKey(db, { id, digest: await keyDigest(key), kind: "payer", charges }, now),
  ]);
  return jsonResponse(201, { key, charges, amount });
}
