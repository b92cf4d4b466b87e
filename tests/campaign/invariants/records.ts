import { type Ends, standingOf } from "./ends.ts";

/** What is recorded is what the providers' books say. */
export function wrongRecords({ accounts, payments, covered }: Ends): string[] {
  const rows = new Map(payments.map((row) => [row.reference, row]));
  const known = new Map(accounts.map((account) => [account.reference, account]));
  const wrong = accounts.flatMap((account) => {
    const { reference, charges, chargedMinor, heldMinor } = account;
    if (charges === 0) return [];
    const row = rows.get(reference);
    if (!row) return [`${reference} was charged and is not recorded.`];
    const standing = standingOf(account, row.expected_minor);
    if (row.status === standing && row.paid_minor === heldMinor) return [];
    const recorded = `${row.status}, ${row.flag}, ${row.paid_minor}`;
    return [
      `${reference} was charged ${chargedMinor}, of which ${heldMinor} are left, and is recorded ${recorded}.`,
    ];
  });
  const invented = payments.flatMap(({ reference, status, paid_minor }) =>
    (known.get(reference)?.charges ?? 0) === 0 && (status !== "unpaid" || paid_minor !== 0)
      ? [`${reference} was not charged and is ${status}.`]
      : [],
  );
  const wrongCharges = covered.flatMap((enrolment) => {
    const own = payments.filter(({ enrolment_id }) => enrolment_id === enrolment.id);
    const held = own
      .flatMap(({ reference }) => known.get(reference) ?? [])
      .filter(({ currency }) => currency === enrolment.currency)
      .reduce((sum, { heldMinor }) => sum + heldMinor, 0);
    const isRight = enrolment.covered === Math.min(held, enrolment.asked);
    const amounts = `${held} is held for ${enrolment.id}, and ${enrolment.covered} of ${enrolment.asked}`;
    return isRight ? [] : [`${amounts} are covered by its charges.`];
  });
  return [...wrong, ...invented, ...wrongCharges];
}
