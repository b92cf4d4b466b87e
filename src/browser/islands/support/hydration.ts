/** Dispatched on the island's element once React has hydrated it; it bubbles. */
export const HYDRATED_EVENT = "island:hydrated";

/** @param rendered any element inside the island */
export function notifyHydrated(rendered: Element | null): void {
  rendered?.dispatchEvent(new Event(HYDRATED_EVENT, { bubbles: true }));
}
