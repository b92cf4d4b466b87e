/** One @, a dot in the domain, no spaces: what a typing slip breaks. Delivery is the only full proof. */
const SHAPE = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]{2,}$/;

export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && SHAPE.test(text) && !text.includes("..");
}
