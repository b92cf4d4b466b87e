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
