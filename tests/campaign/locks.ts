import { currentProcess, runIn } from "./virtual-time.ts";

/** The browser's locks, one holder at a time over all tabs; a tab that ends lets go. */
export function tabLocks() {
  const queues = new Map<string, (() => void)[]>();

  function request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) {
    const tab = currentProcess();
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
          signal.removeEventListener("abort", leave);
          work().then(resolve, reject).finally(release);
        });
      const leave = () => {
        release();
        reject(signal.reason);
      };
      tab?.onEnd(release);
      signal.addEventListener("abort", leave, { once: true });
      queue.push(enter);
      if (queue.length === 1) enter();
    });
  }

  return { request };
}
