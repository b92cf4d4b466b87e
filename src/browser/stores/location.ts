import { sendJson } from "~/browser/edge-client/send-json.ts";
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
 * Looks the location up, unless it is stored. A failure is logged and not retried in this tab's session;
 * prices stay in dollars.
 */
export async function lookUpLocation(endpoint: string): Promise<void> {
  if ($location.get() || readStorage("sessionStorage", FAILED_KEY)) return;
  // Firefox aborts requests without keepalive when the page is left, which would be logged as a failure.
  const answer = await sendJson(endpoint, { keepalive: true, timeoutMs: LOOKUP_TIMEOUT_MS });
  const location = answer?.ok ? parseLocation(answer.body) : null;
  if (location) return $location.set(location);
  console.error(`The location lookup failed: ${answer ? `status ${answer.status}` : "no answer"}`);
  // If storage is blocked, the next page looks it up again, which costs little.
  writeStorage("sessionStorage", FAILED_KEY, "1");
}
