/**
 * Time that stops between events: a hundred hours pass in milliseconds, and events of the same moment happen in the same
 * order on every run.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Browser } from "./browser.ts";
import type { Tab } from "./payer.ts";

/** Something that runs code and may end at any moment, as a tab or a worker does. Then nothing of it goes on. */
export class Process extends AbortController {
  /** @param browser the browser that the tab belongs to; null on the edge */
  constructor(
    readonly name: string,
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
/** Returns the tab that runs. Only tabs open checkouts. */
export const currentTab = () => currentProcess() as Tab;
export const runIn = <T>(process: Process | null, act: () => T): T => running.run(process, act);

const realSetImmediate = setImmediate;

export class VirtualTime {
  #events: { readonly at: number; readonly act: () => void }[] = [];

  constructor(public now: number) {}

  /** Acts later, in the process that asks for it, unless that has ended by then. @returns the event, for cancel() */
  after(milliseconds: number, act: () => void): unknown {
    const owner = currentProcess();
    const actIfAlive = () => {
      if (!owner?.signal.aborted) runIn(owner, act);
    };
    const event = { at: this.now + Math.max(0, milliseconds), act: actIfAlive };
    const place = this.#events.findLastIndex(({ at }) => at <= event.at);
    this.#events.splice(place + 1, 0, event);
    return event;
  }

  cancel(event: unknown): void {
    this.#events = this.#events.filter((each) => each !== event);
  }

  /** Acts later, even if the process that asks has ended by then. */
  outlive(milliseconds: number, act: () => void): void {
    runIn(null, () => this.after(milliseconds, act));
  }

  /** Waits. The promise never resolves if the process that waits ends before. */
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
