import { emailOf } from "../orders.ts";
import { type Ends, isCharged, rowOf } from "./ends.ts";
import { different, referenceIn } from "./notices.ts";

/** Every charged payment has one receipt for each recipient, and nothing else has one. */
export function wrongReceipts(ends: Ends): string[] {
  const { received, accounts, plan } = ends;
  const receipts = received.filter(({ subject }) => subject.startsWith("Receipt: "));
  const byPayment = Map.groupBy(receipts, (mail) => `${referenceIn(mail)} to ${mail.to}`);
  const held = accounts.filter(({ heldMinor }) => heldMinor > 0);
  const learners = plan.visitors.map(({ learner }) => emailOf(learner));
  const hasReceipt = (reference: string) =>
    receipts.some((mail) => learners.includes(mail.to) && referenceIn(mail) === reference);
  // Tuition from a price card in dollars has no payer's name before PayPal gives it.
  const isLearnerKnown = (reference: string) => (rowOf(ends, reference)?.customer_email ?? "") !== "";
  return [
    ...[...byPayment].flatMap(([payment, mails]) =>
      different(mails) > 1 ? [`${payment}: ${different(mails)} receipts.`] : [],
    ),
    ...receipts
      .filter((mail) => !isCharged(ends, referenceIn(mail)))
      .map((mail) => `${mail.to} has a receipt of ${referenceIn(mail)}, which was not charged.`),
    ...held
      .filter(({ reference }) => isLearnerKnown(reference) && !hasReceipt(reference))
      .map(({ reference }) => `${reference} was paid, and its learner has no receipt.`),
  ];
}
