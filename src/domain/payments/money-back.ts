/**
 * The money that is left of a payment, and the money that went back.
 *
 * A provider may report the same money twice: as a lost dispute, and as the refund or reversal that it made
 * for that dispute. A lost dispute is therefore the same money as a reversal of its amount, or as a refund of
 * its amount that was started after the dispute was opened. Reversals are made only for disputes, so the two
 * sums are never added up.
 */
import type { HistoryEvent, HistoryKind } from "./payment-history.ts";

/** Amounts in the smallest unit of one currency. */
export interface MoneyMoved {
  readonly charged: number;
  /** At most `charged`, unless nothing was charged. */
  readonly returned: number;
  /** The amount that went back by the provider alone, whether or not the academy got it again. */
  readonly returnedByProvider: number;
  /** The amount returned beyond what was charged: once by the provider and again outside it. */
  readonly returnedTwice: number;
  /** The part of `returnedByProvider` that came back to the academy. */
  readonly reinstated: number;
  readonly held: number;
}

/** Returns the provider's number of the charge, refund or dispute that an event is about. */
export function subjectOf({ eventId }: Pick<HistoryEvent, "eventId">): string {
  const [subject = ""] = eventId.slice(eventId.indexOf(":") + 1).split(" ");
  return subject;
}

/** Returns the event id of a state that may occur again. @param at its time, as the provider reports it */
export function stateId(kind: HistoryKind, subject: string, at: string | null | undefined): string {
  return at ? `${kind}:${subject} ${at}` : `${kind}:${subject}`;
}

/** The states of a dispute. Two reports with the same time are put in this order. */
const DISPUTE_KINDS: readonly HistoryKind[] = ["disputed", "dispute-won", "dispute-lost"];

const isOfDispute = ({ kind }: HistoryEvent) => DISPUTE_KINDS.includes(kind);

/** Returns the states of each dispute, oldest first. It may be opened and decided again, by reports in any order. */
function disputesIn<Event extends HistoryEvent>(history: readonly Event[]): Event[][] {
  const reports = [...Map.groupBy(history.filter(isOfDispute), subjectOf).values()];
  return reports.map((states) =>
    withoutRepeats(states.toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)))),
  );
}

/** Returns a text to sort a dispute's states by. The first opening has no time in its id. */
function momentOf(event: HistoryEvent): string {
  const isOpening =
    event.kind === "disputed" && event.eventId === stateId(event.kind, subjectOf(event), null);
  return `${isOpening ? "" : event.occurredAt} ${DISPUTE_KINDS.indexOf(event.kind)} ${event.eventId}`;
}

function withoutRepeats<Event extends HistoryEvent>(states: readonly Event[]): Event[] {
  return states.filter(({ kind }, index) => kind !== states[index - 1]?.kind);
}

/** Returns a history without reports that repeat a dispute's state or a failed refund. */
export function distinctIn<Event extends HistoryEvent>(history: readonly Event[]): Event[] {
  const repeatable = (event: Event) => isOfDispute(event) || event.kind === "refund-failed";
  const distinct = new Set([
    ...disputesIn(history).flat(),
    ...failedRefundsIn(history),
    ...cameBackIn(history),
  ]);
  return history.filter((event) => !repeatable(event) || distinct.has(event));
}

export function hasOpenDispute(history: readonly HistoryEvent[]): boolean {
  return disputesIn(history).some((states) => states.at(-1)?.kind === "disputed");
}

/** The prefix of the subject of a refund that staff record, which has no number of the provider's. */
export const STAFF_PREFIX = "desk-";

/** Returns a history without the charges that staff have recorded by mistake. */
export function withoutRetracted<Event extends HistoryEvent>(history: readonly Event[]): readonly Event[] {
  const retracted = history.filter(({ kind }) => kind === "retracted").map(subjectOf);
  return history.filter((event) => event.kind !== "charged" || !retracted.includes(subjectOf(event)));
}

