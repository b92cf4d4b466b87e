import { type EnrolmentAccess, readFragment } from "~/domain/enrolment/enrolment-key.ts";
import { DeliveryError } from "~/edge/jobs/deliveries.ts";
import type { OutgoingMail } from "~/edge/mail/deliver-mail.ts";
import { STAFF } from "../fixtures/enrolment.ts";
import type { World } from "./world.ts";

/** "Registration: paid, disputed by the payer’s bank (update 3)" */
const SUBJECT = /^Registration: (paid|not paid in full|not paid|refunded)(?:, (.+?))?(?: \(update (\d+)\))?$/;
const STATUS_OF: Readonly<Record<string, string>> = {
  "not paid in full": "short-paid",
  "not paid": "unpaid",
};
const REFERENCE = /\b(?:REG|TUI)-\d{8}-[2-9A-Z]{10}\b/;
/** The words of a mail that a visitor's browser wrote. */
const RECEIVED = "Received; compare the amount";
export const UNCONFIRMED = "Not confirmed: look the reference up";

export const referenceIn = (html: string) => REFERENCE.exec(html)?.[0] ?? null;

type ReceivedMail = ReturnType<typeof readMail>;

/** A mail as its reader understands it. */
function readMail({ to, subject, html, messageId }: OutgoingMail, at: number) {
  const [, status, flag = "", number = "1"] = SUBJECT.exec(subject) ?? [];
  const written = [RECEIVED, UNCONFIRMED].find((words) => subject === "Registration" && html.includes(words));
  const receipt = subject.startsWith("Receipt: ") ? "receipt" : undefined;
  return {
    to,
    subject,
    html,
    messageId,
    at,
    /** The link to My enrolment. */
    link: readFragment(/\/My-enrolment#([A-Za-z0-9._-]+)/.exec(html)?.[1] ?? ""),
    /** The link that stops reminders. */
    stopLink: /\/prod\/reminders\/[A-Za-z0-9_-]+/.exec(html)?.[0],
    /** The link by which the owner of a new address confirms it. */
    confirmLink: /\/prod\/addresses\/[A-Za-z0-9_-]+/.exec(html)?.[0],
    reference: referenceIn(html),
    /** The status that a mail reports of a payment. */
    says: status ? (STATUS_OF[status] ?? status) : (written ?? receipt),
    /** The flag that a notice names; empty where it names none. */
    flag,
    /** The number of the provider's report. Equal numbers are one report, and a greater one is later. */
    number: status ? Number(number) : null,
  };
}

/** Counts the different mails, however often each came. */
export function different(mails: readonly ReceivedMail[]): number {
  return new Set(mails.map(({ messageId }) => messageId)).size;
}

/** The mail server: takes mails unless it is in trouble. A broken edge may drop or double them. */
export function mailboxesOf(world: World) {
  const { time, random, plan, broken } = world;
  /** The oldest first. */
  const received: ReceivedMail[] = [];
  const unknown = plan.unknownMailbox === null ? null : STAFF[plan.unknownMailbox];

  async function take(mail: OutgoingMail): Promise<void> {
    await time.wait(random.between(50, 2_000));
    const fault = world.drawFault("SMTP", plan.smtp);
    if (fault === "hangs") await time.wait(30_000);
    if (fault)
      throw new DeliveryError(fault === "is busy" ? "RCPT TO 451: later" : `AUTH 535: ${fault}`, false);
    if (mail.to === unknown && world.mendedAt === 0) {
      world.noteFault("SMTP does not know the recipient");
      throw new DeliveryError("RCPT TO 550: no such user", true);
    }
    received.push(readMail(mail, time.now));
    world.note(`mail to ${mail.to}: ${mail.subject}`);
  }

  async function send(mail: OutgoingMail): Promise<void> {
    const { subject, messageId } = mail;
    const [first, ...others] = broken?.mails?.(subject) ?? [{ subject, after: 0 }];
    if (first) await take({ ...mail, ...first });
    for (const { after, ...changed } of others) {
      time.outlive(after, () => void take({ ...mail, ...changed, messageId: `${messageId} again` }));
    }
  }

  return { received: received as readonly ReceivedMail[], send };
}

/** An address of a learner of the run, by place. @param which of them; a learner registers with the first */
export const emailOf = (learner: number, which = 1) =>
  `learner-${learner}@${which > 1 ? `mail-${which}.` : ""}example.com`;

/** Returns whether two addresses are the same learner's. */
export const isOf = (address: string, other: string) => address.split("@")[0] === other.split("@")[0];

/** The links to My enrolment in the mails to a learner, the newest first. @param id of one enrolment; left out for any */
export function linksTo(email: string, { received }: World["mailboxes"], id?: string): EnrolmentAccess[] {
  const links = received.flatMap(({ to, link }) => (isOf(to, email) && link ? [link] : [])).toReversed();
  return links.filter((link) => !id || link.id === id);
}
