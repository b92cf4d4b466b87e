/**
 * Requests each refund once, and follows it to its end. Sums of money are derived from the payment's events only,
 * never from the refund requests.
 */
import { DAY_MS } from "~/domain/dates/day.ts";
import { CAME_BACK_PREFIX, moneyMoved, REQUEST_PREFIX } from "~/domain/payments/money-back.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { writingRefundMail } from "~/edge/enrolments/mails/enrolment-mails.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import {
  historyOf,
  ownReport,
  type PaymentReport,
  type RecordedEvent,
} from "~/edge/payments/payment-events.ts";
import { PROVIDER_OF, ProviderError } from "~/edge/payments/provider.ts";
import {
  accountOf,
  MORE_THAN_HELD,
  NO_ANSWER,
  NOT_MADE,
  type RefundAccount,
} from "~/edge/payments/provider-refunds.ts";
import {
  claimSending,
  dueRequests,
  findRequest,
  postponingCheck,
  type RefundRequest,
  type RefundState,
  savingOutcome,
} from "~/edge/payments/refund-requests.ts";
import { recordPayment } from "./record-payment.ts";

const CHECKED_AT_ONCE = 20;
/** The pause after a check that broke off. */
const BROKEN_OFF_PAUSE_MS = 3_600_000;

/** Does the due checks of one payment's refunds or, without a reference, of all refunds. */
export async function checkRefunds(context: AppContext, reference: string | null = null): Promise<void> {
  const { db, now } = context;
  for (const id of await dueRequests(db, { reference, now, limit: CHECKED_AT_ONCE })) {
    try {
      await checkRefund(context, id);
    } catch (error) {
      logError("refund-not-checked", { id, reason: reasonOf(error) });
      await postponingCheck(db, id, { now, to: new Date(now.getTime() + BROKEN_OFF_PAUSE_MS) }).run();
    }
  }
}

interface CheckedRefund {
  /** The provider's number of the refund; `null` until it is known. */
  readonly id: string | null;
  readonly state: RefundState;
  /** The provider's code for a refusal; otherwise empty. */
  readonly reason: string;
  readonly reports: readonly PaymentReport[];
}

async function checkRefund(context: AppContext, id: string): Promise<void> {
  const { db, now } = context;
  const request = await findRequest(db, id);
  if (!request) return;
  const { reference } = request;
  const history = await historyOf(db, reference);
  const account = accountOf(context, request, history);
  const unchangedRefund: CheckedRefund = { ...request, id: request.refundId, reports: [] };
  const refund = (account && (await askProvider(context, request, { account, history }))) ?? unchangedRefund;
  const { state, reason } = refund;
  const recorded = new Set(history.map(({ eventId }) => eventId));
  const reports = [...refund.reports, ...failureReports(request, { state, reason }, { history, now })];
  const newReports = reports.filter(({ eventId }) => !recorded.has(eventId));
  if (newReports.length > 0) await recordPayment(context, reference, { reports: newReports });
  const nextCheckAt = nextCheck(request, state, now);
  const key = `${reference}:refund:${id}`;
  await db.batch([
    ...savingOutcome(db, request, { state, reason, refundId: refund.id, nextCheckAt }, now),
    ...(state === "done" && !request.doneAt ? await writingRefundMail(context, request, key) : []),
  ]);
  await enqueueLearnerMails(context, key);
  log("refund-checked", { reference, state });
}

/** The pause before a refund is requested again. A provider that has not answered may still be at work. */
const ANSWERS_WITHIN_MS = 5 * 60_000;

/** Finds the refund, or requests it. Returns `null` if the provider has not said what became of it. */
async function askProvider(
  context: AppContext,
  request: RefundRequest,
  { account, history }: { readonly account: RefundAccount; readonly history: readonly RecordedEvent[] },
): Promise<CheckedRefund | null> {
  const { db, now } = context;
  const { sentAt, amount, reason } = request;
  try {
    const refund = sentAt === null ? null : await account.findRefund();
    if (refund) return { ...refund, reason: "" };
  } catch (error) {
    return unanswered(request, error, now);
  }
  // The request was given up without an answer, and its refund is not in the provider's complete list.
  if (reason === NO_ANSWER && account.listsAllRefunds) return refused(NOT_MADE);
  const { held } = moneyMoved(history, amount.currency);
  if (sentAt === null && held < amount.minor) return refused(MORE_THAN_HELD);
  if (sentAt !== null && now.getTime() - Date.parse(sentAt) < ANSWERS_WITHIN_MS) return null;
  if (!(await claimSending(db, request, now))) return null;
  try {
    return { ...(await account.makeRefund()), reason: "" };
  } catch (error) {
    if (error instanceof ProviderError && isRefusal(error)) return refused(error.issue ?? `${error.status}`);
    return unanswered(request, error, now);
  }
}

