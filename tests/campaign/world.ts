import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { Plan } from "./plan.ts";
import type { Random } from "./random.ts";
import type { Trouble } from "./trouble.ts";
import { currentProcess, VirtualTime } from "./virtual-time.ts";

/** What a page showed of a payment, as its visitor read it. */
export interface PageWord {
  readonly at: number;
  readonly browser: string;
  readonly reference: string;
  /** A step of the payment's flow, or "earlier: " and the status of an earlier one as the edge says. */
  readonly says: string;
}

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

/** A learner said that no more reminders are wanted. */
export interface Stop {
  readonly at: number;
  readonly enrolment: string;
  /** Whether the edge said yes; where its answer was lost, it may have stopped them all the same. */
  readonly isAnswered: boolean;
}

/** Everything that one run's parts share. */
export interface World {
  readonly plan: Plan;
  readonly random: Random;
  readonly time: VirtualTime;
  /** When the first visitor opens the page. */
  readonly start: number;
  /** When the plan's troubles start, again and again, in order: the first time with the first visitor. */
  readonly troubledFrom: number[];
  /** When something falls due for which the edge is to look, in no order. */
  readonly dueTimes: number[];
  /** How often each kind of fault struck. */
  readonly faults: Map<string, number>;
  /** What happened, a line each. */
  readonly trace: string[];
  /** When a visitor, a payer or a provider last did something. */
  readonly lastEvent: { at: number };
  readonly attempts: Attempt[];
  readonly words: PageWord[];
  /** References of which a visitor said, as the page asked, that they were not paid, or not open in another tab. */
  readonly saidNotPaid: Set<string>;
  readonly stops: Stop[];
  /** What My enrolment showed at the end of the run. */
  readonly views: EnrolmentView[];
}

/** A world in which nothing has happened yet. */
export function newWorld(plan: Plan, random: Random, start: Date): World {
  const time = new VirtualTime(start);
  return {
    plan,
    random,
    time,
    start: time.now,
    troubledFrom: [time.now],
    dueTimes: [],
    faults: new Map(),
    trace: [],
    lastEvent: { at: time.now },
    attempts: [],
    words: [],
    saidNotPaid: new Set(),
    stops: [],
    views: [],
  };
}

export function note({ time, start, trace }: World, what: string): void {
  const seconds = ((time.now - start) / 1000).toFixed(3).padStart(10);
  trace.push(`${seconds} s  ${(currentProcess()?.name ?? "").padEnd(12)} ${what}`);
}

/** Something happened outside of the edge. */
export function stir({ lastEvent, time }: World): void {
  lastEvent.at = time.now;
}

/** A fault has struck. */
export function strike(world: World, what: string): void {
  world.faults.set(what, (world.faults.get(what) ?? 0) + 1);
  note(world, `FAULT ${what}`);
}

/** Whether trouble strikes just now, and of what kind. */
export function drawFault<Kind>(world: World, trouble: Trouble<Kind>): Kind | null {
  const { random } = world;
  const now = sinceTroubled(world, world.time.now);
  if (now < trouble.from || now >= trouble.until || !random.chance(trouble.chance)) return null;
  return random.pick(trouble.kinds);
}

/** Milliseconds from the last beginning of the plan's troubles to a moment: their times are counted so. */
export function sinceTroubled({ troubledFrom }: Pick<World, "troubledFrom">, at: number): number {
  return at - (troubledFrom.findLast((from) => from <= at) ?? 0);
}
