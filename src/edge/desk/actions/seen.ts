/** A snapshot of an enrolment when staff opened a form, so that later changes can be shown. */

import { sha256 } from "~/domain/digest.ts";
import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import { lagosTimeText } from "~/edge/desk/desk-parts.tsx";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { openFlags } from "./message.ts";

/** The snapshot in a hidden field of the form. It holds no personal data. */
interface Seen {
  /** The id of the latest action; 0 if there was none. */
  readonly action: number;
  readonly state: string;
  readonly paid: number;
  /** A digest of all flags and their causes, because the same flag may be set again. */
  readonly flags: string;
  /** A digest of the learner's requests. */
  readonly requests: string;
  /** A digest of the learner's details. */
  readonly learner: string;
}

async function seenNow({ enrolment, status, payments, actions, requests }: DeskEnrolment): Promise<Seen> {
  const flaggedPayments = payments.filter(({ flag }) => flag !== null);
  const states = flaggedPayments.map(({ reference, flaggedState }) => [reference, flaggedState]);
  return {
    action: actions.at(-1)?.id ?? 0,
    state: status.state,
    paid: status.paid.minor,
    flags: await digestOf([enrolment.flags, states]),
    requests: await digestOf(requests.map(({ id, day, text }) => [id, day, text])),
    learner: await digestOf(enrolment.learner),
  };
}

async function digestOf(facts: unknown): Promise<string> {
  return (await sha256(JSON.stringify(facts))).slice(0, 16);
}

export async function seenText(subject: DeskEnrolment): Promise<string> {
  return JSON.stringify(await seenNow(subject));
}

/** Says in sentences what has changed since a form was opened. @param text the text of {@link seenText} */
export async function changesSince(subject: DeskEnrolment, text: string): Promise<string[]> {
  const now = await seenNow(subject);
  const seen = readSeen(text);
  if (!seen) return ["This form is from another page, or too old to check."];
  const { currency, actions } = subject;
  const amount = (minor: number) => formatExact(fromMinor(currency, minor));
  const sentences = actions
    .filter(({ id }) => id > seen.action)
    .map(({ summary, doneBy, doneAt }) => `${doneBy}, ${lagosTimeText(doneAt)}: ${summary}`);
  if (seen.paid !== now.paid)
    sentences.push(`The amount paid was ${amount(seen.paid)}, and is ${amount(now.paid)} now.`);
  if (seen.state !== now.state) sentences.push(`It was ${seen.state}, and is ${now.state} now.`);
  if (seen.flags !== now.flags) {
    sentences.push(`Its flags are now: ${openFlags(subject).map(flagWords).join(", ") || "none"}.`);
  }
  if (seen.requests !== now.requests) sentences.push("The learner's requests have changed.");
  if (seen.learner !== now.learner) sentences.push("The learner's details have changed.");
  return sentences;
}

function readSeen(text: string): Seen | null {
  try {
    const seen = JSON.parse(text);
    return typeof seen?.action === "number" && Number.isSafeInteger(seen.paid) ? seen : null;
  } catch {
    return null;
  }
}
