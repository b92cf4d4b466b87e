import type { Day } from "~/domain/dates/day.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { Database } from "~/edge/database.ts";
import { openDatabase } from "../fixtures/sqlite-database.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { databaseConnection, startEdge } from "./edge.ts";
import { mailboxesOf } from "./mailboxes.ts";
import type { Plan, Random, Trouble } from "./plan.ts";
import type { PortalLearner } from "./portal.ts";
import { startProviders } from "./providers.ts";
import { currentProcess, VirtualTime } from "./time.ts";

/** A page's message about a payment, or its visitor's answer. */
interface PageMessage {
  readonly at: number;
  readonly browser: string;
  /** The key of learner and course, whoever pays. */
  readonly purchase: string;
  readonly reference: string;
  /** A step of the payment's flow, "earlier: " with a status from the edge, or "visitor: " with an answer. */
  readonly text: string;
}

/** A change of a charge's due date. It took effect between `from` and `by`. */
export interface DueDateChange {
  readonly enrolment: string;
  /** The charge's number. */
  readonly number: number;
  readonly day: Day | null;
  /** False where staff took an agreed date back and restored the plan's. */
  readonly isAgreed: boolean;
  readonly from: number;
  readonly by: number;
}

/** A learner's request for more time. */
interface TimeRequest {
  readonly enrolment: string;
  /** The charge's number. */
  readonly number: number;
  /** The day until which the learner asks. */
  readonly day: Day;
  readonly from: number;
  /** The time by which the request was stored; `Infinity` if the edge's answer was lost. */
  by: number;
  /** The time from which staff answer; `Infinity` if they never do. */
  answeredFrom: number;
}

/** The end of a learner's reminders. */
interface Stop {
  readonly at: number;
  readonly enrolment: string;
  /** False if the edge's answer was lost. Then the reminders may have stopped. */
  readonly isAnswered: boolean;
  /** Whether staff withdrew the learner. */
  readonly isWithdrawal: boolean;
}

/** The confirmation of a new address by its owner. */
interface Confirmation {
  readonly enrolment: string;
  readonly email: string;
  /** False if the edge's answer was lost. Then the address may have become the learner's. */
  readonly isAnswered: boolean;
  /** Whether the learner had asked for another address since. */
  readonly isReplaced: boolean;
}

/** The state that the parts of one run share. */
export class World {
  /** The time at which the first visitor opens the page. */
  readonly start = Date.parse("2026-11-21T09:00:00.000Z");
  readonly time = new VirtualTime(this.start);
  readonly database: Database;
  /** The times at which the plan's troubles start, in order. */
  readonly troubledFrom = [this.start];
  /** The names of the faults that struck. */
  readonly faults: string[] = [];
  /** The events of the run, a line each. */
  readonly trace: string[] = [];
  /** The time of the last action of a visitor, a payer or a provider. */
  lastActivity = this.start;
  /** The last time at which something fell due that the edge must notice. */
  lastDue = this.start;
  /** The time at which the unknown mailbox was mended; 0 before. */
  mendedAt = 0;
  /** The number of deliveries that the edge could not record. As many mails may have been sent twice. */
  lostDeliveryRecords = 0;
  readonly messages: PageMessage[] = [];
  readonly stops: Stop[] = [];
  /** The money that staff gave back without a provider, in kobo or cents. */
  readonly givenBack: { readonly reference: string; readonly minor: number }[] = [];
  /** In order. */
  readonly dueDates: DueDateChange[] = [];
  readonly timeRequests: TimeRequest[] = [];
  /** The times at which staff marked an enrolment's flags as looked at. */
  readonly looks: { readonly at: number; readonly enrolment: string }[] = [];
  /** The references of checkouts on My enrolment that were left open. Nobody returns to their page. */
  readonly leftOpen = new Set<string>();
  readonly confirmations: Confirmation[] = [];
  /** Former addresses of learners whose mailed links still open the enrolment. */
  readonly staleKeys: { readonly enrolment: string; readonly email: string }[] = [];
  /** Outdated facts on My enrolment, a sentence each. */
  readonly outdated: string[] = [];
  /** The learning portal's learners, by enrolment id. */
  readonly portal = new Map<string, PortalLearner>();
  /** The times at which sweeps started. */
  readonly sweeps: number[] = [];
  /** The views of My enrolment at the end of the run. */
  readonly views: EnrolmentView[] = [];
  readonly mailboxes: ReturnType<typeof mailboxesOf>;
  readonly providers: ReturnType<typeof startProviders>;
  readonly edge: ReturnType<typeof startEdge>;

  constructor(
    readonly plan: Plan,
    /** The source of people's choices and their times. */
    readonly random: Random,
    /** The source of delays, failures and ids, apart from people's choices, which it must not change. */
    readonly noise: Random,
    readonly broken: BrokenEdge | null,
  ) {
    this.database = openDatabase({ through: databaseConnection(this) });
    this.mailboxes = mailboxesOf(this);
    this.providers = startProviders(this);
    this.edge = startEdge(this);
  }

  /** Adds a line to the trace. */
  note(line: string): void {
    const seconds = ((this.time.now - this.start) / 1000).toFixed(3).padStart(10);
    this.trace.push(`${seconds} s  ${(currentProcess()?.name ?? "").padEnd(12)} ${line}`);
  }

  noteActivity(): void {
    this.lastActivity = this.time.now;
    this.edge.planSweep();
  }

  /** Notes that something falls due now that the edge must notice. */
  noteDue(): void {
    this.lastDue = this.time.now;
    this.edge.planSweep();
  }

  noteFault(name: string): void {
    this.faults.push(name);
    this.note(`FAULT ${name}`);
  }

  /** Draws whether one of these troubles strikes now. @returns the kind of fault; `null` for none */
  drawFault<Kind>(part: string, ...troubles: readonly Trouble<Kind>[]): Kind | null {
    const now = this.sinceTroubled(this.time.now);
    const [fault = null] = troubles.flatMap(({ from, until, chance, kinds }) =>
      now >= from && now < until && this.noise.chance(chance) ? [this.noise.pick(kinds)] : [],
    );
    return this.noteFaultOf(part, fault);
  }

  /** Notes the fault of a part, unless it is null, and returns it. A number is the status of an answer. */
  noteFaultOf<Kind>(part: string, fault: Kind | null): Kind | null {
    if (fault !== null) this.noteFault(`${part} ${typeof fault === "number" ? `answers ${fault}` : fault}`);
    return fault;
  }

  /** Returns the milliseconds from the latest start of the plan's troubles, from which their times are counted. */
  sinceTroubled(at: number): number {
    return at - (this.troubledFrom.findLast((from) => from <= at) ?? 0);
  }
}