function refused(reason: string): CheckedRefund {
  return { id: null, state: "failed", reports: [], reason };
}

/** 401: this site's key is refused. 408: a timeout. 409: a conflict, such as with the same request in progress. */
const UNDECIDED_STATUSES = [401, 408, 409];

/** Whether the provider refuses this refund. After any other error it may have made it, or may make it later. */
function isRefusal({ status, isTransient }: ProviderError): boolean {
  return !isTransient && status !== null && status >= 400 && !UNDECIDED_STATUSES.includes(status);
}

/**
 * The age at which an unanswered request is given up: it is not sent again, and staff look in the provider's
 * dashboard.
 */
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;

/**
 * Returns the state of a request that the provider did not answer; `null` if it stays as it is.
 * @throws the error, if it is none of the provider's
 */
function unanswered(
  { state, reference, requestedAt }: RefundRequest,
  error: unknown,
  now: Date,
): CheckedRefund | null {
  if (!(error instanceof ProviderError)) throw error;
  logError("refund-not-answered", { reference, reason: reasonOf(error) });
  const isGivenUp = state === "requested" && now.getTime() - Date.parse(requestedAt) > GIVEN_UP_AFTER_MS;
  return isGivenUp ? { id: null, state: "needs-attention", reports: [], reason: NO_ANSWER } : null;
}

/** Returns the reports of a failed refund. If it was done before, the academy holds the money again. */
function failureReports(
  { id, reference, amount, doneAt }: RefundRequest,
  { state, reason }: Pick<CheckedRefund, "state" | "reason">,
  { history, now }: { readonly history: readonly RecordedEvent[]; readonly now: Date },
): PaymentReport[] {
  const provider = PROVIDER_OF[amount.currency];
  const origin = { provider, reference, source: "verification", now } as const;
  // A request that was given up counts as failed until the provider reports its refund.
  if (state !== "failed" && reason !== NO_ANSWER) return [];
  if (!doneAt) return [ownReport("refund-failed", { ...origin, about: REQUEST_PREFIX + id, amount })];
  // The amount of a `reinstated` event is the sum of all that has come back so far.
  const reinstatedBefore = moneyMoved(history, amount.currency).reinstated;
  const reinstated = { ...amount, minor: reinstatedBefore + amount.minor };
  return [
    ownReport("refund-failed", { ...origin, about: CAME_BACK_PREFIX + id, amount }),
    ownReport("reinstated", { ...origin, about: CAME_BACK_PREFIX + id, amount: reinstated }),
  ];
}

/** The pauses between checks of a refund that is on its way, or that is done and may come back. */
const ON_ITS_WAY_EVERY_MS = 6 * 3_600_000;
const DONE_EVERY_MS = 7 * DAY_MS;
const CHECKED_FOR_MS = 60 * DAY_MS;

const PAUSES_MS: Readonly<Record<Exclude<RefundState, "failed">, number>> = {
  requested: ANSWERS_WITHIN_MS,
  sent: ON_ITS_WAY_EVERY_MS,
  "needs-attention": ON_ITS_WAY_EVERY_MS,
  done: DONE_EVERY_MS,
};

/** Returns the time of the next check; `null` if none follows. @param state the state after this check */
function nextCheck(
  { state: previousState, requestedAt }: RefundRequest,
  state: RefundState,
  now: Date,
): Date | null {
  const isOver = now.getTime() - Date.parse(requestedAt) > CHECKED_FOR_MS;
  if (isOver || state === "failed") return null;
  // A refund that was only now requested from the provider is read again soon.
  const pause = PAUSES_MS[previousState === "requested" ? "requested" : state];
  return new Date(now.getTime() + pause);
}
