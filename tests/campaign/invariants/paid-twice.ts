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

/** In one browser only who was asked, and said that the first was not paid, may pay again. */
function againInBrowser(what: string, tries: readonly Attempt[], { saidNotPaid }: Ends): string[] {
  const [, ...again] = tries;
  const earlier = tries.slice(0, -1);
  if (again.length === 0 || earlier.every(({ reference }) => saidNotPaid.has(reference))) return [];
  return [
    `${what}: charged ${tries.length} times, ${tries.map(({ reference }) => reference).join(" and ")}.`,
  ];
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
