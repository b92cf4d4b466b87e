/** Returns a signal that aborts after a time. `AbortSignal.timeout` is missing in iOS 15 and Chrome 102. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException("timed out", "TimeoutError")), milliseconds);
  return controller.signal;
}
