/**
 * Time that stops between events: a hundred hours pass in milliseconds, and what happens at once happens in the
 * same order each time.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Browser } from "./browser.ts";
import type { Stage } from "./stand-ins.ts";

/** Something that runs code and may end at any moment, as a tab or a worker does. Then nothing of it goes on. */
export class Process {
  isAlive = true;
  /** The checkouts of a tab; null elsewhere. */
  stage: Stage | null = null;
  readonly #onEnd: (() => void)[] = [];

  constructor(
    readonly name: string,
    /** Whose tab it is; null on the edge. */
    readonly browser: Browser | null = null,
  ) {}

  onEnd(act: () => void): void {
    this.#onEnd.push(act);
  }

  end(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const act of this.#onEnd) act();
  }
}

const running = new AsyncLocalStorage<Process | null>();

export const currentProcess = (): Process | null => running.getStore() ?? null;
export const runIn = <T>(process: Process | null, act: () => T): T => running.run(process, act);

interface Event {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

const realSetImmediate = setImmediate;

export class VirtualTime {
  now: number;
  #count = 0;
  readonly #events: Event[] = [];

  constructor(start: Date) {
    this.now = start.getTime();
  }

  /** Has something done later, by the process that asks, if it lives then. @returns what cancel() takes */
  after(milliseconds: number, act: () => void): number {
    const owner = currentProcess();
    this.#count += 1;
    const event: Event = {
      at: this.now + Math.max(0, Number.isFinite(milliseconds) ? milliseconds : 0),
      order: this.#count,
      act: () => {
        if (!owner || owner.isAlive) runIn(owner, act);
      },
    };
    let place = this.#events.length;
    while (place > 0 && (this.#events[place - 1] as Event).at > event.at) place -= 1;
    this.#events.splice(place, 0, event);
    return event.order;
  }

  cancel(order: unknown): void {
    const place = this.#events.findIndex((event) => event.order === order);
    if (place >= 0) this.#events.splice(place, 1);
  }

  /** Likewise, even when the process that asks has ended by then. */
  outlive(milliseconds: number, act: () => void): void {
    runIn(null, () => this.after(milliseconds, act));
  }

  /** Never resolves where the process that waits ends before. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Runs everything that is due by then. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      // All that an event causes at once has happened by the time this returns.
      await new Promise<void>((resolve) => realSetImmediate(resolve));
      const next = this.#events[0];
      if (!next || next.at > end) break;
      this.#events.shift();
      this.now = next.at;
      next.act();
    }
    this.now = Math.max(this.now, end);
  }
}
