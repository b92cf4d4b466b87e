/**
 * A filled registration form that travels in a link, for a relative who pays.
 *
 * The details are encrypted (AES-GCM) and stand, with their key, after the address's "#": browsers never send that part
 * to any server, and nobody reads a name in it. Nothing is stored on the edge either: a learner for whom nobody has
 * paid leaves no data there, and the link works on any host. It costs a long link, and whoever has the link can open
 * it, which is what it is sent for.
 */
import { type Registration, readRegistration } from "./registration.ts";

/** Prices and cohorts change: an older link is made anew. */
const VALID_MS = 30 * 24 * 60 * 60 * 1000;
const VERSION = "v1";
const ALGORITHM = "AES-GCM";
const KEY_BITS = 128;
const IV_BYTES = 12;

export type OpenedLink =
  | { readonly status: "open"; readonly registration: Registration }
  /** Too old, or not such a link: cut off on its way, for instance. */
  | { readonly status: "expired" | "unreadable" };

/** @returns what stands after the "#": version, key and encrypted details, each in URL-safe base64 */
export async function sealRegistration(registration: Registration, now: Date): Promise<string> {
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: KEY_BITS }, true, ["encrypt"]);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify({ madeAt: now.toISOString(), registration }));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, text));
  const rawKey = new Uint8Array(await crypto.subtle.exportKey("raw", key));
  return [VERSION, toBase64Url(rawKey), toBase64Url(iv), toBase64Url(sealed)].join(".");
}

/** @param fragment what stands after the "#", without it */
export async function openSealed(fragment: string, now: Date): Promise<OpenedLink> {
  const [version, key, iv, sealed, ...rest] = fragment.split(".");
  if (version !== VERSION || !key || !iv || !sealed || rest.length > 0) return { status: "unreadable" };
  try {
    const opened = await decrypt(fromBase64Url(key), fromBase64Url(iv), fromBase64Url(sealed));
    const { madeAt, registration } = opened as { madeAt?: unknown; registration?: unknown };
    const read = readRegistration(registration);
    const age = now.getTime() - Date.parse(String(madeAt));
    if (!read || Number.isNaN(age)) return { status: "unreadable" };
    return age > VALID_MS ? { status: "expired" } : { status: "open", registration: read };
  } catch {
    return { status: "unreadable" };
  }
}

async function decrypt(
  rawKey: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<object> {
  const key = await crypto.subtle.importKey("raw", rawKey, ALGORITHM, false, ["decrypt"]);
  const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed);
  return Object(JSON.parse(new TextDecoder().decode(text)));
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
