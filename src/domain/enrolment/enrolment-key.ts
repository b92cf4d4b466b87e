/**
 * An enrolment's id, and the keys that open it.
 *
 * The id identifies the enrolment and grants no access. A key is 128 random bits; the edge stores only its digest. A link
 * carries both in its fragment, which reaches no server.
 */
import { sha256 } from "~/domain/text.ts";

/** Crockford's base32: no I, L, O and U, which are easily misheard or misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ID = new RegExp(`^ENR-[${ALPHABET}]{10}$`);
/** 16 bytes in URL-safe base64. */
const KEY = /^[A-Za-z0-9_-]{22}$/;

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** A new id: "ENR-7KQ2M9XA4T", 50 random bits. */
export function newEnrolmentId(): string {
  return `ENR-${Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;
}

export function isEnrolmentId(text: string): boolean {
  return ID.test(text);
}

/** A new key: 128 random bits. */
export function newKey(): string {
  return base64Url(randomBytes(16));
}

export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** A key's digest, as the edge stores it: SHA-256, which is enough for 128 random bits. */
export function keyDigest(key: string): Promise<string> {
  return sha256(`key ${key}`);
}

/**
 * The key of the enrolment that a request starts, derived from the request's idempotency key: a repeated request gets the
 * same key, which cannot be derived without the idempotency key.
 */
export async function keyOfRequest(idempotencyKey: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(`enrolment ${idempotencyKey}`),
  );
  return base64Url(new Uint8Array(digest).slice(0, 16));
}

/** What a link carries: it gives access to one enrolment. */
export interface EnrolmentAccess {
  readonly id: string;
  readonly key: string;
}

/** The fragment of a link, without the "#". */
export function fragmentOf({ id, key }: EnrolmentAccess): string {
  return `${id}.${key}`;
}

/** Reads a link's fragment; null when it is none. @param fragment without the "#" */
export function readFragment(fragment: string): EnrolmentAccess | null {
  const [id = "", key = "", ...rest] = fragment.split(".");
  return rest.length === 0 && isEnrolmentId(id) && isKey(key) ? { id, key } : null;
}

function base64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The inline script in <head> of a page that an enrolment's link opens: before anything else can read the address, it moves
 * the key from there to <html>, for the page's own script. The page's policy allows it by its hash.
 */
export const TAKE_LINK_SCRIPT = `(function(h,r){if(/^#ENR-/.test(h)){r.dataset.enrolmentLink=h.slice(1);history.replaceState(null,"",location.pathname+location.search)}})(location.hash,document.documentElement)`;

/**
 * Marks <html> where this browser keeps the key of an enrolment: then the form for a new link is not drawn, to be replaced a
 * moment later.
 */
export const FIND_ENROLMENT_SCRIPT = `(function(r){try{if(Object.keys(localStorage).some(function(k){return/^enrolments\\//.test(k)}))r.dataset.enrolmentKnown=""}catch(e){}})(document.documentElement)`;
