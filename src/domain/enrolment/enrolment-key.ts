/**
 * An enrolment's id, and the keys that open it.
 *
 * The id identifies the enrolment and grants no access. A key is 128 random bits; the edge stores only its
 * digest. A link carries both in its fragment, which reaches no server.
 */
import { digestOf, randomCode, sha256, toBase64 } from "~/domain/digest.ts";

/** Crockford's base32: no I, L, O and U, which are easily misheard or misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** The pattern of an id. */
export const ENROLMENT_ID = `ENR-[${ALPHABET}]{10}`;
const ID = new RegExp(`^${ENROLMENT_ID}$`);
/** 16 bytes in URL-safe base64. */
const KEY = /^[A-Za-z0-9_-]{22}$/;

/** Returns a new id: "ENR-7KQ2M9XA4T", 50 random bits. */
export function newEnrolmentId(): string {
  return `ENR-${randomCode(10, ALPHABET)}`;
}

export function isEnrolmentId(text: string): boolean {
  return ID.test(text);
}

/** Returns a new key: 128 random bits. */
export function newKey(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(16)));
}

export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** Returns a key's digest, as the edge stores it: SHA-256, which is enough for 128 random bits. */
export function keyDigest(key: string): Promise<string> {
  return sha256(`key ${key}`);
}

/**
 * Returns the key of the enrolment that a request starts, derived from the request's idempotency key: a repeated
 * request gets the same key, which cannot be derived without the idempotency key.
 */
export async function keyOfRequest(idempotencyKey: string): Promise<string> {
  return base64Url((await digestOf(`enrolment ${idempotencyKey}`)).slice(0, 16));
}

/** The parts of a link, which give access to one enrolment. */
export interface EnrolmentAccess {
  readonly id: string;
  readonly key: string;
}

/** Returns the fragment of a link, without the "#". */
export function fragmentOf({ id, key }: EnrolmentAccess): string {
  return `${id}.${key}`;
}

/** The beginning of an id in an address, however its hyphen is encoded. The word "enrolment" does not match. */
const LINK_START = /enr[^a-z]/i;

/** Whether an address has an enrolment's link, complete or cut off. */
export function hasLink(address: string): boolean {
  return LINK_START.test(address);
}

/** An id, its key, and what mail programs put between them. An "&" begins a parameter, which is no key. */
const LINK = new RegExp(`(${ENROLMENT_ID})[^\\w&-]*([\\w-]{22})`, "i");

/** Reads a link from its fragment, even if a mail program has changed it; null if a part is missing. */
export function readFragment(fragment: string): EnrolmentAccess | null {
  const [, id = "", key = ""] = LINK.exec(asSent(fragment)) ?? [];
  return key ? { id: id.toUpperCase(), key } : null;
}

/** A link's characters, and line breaks, in quoted-printable, which some mail programs leave in place. */
const QUOTED_PRINTABLE = /=(23|2D|2E|3D|5F|0D|0A|20)/gi;

/**
 * Returns a link's text as it was sent. Mail programs and chats encode it, break its lines, escape its
 * underscores, and put invisible marks and typographic dashes into it.
 */
function asSent(text: string): string {
  const encoded = text.replace(QUOTED_PRINTABLE, "%$1");
  // A program that wraps links encodes what is encoded already.
  const decoded = percentDecoded(percentDecoded(percentDecoded(encoded)));
  return decoded
    .normalize("NFKC")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[\p{Default_Ignorable_Code_Point}\s\\=]+/gu, "");
}

/** Decodes percent-encoded bytes. `decodeURIComponent` would throw at an invalid one. */
function percentDecoded(text: string): string {
  return text.replace(/(%[\da-f]{2})+/gi, (encoded) => {
    const bytes = encoded.split("%").slice(1);
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });
}

function base64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