/** Returns what moved in one currency, derived from a whole history in any order. */
export function moneyMoved(history: readonly HistoryEvent[], currency: string | null): MoneyMoved {
  const events = withoutRetracted(history).filter((event) => event.currency === currency);
  const of = (kind: HistoryKind) => events.filter((event) => event.kind === kind);
  const disputes = disputesIn(events);
  const decisions = disputes.map(decisionsIn);
  const reversed = of("reversed");
  const reversals = amountsOf(reversed);
  // PayPal lists a reversal among the refunds of its order, too.
  const refunded = without(of("refunded"), reversed);
  const refunds = amountsOf(refunded);
  const lost = amountsOf(decisions.flat().filter(isLost));
  const lostAlone = unmatched(lostBesideRefunds(disputes, { refunded, of }), reversals);
  const reversedAlone = unmatched(reversals, lost);
  const charged = sumOf(amountsOf(of("charged")));
  const reported = sumOf(refunds) + sumOf(reversals) + Math.max(0, sumOf(lostAlone) - sumOf(reversedAlone));
  // The provider's list may include these same refunds under other ids, so the larger total counts, not their sum.
  const sums = of("returned-in-all");
  const bySums = (isWithoutProvider: boolean) =>
    Math.max(
      0,
      ...amountsOf(sums.filter((event) => subjectOf(event).startsWith(STAFF_PREFIX) === isWithoutProvider)),
    );
  // Staff record a refund when they request it: one that the provider could not make has not gone back.
  const returnedByProvider = Math.max(reported, bySums(false), bySums(true) - failedRefunds(of));
  const maxReturned = charged > 0 ? charged : Number.POSITIVE_INFINITY;
  const returnedByWins = hasOpenDispute(events) ? 0 : reversalsReturned(decisions, reversed);
  const reinstated = Math.max(
    sumOf(amountsOf(decisions.flatMap(lostFirst))) + returnedByWins,
    ...amountsOf(of("reinstated")),
  );
  const leftByProvider = Math.min(Math.max(0, returnedByProvider - reinstated), maxReturned);
  const returned = leftByProvider + sumOf(amountsOf(of("refunded-elsewhere")));
  return {
    charged,
    returned: Math.min(returned, maxReturned),
    returnedByProvider,
    returnedTwice: Math.max(0, returned - maxReturned),
    reinstated,
    held: Math.max(0, charged - returned),
  };
}

const isLost = ({ kind }: HistoryEvent) => kind === "dispute-lost";

function decisionsIn(dispute: readonly HistoryEvent[]): HistoryEvent[] {
  return withoutRepeats(dispute.filter(({ kind }) => kind !== "disputed"));
}

type EventsOf = (kind: HistoryKind) => readonly HistoryEvent[];

/**
 * Returns the amounts of the lost disputes that no refund was made for. A refund that was started before a
 * dispute was opened is other money. The latest dispute comes first: it has the fewest refunds to choose
 * from.
 */
function lostBesideRefunds(
  disputes: readonly (readonly HistoryEvent[])[],
  { refunded, of }: { readonly refunded: readonly HistoryEvent[]; readonly of: EventsOf },
): number[] {
  const openedAt = ([opening]: readonly HistoryEvent[]) => opening?.occurredAt ?? "";
  const unrefunded: number[] = [];
  const matched: number[] = [];
  for (const dispute of disputes.toSorted((a, b) => openedAt(b).localeCompare(openedAt(a)))) {
    const lost = amountsOf(decisionsIn(dispute).filter(isLost));
    const alone = unmatched(lost, unmatched(startedSince(openedAt(dispute)), matched));
    matched.push(...unmatched(lost, alone));
    unrefunded.push(...alone);
  }
  return unrefunded;

  /** Returns the amounts of refunds. One under way is known by its amount, as most reports of it have no number. */
  function startedSince(time: string): number[] {
    const isEarlier = ({ occurredAt }: HistoryEvent) => occurredAt < time;
    const underWay = new Set(amountsOf(of("refund-pending").filter(isEarlier)));
    const ended = amountsOf([...refunded.filter(isEarlier), ...of("refund-failed")]);
    const since = refunded.filter((event) => !isEarlier(event));
    return unmatched(amountsOf(since), unmatched([...underWay], ended));
  }
}

