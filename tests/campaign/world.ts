import type { Day } from "~/domain/dates/day.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { Database } from "~/edge/database.ts";
import { openDatabase } from "../fixtures/sqlite-database.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { startEdge, wayToDatabase } from "./edge.ts";
import { mailboxesOf } from "./mailboxes.ts";
import type { Plan, Random, Trouble } from "./plan.ts";
import type { KnownLearner } from "./portal.ts";
import { startProviders } from "./providers.ts";
import { currentProcess, VirtualTime } from "./time.ts";

/** A message of a page about a payment, or "visitor: not paid", as a visitor answered. */
interface Word {
  readonly at: number;
  readonly browser: string;
  /** The key of learner and course, no matter who pays. */
  readonly thing: string;
  readonly reference: string;
  /** A step of the payment's flow, or "earlier: " and the status of an earlier one as the edge says. */
  readonly says: string;
}

/** A day on which a charge is due from some moment on, between two times. */
export interface AgreedDue {
  readonly enrolment: string;
  /** The charge's number. */
  readonly number: number;
  readonly day: Day | null;
  /** Not where staff took back what was agreed, and the plan's day is restored. */
  readonly isAgreed: boolean;
  readonly from: number;
  readonly by: number;
}

/** A request for more time, until a day. */
interface TimeRequest {
  readonly enrolment: string;
  /** The charge's number. */
  readonly number: number;
  readonly day: Day;
  readonly from: number;
  /** The time at which it was stored; Infinity where the edge's answer was lost. */
  by: number;
  /** The time from which staff answer it; Infinity where they do not. */
  answeredFrom: number;
}

/** The state that the parts of one run share. */
export class World {
  /** The time at which the first visitor opens the page. */
  readonly start = Date.parse("2026-11-21T09:00:00.000Z");
  readonly time = new VirtualTime(this.start);
  readonly database: Database;
  /** The starts of the plan's troubles, in order; the first is with the first visitor. */
  readonly troubledFrom = [this.start];
  /** The faults that struck, by name. */
  readonly faults: string[] = [];
  /** The events of the run, a line each. */
  readonly trace: string[] = [];
  /** The time of the last act of a visitor, a payer or a provider. */
  lastEvent = this.start;
  /** The last time that something fell due for which the edge is to look. */
  lastDue = this.start;
  /** The time at which the unknown mailbox was mended; 0 before. */
  mendedAt = 0;
  /** The number of deliveries that could not be noted. As many mails may have come twice. */
  lostNotes = 0;
  readonly words: Word[] = [];
  /**
   * The times at which a learner stopped reminders or withdrew. If the edge's answer was lost, it may have
   * stopped them.
   */
  readonly stops: {
    readonly at: number;
    readonly enrolment: string;
    readonly isAnswered: boolean;
    /** Staff have withdrawn the learner. */
    readonly isWithdrawal: boolean;
  }[] = [];
  /** The money that staff gave back without a provider, in kobo or cents. */
  readonly givenBack: { readonly reference: string; readonly minor: number }[] = [];
  /** The days on which charges were due by what staff agreed or took back, in order. */
  readonly dueDates: AgreedDue[] = [];
  /** The times at which the learner asked for more time to pay a charge. */
  readonly timeRequests: TimeRequest[] = [];
  /** The times at which staff said at the desk that they had looked at the flags. */
  readonly looks: { readonly at: number; readonly enrolment: string }[] = [];
  /** Payments whose checkout was left open on My enrolment, by somebody who never comes back to that page. */
  readonly leftOpen = new Set<string>();
  /**
   * The times at which the owner of an address confirmed it. If the edge's answer was lost, it may be the
   * learner's.
   */
  readonly confirmations: {
    readonly enrolment: string;
    readonly email: string;
    readonly isAnswered: boolean;
    /** Another address was asked for since. */
    readonly isReplaced: boolean;
  }[] = [];
  /** Addresses that are not the learner's any more, and whose links open the enrolment still. */
  readonly staleKeys: { readonly enrolment: string; readonly email: string }[] = [];
  /**
   * The outdated things on My enrolment, a sentence each: a pending payment that had ended, a day taken
   * back.
   */
  readonly outdated: string[] = [];
  /** The learning portal's learners, by enrolment id. */
  readonly portal = new Map<string, KnownLearner>();
  /** The starts of the sweeps. */
  readonly sweeps: number[] = [];
  /** The views of My enrolment at the end of the run. */
  readonly views: EnrolmentView[] = [];
  readonly mailboxes: ReturnType<typeof mailboxesOf>;
  readonly providers: ReturnType<typeof startProviders>;
  readonly answer: ReturnType<typeof startEdge>;

  /** A world in which nothing has happened yet. @param broken what is wrong with the edge on purpose */
  constructor(
    readonly plan: Plan,
    /** The source of people's choices and their times. */
    readonly random: Random,
    /**
     * The source of machines' chances: delays, failures, ids. Another statement changes nobody's choices.
     */
    readonly noise: Random,
    readonly broken: BrokenEdge | null,
  ) {
    this.database = openDatabase({ through: wayToDatabase(this) });
    this.mailboxes = mailboxesOf(this);
    this.providers = startProviders(this);
    this.answer = startEdge(this);
  }

  note(what: string): void {
    const seconds = ((this.time.now - this.start) / 1000).toFixed(3).padStart(10);
    this.trace.push(`${seconds} s  ${(currentProcess()?.name ?? "").padEnd(12)} ${what}`);
  }

  /** Something happened outside of the edge. */
  stir(): void {
    this.lastEvent = this.time.now;
  }

  /** A fault has struck. */
  noteFault(what: string): void {
    this.faults.push(what);
    this.note(`FAULT ${what}`);
  }

  /** Draws whether one of these troubles strikes now. @returns the kind of fault; null for none */
  drawFault<Kind>(who: string, ...troubles: readonly Trouble<Kind>[]): Kind | null {
    const now = this.sinceTroubled(this.time.now);
    const [fault = null] = troubles.flatMap(({ from, until, chance, kinds }) =>
      now >= from && now < until && this.noise.chance(chance) ? [this.noise.pick(kinds)] : [],
    );
    return this.letFail(who, fault);
  }

  /** @param fault a number is the status of an answer */
  letFail<Kind>(who: string, fault: Kind | null): Kind | null {
    if (fault !== null) this.noteFault(`${who} ${typeof fault === "number" ? `answers ${fault}` : fault}`);
    return fault;
  }

  /** Milliseconds from the last beginning of the plan's troubles to a moment: their times are counted so. */
  sinceTroubled(at: number): number {
    return at - (this.troubledFrom.findLast((from) => from <= at) ?? 0);
  }
}
