/**
 * What is left of a payment, and what went back.
 *
 * The same money may be reported twice: by the dispute that was lost, and by the refund or reversal that the provider made
 * for it. It is counted once: a lost dispute that comes with a refund or a reversal of its amount is the same money, and
 * reversals are made for nothing but disputes, so they and the lost disputes are never added up.
 */
import type { HistoryEvent, HistoryKind } from "./payment-history.ts";

/** In the smallest unit of one currency. */
export interface MoneyMoved {
  readonly charged: number;
  /** Once anything was charged, no more than that. */
  readonly returned: number;
  /** What went back by the provider alone, whether or not the academy got it again. */
  readonly returnedByProvider: number;
  /** What went back both outside the provider and by it: more than was charged. */
  readonly returnedTwice: number;
  /** What the academy got again of it. */
  readonly reinstated: number;
  readonly held: number;
}

/** The provider's own number of what an event is about: the charge, the refund, the dispute. */
export function subjectOf({ eventId }: Pick<HistoryEvent, "eventId">): string {
  return eventId.slice(eventId.indexOf(":") + 1);
}

/** Prefix of the subject of what staff record: it is their own, not a number of the provider's. */
export const OF_STAFF = "desk-";

/** What moved in one currency, derived from a whole history in any order. */
export function moneyMoved(history: readonly HistoryEvent[], currency: string | null): MoneyMoved {
  const events = history.filter((event) => event.currency === currency);
  const of = (kind: HistoryKind) => events.filter((event) => event.kind === kind);
  const reversed = of("reversed");
  const reversals = amountsOf(reversed);
  // PayPal lists a reversal among the refunds of its order, too.
  const refunds = amountsOf(without(of("refunded"), reversed));
  const lost = amountsOf(of("dispute-lost"));
  const lostAlone = unmatched(unmatched(lost, reversals), refunds);
  const reversedAlone = unmatched(reversals, lost);
  const charged = sum(amountsOf(of("charged")));
  const reported = sum(refunds) + sum(reversals) + Math.max(0, sum(lostAlone) - sum(reversedAlone));
  // The provider's own list may have more; what it sums up may bear other numbers there, so the two are never added up.
  const sums = of("returned-in-all");
  const bySums = (isOfStaff: boolean) =>
    Math.max(0, ...amountsOf(sums.filter((event) => subjectOf(event).startsWith(OF_STAFF) === isOfStaff)));
  // Staff record a refund when they request it: one that the provider could not make has not gone back.
  const known = Math.max(reported, bySums(false), bySums(true) - failedRefunds(of));
  const most = charged > 0 ? charged : Number.POSITIVE_INFINITY;
  const reinstated = reinstatedBy(of);
  const leftByProvider = Math.min(Math.max(0, known - reinstated), most);
  const returned = leftByProvider + sum(amountsOf(of("refunded-elsewhere")));
  return {
    charged,
    returned: Math.min(returned, most),
    returnedByProvider: known,
    returnedTwice: Math.max(0, returned - most),
    reinstated,
    held: Math.max(0, charged - returned),
  };
}

/**
 * What was taken from the academy and given to it again. Of a dispute's decisions the later one counts: what a lost one took
 * comes back with it, or the reversal that came before it. The provider's list may show the same money.
 */
function reinstatedBy(of: (kind: HistoryKind) => readonly HistoryEvent[]): number {
  const won = of("dispute-won").filter((event) => !laterOf(event, of("dispute-lost")));
  const lost = of("dispute-lost");
  const lostFirst = lost.filter((event) => laterOf(event, won));
  const stillLost = amountsOf(without(lost, lostFirst));
  const isOpen = without(of("disputed"), [...won, ...lost]).length > 0;
  const returned: number[] = [];
  // A reversal stays as long as another dispute about the payment goes on.
  for (const { amountMinor, occurredAt } of isOpen ? [] : without(won, lostFirst)) {
    const before = of("reversed").filter((event) => event.occurredAt <= occurredAt);
    const left = unmatched(amountsOf(before), [...stillLost, ...returned]);
    if (amountMinor !== null && left.includes(amountMinor)) returned.push(amountMinor);
  }
  return Math.max(sum([...amountsOf(lostFirst), ...returned]), ...amountsOf(of("reinstated")));
}

/** Another decision about the same dispute that came after this one. */
function laterOf(event: HistoryEvent, others: readonly HistoryEvent[]): HistoryEvent | undefined {
  return others.find((other) => subjectOf(other) === subjectOf(event) && other.occurredAt > event.occurredAt);
}

/** What the provider could not give back, and has not given back since under whatever number. */
function failedRefunds(of: (kind: HistoryKind) => readonly HistoryEvent[]): number {
  const [done, failed] = [of("refunded"), of("refund-failed")];
  return sum(unmatched(amountsOf(without(failed, done)), amountsOf(without(done, failed))));
}

/** The events about something that none of the others is about. */
export function without(
  events: readonly HistoryEvent[],
  others: readonly HistoryEvent[],
): readonly HistoryEvent[] {
  const subjects = new Set(others.map(subjectOf));
  return events.filter((event) => !subjects.has(subjectOf(event)));
}

/** The events' amounts; 0 where one names none. */
export function amountsOf(events: readonly HistoryEvent[]): number[] {
  return events.map(({ amountMinor }) => amountMinor ?? 0);
}

/** The amounts that are left when each of the others has taken away one that equals it. */
export function unmatched(amounts: readonly number[], others: readonly number[]): number[] {
  const left = [...amounts];
  for (const other of others) {
    const place = left.indexOf(other);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
