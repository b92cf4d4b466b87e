import { ENROLMENTS_KEY, keysBelow, readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import { type EnrolmentAccess, newKey, readFragment } from "~/domain/enrolment/enrolment-key.ts";

/** Of what this browser asked to begin and has no answer to yet. */
const REQUESTS = "enrolment-requests";

/** Where storage is blocked, keys live as long as the page. */
const memory = new Map<string, string>();

const read = (key: string) => memory.get(key) ?? readStorage("localStorage", key);

function write(key: string, text: string): void {
  if (writeStorage("localStorage", key, text)) memory.delete(key);
  else memory.set(key, text);
}

function remove(key: string): void {
  memory.delete(key);
  writeStorage("localStorage", key, null);
}

/** The enrolments that this browser can open, in no order. */
export function knownEnrolments(): EnrolmentAccess[] {
  const inMemory = [...memory.keys()].filter((key) => key.startsWith(`${ENROLMENTS_KEY}/`));
  return [...new Set([...keysBelow(ENROLMENTS_KEY), ...inMemory])].flatMap((name) => {
    const access = readFragment(`${name.slice(ENROLMENTS_KEY.length + 1)}.${read(name)}`);
    return access ? [access] : [];
  });
}

/** Keeps an enrolment's key, in the place of an older one. */
export function saveAccess({ id, key }: EnrolmentAccess): void {
  write(`${ENROLMENTS_KEY}/${id}`, key);
}

/** Forgets an enrolment: its key opens nothing any more, or its learner leaves a borrowed phone. */
export function forgetAccess(id: string): void {
  remove(`${ENROLMENTS_KEY}/${id}`);
}

/** The idempotency key of the request that begins an order's enrolment: the same however often it is sent. */
export function requestKeyOf(reference: string): string {
  const known = read(`${REQUESTS}/${reference}`);
  if (known) return known;
  const made = newKey();
  write(`${REQUESTS}/${reference}`, made);
  return made;
}

/** The request was answered with an enrolment. */
export function endRequest(reference: string): void {
  remove(`${REQUESTS}/${reference}`);
}
