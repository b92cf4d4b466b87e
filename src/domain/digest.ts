/** Returns the SHA-256 of a text, as bytes. */
export async function digestOf(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOfText(text)));
}

/** Returns the SHA-256 of a text, in hex. */
export async function sha256(text: string): Promise<string> {
  return toHex(await digestOf(text));
}

/** Returns the hash of an inline script for a content policy: "sha256-…". */
export async function scriptHash(script: string): Promise<string> {
  return `sha256-${toBase64(await digestOf(script))}`;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

type Hash = "SHA-256" | "SHA-512";

function importSecret(hash: Hash, secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytesOfText(secret), { name: "HMAC", hash }, false, [use]);
}

/** Returns the HMAC of a text under a secret, in hex. */
export async function hmacOf(hash: Hash, secret: string, text: string): Promise<string> {
  const key = await importSecret(hash, secret, "sign");
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOfText(text))));
}

/** Whether an HMAC, in hex, is that of a text. An empty secret matches nothing. The comparison takes constant time. */
export async function isHmacOf(
  hash: Hash,
  secret: string,
  { text, hmac }: { readonly text: string; readonly hmac: string },
): Promise<boolean> {
  if (secret === "" || !/^(?:[0-9a-f]{2})+$/i.test(hmac)) return false;
  const signature = Uint8Array.from(hmac.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const key = await importSecret(hash, secret, "verify");
  return crypto.subtle.verify("HMAC", key, signature, bytesOfText(text));
}

function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** The letters and digits of codes, without 0, O, 1 and I, which are easily mistaken for one another. */
export const CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Returns a code of random letters and digits: 5 random bits each with an alphabet of 32. */
export function randomCode(length: number, letters: string = CODE_LETTERS): string {
  return codeOf(crypto.getRandomValues(new Uint8Array(length)), letters);
}

/** Returns a code with one character for each byte. */
export function codeOf(bytes: Uint8Array, letters: string = CODE_LETTERS): string {
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join("");
}