/** Returns the lost decisions of a dispute that was won afterwards, whose money has come back. */
function lostFirst(decisions: readonly HistoryEvent[]): HistoryEvent[] {
  return decisions.slice(0, -1).filter(isLost);
}

/**
 * Returns the sum of the reversals whose money came back because a dispute was won. A dispute that was won at first
 * gives back one earlier reversal of its amount, unless a lost dispute accounts for that reversal.
 */
function reversalsReturned(
  disputes: readonly (readonly HistoryEvent[])[],
  reversed: readonly HistoryEvent[],
): number {
  const stillLost = disputes.flatMap((decisions) => decisions.slice(-1).filter(isLost));
  const accounted = amountsOf(disputes.flatMap(lostFirst));
  const returned: number[] = [];
  const won = disputes.flatMap(([first]) => (first && !isLost(first) ? [first] : []));
  for (const { amountMinor, occurredAt } of won) {
    const earlierReversals = reversed.filter((event) => event.occurredAt <= occurredAt);
    const takenLater = unmatched(amountsOf(stillLost), amountsOf(without(reversed, earlierReversals)));
    const unaccounted = unmatched(amountsOf(earlierReversals), [...takenLater, ...accounted, ...returned]);
    if (amountMinor !== null && unaccounted.includes(amountMinor)) returned.push(amountMinor);
  }
  return sumOf(returned);
}

/**
 * The prefix of the subject of a failure that the answer to our refund request named. Paystack's webhook has
 * no such id.
 */
export const REQUEST_PREFIX = "request-";

/** The prefix of the subject of a refund that was done and has come back. */
export const CAME_BACK_PREFIX = "back-";

export function cameBackIn<Event extends HistoryEvent>(history: readonly Event[]): Event[] {
  return history.filter(
    (event) => event.kind === "refund-failed" && subjectOf(event).startsWith(CAME_BACK_PREFIX),
  );
}

/** Returns each failed refund once: a failure that our request saw and a reported one of equal amount are the same. */
export function failedRefundsIn<Event extends HistoryEvent>(history: readonly Event[]): Event[] {
  const cameBack = cameBackIn(history);
  const failed = history.filter((event) => event.kind === "refund-failed" && !cameBack.includes(event));
  const isOfRequest = (event: Event) => subjectOf(event).startsWith(REQUEST_PREFIX);
  const reported = failed.filter((event) => !isOfRequest(event));
  const unpairedAmounts = amountsOf(reported);
  const unreported = failed.filter(isOfRequest).filter(({ amountMinor }) => {
    const place = unpairedAmounts.indexOf(amountMinor ?? 0);
    if (place >= 0) unpairedAmounts.splice(place, 1);
    return place < 0;
  });
  return [...reported, ...unreported];
}

/** Returns the amount whose refunds failed and were not repeated since, whatever the ids of the later refunds. */
function failedRefunds(of: EventsOf): number {
  const [done, failed] = [of("refunded"), failedRefundsIn(of("refund-failed"))];
  return sumOf(unmatched(amountsOf(without(failed, done)), amountsOf(without(done, failed))));
}

/** Returns the events whose subject none of `others` has. */
export function without<Event extends HistoryEvent>(
  events: readonly Event[],
  others: readonly HistoryEvent[],
): readonly Event[] {
  const subjects = new Set(others.map(subjectOf));
  return events.filter((event) => !subjects.has(subjectOf(event)));
}

/** Returns the events' amounts; 0 for an event without one. */
export function amountsOf(events: readonly HistoryEvent[]): number[] {
  return events.map(({ amountMinor }) => amountMinor ?? 0);
}

/** Returns the amounts that no other amount equals. Each other amount cancels one that equals it. */
export function unmatched(amounts: readonly number[], otherAmounts: readonly number[]): number[] {
  const remaining = [...amounts];
  for (const amount of otherAmounts) {
    const place = remaining.indexOf(amount);
    if (place >= 0) remaining.splice(place, 1);
  }
  return remaining;
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
