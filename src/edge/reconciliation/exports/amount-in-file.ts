/**
 * Kobo or cents of an amount as exports write it: "15000", "15,000.00", "NGN 15,000", "-9.00", "1.209,00".
 * A sign between thousands is followed by three digits, one before kobo or cents by one or two.
 * @returns a whole number, negative for money that went out; null when it is no amount
 */
export function minorInFile(text: string): number | null {
  const [, minus, digits] = /^(-?)(\d[\d.,]*)$/.exec(text.replace(/NGN|USD|[₦$\s]/g, "")) ?? [];
  if (digits === undefined) return null;
  const [, whole, fraction = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  if (whole === undefined || !/^\d+$|^\d{1,3}(?:,\d{3})+$|^\d{1,3}(?:\.\d{3})+$/.test(whole)) return null;
  const minor = Number(whole.replace(/[.,]/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
  if (!Number.isSafeInteger(minor)) return null;
  return minus ? -minor : minor;
}
