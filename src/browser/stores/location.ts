import { timeoutSignal } from "~/browser/edge-client/send.ts";
import {
  LOCATION_KEY,
  parseLocation,
  parseSavedLocation,
  type VisitorLocation,
} from "~/domain/location/location.ts";
import { readStorage, writeStorage } from "./browser-storage.ts";
import { persistedAtom } from "./persisted-atom.ts";

const LOOKUP_TIMEOUT_MS = 5_000;
const FAILED_KEY = "location-lookup-failed";

/** The visitor's location, looked up once and stored; null until then. */
export const $location = persistedAtom<VisitorLocation | null>(LOCATION_KEY, {
  initial: null,
  encode: (location) => location && JSON.stringify(location),
  decode: parseSavedLocation,
});

/**
 * Looks the location up, unless it is stored. A failure is logged, and not retried in this tab's session; prices stay in
 * dollars.
 */
export async function lookUpLocation(endpoint: string): Promise<void> {
  if ($location.get() || readStorage("sessionStorage", FAILED_KEY)) return;
  try {
    // Firefox aborts other requests as the page is left, and that is no failure of the lookup.
    const answer = await fetch(endpoint, { keepalive: true, signal: timeoutSignal(LOOKUP_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const location = parseLocation(await answer.json());
    if (!location) throw new Error("no country in the answer");
    $location.set(location);
  } catch (error) {
    console.error(`The location lookup failed: ${(error as Error).message}`);
    // With blocked storage the next page looks it up again, which costs little.
    writeStorage("sessionStorage", FAILED_KEY, "1");
  }
}
