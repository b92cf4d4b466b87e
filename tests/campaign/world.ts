import type { Plan, Trouble } from "./plan.ts";
import type { Random } from "./random.ts";
import { currentProcess, type VirtualTime } from "./virtual-time.ts";

/** Everything that one run's parts share. */
export interface World {
  readonly plan: Plan;
  readonly random: Random;
  readonly time: VirtualTime;
  /** When the visitor opens the page. */
  readonly start: number;
  /** How often each kind of fault struck. */
  readonly faults: Map<string, number>;
  /** What happened, a line each. */
  readonly trace: string[];
}

export function note({ time, start, trace }: World, what: string): void {
  const seconds = ((time.now - start) / 1000).toFixed(3).padStart(10);
  trace.push(`${seconds} s  ${(currentProcess()?.name ?? "").padEnd(12)} ${what}`);
}

/** A fault has struck. */
export function strike(world: World, what: string): void {
  world.faults.set(what, (world.faults.get(what) ?? 0) + 1);
  note(world, `FAULT ${what}`);
}

/** Whether trouble strikes just now, and of what kind. */
export function drawFault<Kind>({ time, start, random }: World, trouble: Trouble<Kind>): Kind | null {
  const now = time.now - start;
  if (now < trouble.from || now >= trouble.until || !random.chance(trouble.chance)) return null;
  return random.pick(trouble.kinds);
}
