import { FakeStorage } from "../fixtures/fake-storage.ts";
import { currentProcess, runIn } from "./virtual-time.ts";

/** A browser on one device: all its tabs share what it stores. */
export interface Browser {
  readonly name: string;
  /** As the edge sees where its requests come from. */
  readonly address: string;
  readonly country: "Nigeria" | "Ghana";
  readonly lookup: "answers" | "fails" | "hangs";
  readonly localStorage: FakeStorage;
  readonly locks: ReturnType<typeof tabLocks>;
}

export function newBrowser(facts: Pick<Browser, "name" | "address" | "country" | "lookup">): Browser {
  return { ...facts, localStorage: new FakeStorage(), locks: tabLocks() };
}

/** The browser whose tab runs just now; null on the edge. */
export const currentBrowser = (): Browser | null => currentProcess()?.browser ?? null;

/** The browser's locks, one holder at a time over all tabs; a tab that ends lets go. */
function tabLocks() {
  const queues = new Map<string, (() => void)[]>();
  const shared = new Set<{ name: string }>();

  function request(name: string, { signal, mode }: LockOptions, work: () => Promise<unknown>) {
    const tab = currentProcess();
    if (mode === "shared") return share(name, work);
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return new Promise((resolve, reject) => {
      const release = () => {
        const place = queue.indexOf(enter);
        if (place < 0) return;
        queue.splice(place, 1);
        if (place === 0) queue[0]?.();
      };
      const enter = () =>
        runIn(tab, () => {
          signal?.removeEventListener("abort", leave);
          work().then(resolve, reject).finally(release);
        });
      const leave = () => {
        release();
        reject(signal?.reason);
      };
      tab?.onEnd(release);
      signal?.addEventListener("abort", leave, { once: true });
      queue.push(enter);
      if (queue.length === 1) enter();
    });
  }

  function share(name: string, work: () => Promise<unknown>): Promise<unknown> {
    const lock = { name };
    const release = () => shared.delete(lock);
    currentProcess()?.onEnd(release);
    shared.add(lock);
    return work().finally(release);
  }

  async function query() {
    const taken = [...queues].flatMap(([name, { length }]) => (length > 0 ? [{ name }] : []));
    return { held: [...taken, ...shared] };
  }

  return { request, query };
}
