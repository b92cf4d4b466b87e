import { timeoutSignal } from "~/browser/edge-client/timeout-signal.ts";

/** How long to wait for the lock: four mails without an answer. A suspended tab may hold it longer. */
const LOCK_TIMEOUT_MS = 60_000;

/**
 * Runs work under a Web Lock, so that two tabs never send the same mail. Without the lock (storage blocked, or the wait
 * timed out) it runs all the same: a second mail does less harm than none.
 * @param name "outbox", or the id of a form's mail, so that Send does not wait for other mails
 */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  let hasLock = false;
  try {
    return await navigator.locks.request(name, { signal: timeoutSignal(LOCK_TIMEOUT_MS) }, () => {
      hasLock = true;
      return work();
    });
  } catch (error) {
    if (hasLock) throw error;
    return work();
  }
}

/**
 * Marks something as done for all tabs, by a Web Lock that is held as long as a tab may wait for its own. Between
 * processes a write to localStorage arrives later than a lock, at times by seconds. Call it while the lock is still held.
 * @param name never used for anything else
 */
export async function markDone(name: string): Promise<void> {
  if (!navigator.locks) return;
  await new Promise<unknown>((resolve) => {
    const hold = () => {
      resolve(name);
      return new Promise((release) => setTimeout(release, LOCK_TIMEOUT_MS));
    };
    // Refused where storage is blocked: then there is nothing to read in another tab either.
    navigator.locks.request(markOf(name), { mode: "shared" }, hold).then(resolve, resolve);
  });
}

/** Whether any tab has just marked it as done, whatever localStorage says here. */
export async function isDone(name: string): Promise<boolean> {
  try {
    const { held } = await navigator.locks.query();
    return held?.some((lock) => lock.name === markOf(name)) ?? false;
  } catch {
    return false;
  }
}

const markOf = (name: string) => `done ${name}`;
