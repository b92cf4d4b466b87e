import { sum } from "../books.ts";
import { accountOf, type Ends, isCharged, rowOf, statusOf } from "./ends.ts";

/** What is recorded is what the providers' books say. */
export function wrongRecords(ends: Ends): string[] {
  const { accounts, payments, covered } = ends;
  const wrong = accounts.flatMap((account) => {
    const { reference, charges, chargedMinor, heldMinor } = account;
    if (charges === 0) return [];
    const row = rowOf(ends, reference);
    if (!row) return [`${reference} was charged and is not recorded.`];
    if (row.status === statusOf(account, ends) && row.paid_minor === heldMinor) return [];
    const recorded = `${row.status}, ${row.flag}, ${row.paid_minor}`;
    return [
      `${reference} was charged ${chargedMinor}, of which ${heldMinor} are left, and is recorded ${recorded}.`,
    ];
  });
  const invented = payments
    .filter(({ reference }) => !isCharged(ends, reference))
    .filter(({ status, paid_minor }) => status !== "unpaid" || paid_minor !== 0)
    .map(({ reference, status }) => `${reference} was not charged and is ${status}.`);
  const wrongCharges = covered.flatMap((enrolment) => {
    const own = payments.filter(({ enrolment_id }) => enrolment_id === enrolment.id);
    const accountsIn = own
      .flatMap(({ reference }) => accountOf(ends, reference) ?? [])
      .filter(({ currency }) => currency === enrolment.currency);
    const held = sum(accountsIn.map(({ heldMinor }) => heldMinor));
    const isRight = enrolment.covered === Math.min(held, enrolment.asked);
    const amounts = `${held} is held for ${enrolment.id}, and ${enrolment.covered} of ${enrolment.asked}`;
    return isRight ? [] : [`${amounts} are covered by its charges.`];
  });
  return [...wrong, ...invented, ...wrongCharges];
}
