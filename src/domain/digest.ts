/** Returns the SHA-256 of a text, as bytes. */
export async function digestOf(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Returns the SHA-256 of a text, in hex. */
export async function sha256(text: string): Promise<string> {
  return toHex(await digestOf(text));
}

/** Returns the hash of an inline script for a content policy: "sha256-…". */
export async function scriptHash(script: string): Promise<string> {
  return `sha256-${toBase64(await digestOf(script))}`;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
