import { takeLink } from "~/browser/enrolments/link-in-address.ts";
import { readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import { type EnrolmentAccess, fragmentOf, readFragment } from "~/domain/enrolment/enrolment-key.ts";

const KEY = "payer-link";

/**
 * The payer's link that this tab was opened with: it leaves the address, and is kept for this tab alone, so that a reload
 * still has it. A payer's key never takes the place of a learner's own.
 */
export function takePayerAccess(): EnrolmentAccess | "unreadable" | null {
  const link = takeLink();
  if (link === null) return readFragment(readStorage("sessionStorage", KEY) ?? "");
  writeStorage("sessionStorage", KEY, link === "unreadable" ? null : fragmentOf(link));
  return link;
}
