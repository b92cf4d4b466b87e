/** What must hold at the end of every run, seen from outside: the providers' books, the database, the mailboxes. */
import { STAFF } from "../fixtures/enrolment.ts";
import type { Charge } from "./providers.ts";
import type { ReceivedMail } from "./staff.ts";

export interface Ends {
  readonly charges: readonly Charge[];
  readonly registrations: readonly RegistrationRow[];
  readonly received: readonly ReceivedMail[];
  /** Mails that are neither delivered nor kept apart for somebody to look at. */
  readonly undelivered: number;
  /** How often a mail's delivery could not be noted. */
  readonly lostNotes: number;
}

export interface RegistrationRow {
  readonly reference: string;
  readonly status: string;
  readonly flag: string | null;
  readonly paid_minor: number;
}

/** What is wrong, a sentence each; nothing where all holds. */
export function brokenInvariants(ends: Ends): string[] {
  const { charges, registrations, received, undelivered, lostNotes } = ends;
  const charged = new Set(charges.map(({ reference }) => reference));
  const problems = charges.flatMap((charge) => [
    ...wrongRecord(charge, registrations),
    ...STAFF.flatMap((to) => wrongMails(charge, to, received)),
  ]);
  for (const { reference, status, paid_minor } of registrations) {
    if (charged.has(reference)) continue;
    if (status !== "unpaid" || paid_minor !== 0)
      problems.push(`${reference} was not charged and is ${status}.`);
  }
  for (const { subject, html, to } of received) {
    const isAboutCharge = [...charged].some((reference) => html.includes(reference));
    if (!isAboutCharge && saysPaid({ subject, html })) {
      problems.push(`${to} was told that something was paid that was not: ${subject}.`);
    }
  }
  const repeats = received.length - new Set(received.map(({ to, messageId }) => `${to} ${messageId}`)).size;
  if (repeats > lostNotes)
    problems.push(`${repeats} mails came twice, though only ${lostNotes} notes were lost.`);
  if (undelivered > 0) problems.push(`${undelivered} mails are still not delivered.`);
  return problems;
}

function wrongRecord({ reference, minor }: Charge, registrations: readonly RegistrationRow[]): string[] {
  const row = registrations.find((each) => each.reference === reference);
  if (!row) return [`${reference} was charged and is not recorded.`];
  const { status, flag, paid_minor } = row;
  if (status === "paid" && flag === null && paid_minor === minor) return [];
  return [`${reference} was charged ${minor} and is recorded ${status}, ${flag}, ${paid_minor}.`];
}

function wrongMails({ reference }: Charge, to: string, received: readonly ReceivedMail[]): string[] {
  const about = received.filter((mail) => mail.to === to && mail.html.includes(reference));
  const count = (mails: readonly ReceivedMail[]) => new Set(mails.map(({ messageId }) => messageId)).size;
  const paid = count(about.filter(saysPaid));
  const unconfirmed = count(
    about.filter(({ html }) => html.includes("Not confirmed: look the reference up")),
  );
  return [
    ...(paid === 1 ? [] : [`${to} heard ${paid} times that ${reference} is paid.`]),
    ...(unconfirmed <= 1 ? [] : [`${to} heard ${unconfirmed} times that ${reference} is not confirmed.`]),
  ];
}

/** The provider's word, or the browser's where it was true. */
function saysPaid({ subject, html }: Pick<ReceivedMail, "subject" | "html">): boolean {
  return subject === "Registration: paid" || html.includes("Received; compare the amount");
}
