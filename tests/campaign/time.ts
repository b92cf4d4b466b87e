import { AsyncLocalStorage } from "node:async_hooks";
import type { Browser } from "./browser.ts";
import type { Tab } from "./payer.ts";

/** A tab or a worker. It may end at any moment, and then none of its code runs any more. */
export class Process extends AbortController {
  constructor(
    readonly name: string,
    /** The browser of a tab; `null` on the edge. */
    readonly browser: Browser | null = null,
  ) {
    super();
  }

  onEnd(act: () => void): void {
    this.signal.addEventListener("abort", act, { once: true });
  }
}

const running = new AsyncLocalStorage<Process | null>();

export const currentProcess = (): Process | null => running.getStore() ?? null;
/** Returns the running tab. Call it only where a checkout opens, which only tabs do. */
export const currentTab = () => currentProcess() as Tab;
export const runIn = <T>(process: Process | null, act: () => T): T => running.run(process, act);

const realSetImmediate = setImmediate;

/**
 * Time that jumps from event to event. A hundred hours pass in milliseconds, and events of the same moment happen in
 * the same order on every run.
 */
export class VirtualTime {
  #events: { readonly at: number; readonly act: () => void }[] = [];

  constructor(public now: number) {}

  /** Calls a function later, unless the process that runs now has ended by then. @returns the event, for `cancel` */
  after(milliseconds: number, act: () => void): unknown {
    const owner = currentProcess();
    const actIfAlive = () => {
      if (!owner?.signal.aborted) runIn(owner, act);
    };
    const event = { at: this.now + Math.max(0, milliseconds), act: actIfAlive };
    const previous = this.#events.findLastIndex(({ at }) => at <= event.at);
    this.#events.splice(previous + 1, 0, event);
    return event;
  }

  cancel(event: unknown): void {
    this.#events = this.#events.filter((scheduled) => scheduled !== event);
  }

  /** Calls a function later, outside of any process. @returns the event, for `cancel` */
  schedule(milliseconds: number, act: () => void): unknown {
    return runIn(null, () => this.after(milliseconds, act));
  }

  /** Returns a promise that resolves later, and never if the process that waits has ended by then. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Runs all events until a time. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      // All callbacks of the promises that the last event settled run first.
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
