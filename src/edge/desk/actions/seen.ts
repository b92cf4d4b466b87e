/** A snapshot of what staff saw of an enrolment when they opened a form, so that what has changed since can be shown. */

import { formatExact, fromMinor } from "~/domain/money/money.ts";
import { sha256 } from "~/domain/text.ts";
import { lagosTimeText } from "~/edge/desk/desk-page.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";

/** It goes into the page and back, and holds no personal data. */
interface Seen {
  readonly version: number;
  /** The latest action, 0 where there was none. */
  readonly action: number;
  readonly state: string;
  readonly paid: number;
  readonly flags: string;
  /** A digest of the learner's details. */
  readonly learner: string;
}

async function seenNow({ enrolment, status, actions }: DeskEnrolment): Promise<Seen> {
  return {
    version: enrolment.version,
    action: actions.at(-1)?.id ?? 0,
    state: status.state,
    paid: status.paid.minor,
    flags: enrolment.flags.map(({ flag }) => flag).join(" "),
    learner: (await sha256(JSON.stringify(enrolment.learner))).slice(0, 16),
  };
}

export async function seenText(subject: DeskEnrolment): Promise<string> {
  return JSON.stringify(await seenNow(subject));
}

/** What has changed since a form was opened, in sentences. @param text as {@link seenText} wrote it */
export async function changesSince(subject: DeskEnrolment, text: string): Promise<string[]> {
  const now = await seenNow(subject);
  const seen = readSeen(text);
  if (!seen) return ["This form is from another page, or too old to check."];
  if (seen.version === now.version) return [];
  const { status, currency, actions } = subject;
  const amount = (minor: number) => formatExact(fromMinor(currency, minor));
  const entries = actions
    .filter(({ id }) => id > seen.action)
    .map(({ summary, doneBy, doneAt }) => `${doneBy}, ${lagosTimeText(doneAt)}: ${summary}`);
  return [
    ...entries,
    ...(seen.paid === now.paid ? [] : [`${amount(seen.paid)} was paid, and ${amount(now.paid)} is now.`]),
    ...(seen.state === now.state ? [] : [`It was ${seen.state}, and is ${status.state} now.`]),
    ...(seen.flags === now.flags ? [] : [`Its flags are now: ${now.flags || "none"}.`]),
    ...(seen.learner === now.learner ? [] : ["The learner's details have changed."]),
  ];
}

function readSeen(text: string): Seen | null {
  try {
    const seen = JSON.parse(text);
    return typeof seen?.version === "number" &&
      typeof seen.action === "number" &&
      Number.isSafeInteger(seen.paid)
      ? seen
      : null;
  } catch {
    return null;
  }
}
