/** How long a tab waits for its turn: four mails that each get no answer. Another tab may have been put to sleep. */
const TURN_TIMEOUT_MS = 60_000;

/**
 * Sends while no other tab sends the same, so that nobody is told twice. Where storage is blocked, a browser refuses
 * turns as well; going without one is better than telling nobody.
 * @param what "outbox", or the id of a form's mail: a visitor who presses Send does not wait for other mails
 */
export async function inTurn<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  let isMyTurn = false;
  try {
    return await navigator.locks.request(what, { signal: AbortSignal.timeout(TURN_TIMEOUT_MS) }, () => {
      isMyTurn = true;
      return work();
    });
  } catch (error) {
    if (isMyTurn) throw error;
    return work();
  }
}
