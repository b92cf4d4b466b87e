/** What an island tells its element of once React has taken over what the server drew; it bubbles. */
export const HYDRATED_EVENT = "island:hydrated";

/** Tells the island's element, from anything drawn in it. */
export function tellHydrated(drawn: Element | null): void {
  drawn?.dispatchEvent(new Event(HYDRATED_EVENT, { bubbles: true }));
}
