import type { Attempt } from "../world.ts";
import { accountOf, type Ends, isCharged, statusOf } from "./ends.ts";
import { noticesIn } from "./notices.ts";

/** Nobody pays twice for one thing unless they said so; what could not be prevented is reported to staff. */
export function paidTwice(ends: Ends): string[] {
  const { accounts, attempts } = ends;
  const paid = attempts.filter(({ reference }) => isCharged(ends, reference));
  return [
    ...accounts
      .filter(({ charges }) => charges > 1)
      .map(({ reference, charges }) => `${reference} was charged ${charges} times.`),
    ...[...Map.groupBy(paid, ({ browser, thing }) => `${browser}, ${thing}`)].flatMap(([what, tries]) =>
      againInBrowser(what, tries, ends),
    ),
    ...[...Map.groupBy(paid, ({ thing }) => thing)].flatMap(([thing, tries]) =>
      unnotifiedDuplicates(thing, tries, ends),
    ),
  ];
}

/** In one browser only who said that the first was not paid, or read that its money went back, may pay again. */
function againInBrowser(what: string, tries: readonly Attempt[], ends: Ends): string[] {
  const earlier = tries.slice(0, -1);
  const isOver = ({ reference }: Attempt) => ends.saidNotPaid.has(reference) || wentBack(reference, ends);
  if (earlier.every(isOver)) return [];
  return [
    `${what}: charged ${tries.length} times, ${tries.map(({ reference }) => reference).join(" and ")}.`,
  ];
}

/** Whether all of a payment's money went back, and a page has said so. */
function wentBack(reference: string, ends: Ends): boolean {
  const account = accountOf(ends, reference);
  const wasSaid = ends.words.some(
    (word) => word.reference === reference && word.says === "earlier: refunded",
  );
  return wasSaid && account !== undefined && statusOf(account, ends) === "refunded";
}

/** All but one of what is paid for the same thing have been flagged to staff; what is short-paid they look at anyway. */
function unnotifiedDuplicates(thing: string, tries: readonly Attempt[], ends: Ends): string[] {
  const references = [...new Set(tries.map(({ reference }) => reference))];
  // Whose dollars tuition are, only PayPal knows.
  if (thing.includes("tuition")) return [];
  const held = references.filter((reference) => {
    const account = accountOf(ends, reference);
    return account && statusOf(account, ends) === "paid";
  });
  if (held.length < 2) return [];
  const flagged = new Set(
    noticesIn(ends.received)
      .filter(({ flag }) => flag.includes("paid twice"))
      .map(({ reference }) => reference),
  );
  const notified = held.filter((reference) => flagged.has(reference)).length;
  return notified >= held.length - 1
    ? []
    : [`${thing}: paid ${held.length} times, of which staff heard ${notified} times.`];
}
