import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { Database } from "~/edge/database.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { type Edge, startEdge } from "./edge.ts";
import { type Mailboxes, mailboxesOf } from "./mailboxes.ts";
import type { Plan } from "./plan.ts";
import { type Providers, startProviders } from "./providers.ts";
import type { Random } from "./random.ts";
import type { Trouble } from "./trouble.ts";
import { currentProcess, VirtualTime } from "./virtual-time.ts";

/** An order that a visitor pressed Pay for. */
export interface Attempt {
  readonly at: number;
  readonly browser: string;
  readonly reference: string;
  /** The same for the same learner, course and plan, no matter who pays. */
  readonly thing: string;
  /** Kobo or cents. */
  readonly minor: number;
  /** What it pays, where the edge had started it; null for a payment that starts an enrolment. */
  readonly pays: { readonly enrolment: string; readonly charges: readonly number[] } | null;
}

/** Everything that one run's parts share. */
export class World {
  readonly time: VirtualTime;
  /** When the first visitor opens the page. */
  readonly start: number;
  /** When the plan's troubles start, again and again, in order: the first time with the first visitor. */
  readonly troubledFrom: number[];
  /** When something falls due for which the edge is to look, in no order. */
  readonly dueTimes: number[] = [];
  /** How often each kind of fault struck. */
  readonly faults = new Map<string, number>();
  /** What happened, a line each. */
  readonly trace: string[] = [];
  /** When a visitor, a payer or a provider last did something. */
  lastEvent: number;
  /** When somebody had the mailbox mended that was not known. */
  mendedAt = 0;
  readonly attempts: Attempt[] = [];
  /**
   * What a page showed of a payment, as its visitor read it: a step of the payment's flow, or "earlier: " and the status of
   * an earlier one as the edge says.
   */
  readonly words: { readonly at: number; browser: string; reference: string; says: string }[] = [];
  /** References of which a visitor said, as the page asked, that they were not paid, or not open in another tab. */
  readonly saidNotPaid = new Set<string>();
  /** When a learner said that no more reminders are wanted; where the edge's answer was lost, it may have stopped them. */
  readonly stops: { readonly at: number; enrolment: string; isAnswered: boolean }[] = [];
  /** What My enrolment showed at the end of the run. */
  readonly views: EnrolmentView[] = [];
  readonly mailboxes: Mailboxes;
  readonly providers: Providers;
  readonly edge: Edge;

  /**
   * A world in which nothing has happened yet.
   * @param database empty
   * @param broken what is wrong with the edge on purpose
   */
  constructor(
    readonly plan: Plan,
    readonly random: Random,
    start: Date,
    readonly database: Database,
    readonly broken: BrokenEdge | null = null,
  ) {
    this.time = new VirtualTime(start);
    this.start = this.time.now;
    this.troubledFrom = [this.start];
    this.lastEvent = this.start;
    this.mailboxes = mailboxesOf(this);
    this.providers = startProviders(this);
    this.edge = startEdge(this);
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
  strike(what: string): void {
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1);
    this.note(`FAULT ${what}`);
  }

  /** Whether trouble strikes just now, and of what kind. */
  drawFault<Kind>({ from, until, chance, kinds }: Trouble<Kind>): Kind | null {
    const now = this.sinceTroubled(this.time.now);
    if (now < from || now >= until || !this.random.chance(chance)) return null;
    return this.random.pick(kinds);
  }

  /** Milliseconds from the last beginning of the plan's troubles to a moment: their times are counted so. */
  sinceTroubled(at: number): number {
    return at - (this.troubledFrom.findLast((from) => from <= at) ?? 0);
  }

  /** Keeps that Pay was pressed in a browser, once for each reference. */
  keepAttempt(attempt: Omit<Attempt, "at">): void {
    const isKnown = ({ reference, browser }: Attempt) =>
      reference === attempt.reference && browser === attempt.browser;
    if (!this.attempts.some(isKnown)) this.attempts.push({ at: this.time.now, ...attempt });
  }

  /** Keeps what a page said of a payment in a browser. */
  keepWord(browser: string, reference: string, says: string): void {
    this.words.push({ at: this.time.now, browser, reference, says });
  }
}
