import { type EnrolmentAccess, readFragment } from "~/domain/enrolment/enrolment-key.ts";
import { DeliveryError } from "~/edge/jobs/deliveries.ts";
import type { OutgoingMail } from "~/edge/mail/deliver-mail.ts";
import { STAFF } from "../fixtures/enrolment.ts";
import type { World } from "./world.ts";

/** A notice's subject: "Registration: paid, disputed by the payer’s bank (update 3)". */
const SUBJECT = /^Registration: (paid|not paid in full|not paid|refunded)(?:, (.+?))?(?: \(update (\d+)\))?$/;
const STATUS_OF: Readonly<Record<string, string>> = {
  "not paid in full": "short-paid",
  "not paid": "unpaid",
};
const REFERENCE = /\b(?:REG|TUI)-\d{8}-[2-9A-Z]{10}\b/;
/** The two texts of a mail that a visitor's browser wrote. */
const RECEIVED = "Received; compare the amount";
export const UNCONFIRMED = "Not confirmed: look the reference up";

export const referenceIn = (html: string) => REFERENCE.exec(html)?.[0] ?? null;

type ReceivedMail = ReturnType<typeof readMail>;

/** Reads the facts in a mail. */
function readMail({ to, subject, html, messageId }: OutgoingMail, at: number) {
  const [, status, flag = "", number = "1"] = SUBJECT.exec(subject) ?? [];
  const browserText = [RECEIVED, UNCONFIRMED].find(
    (text) => subject === "Registration" && html.includes(text),
  );
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
    /** A notice's status, "receipt", or the text of a browser's mail. */
    reported: status ? (STATUS_OF[status] ?? status) : (browserText ?? receipt),
    /** A notice's flag; empty without one. */
    flag,
    /** A notice's number. Notices of the same number are one report; a greater number is a later report. */
    number: status ? Number(number) : null,
  };
}

/** Counts the mails, each once even if it was delivered again. */
export function countDistinct(mails: readonly ReceivedMail[]): number {
  return new Set(mails.map(({ messageId }) => messageId)).size;
}

/** Starts the mail server, which accepts mails unless it is in trouble. A broken edge may drop or repeat them. */
export function mailboxesOf(world: World) {
  const { time, random, plan, broken } = world;
  /** The delivered mails, oldest first. */
  const received: ReceivedMail[] = [];
  const unknown = plan.unknownMailbox === null ? null : STAFF[plan.unknownMailbox];

  async function deliver(mail: OutgoingMail): Promise<void> {
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
    const [first, ...repeats] = broken?.mails?.(subject) ?? [{ subject, after: 0 }];
    if (first) await deliver({ ...mail, subject: first.subject });
    for (const repeat of repeats) {
      const repeatedMail = { ...mail, subject: repeat.subject, messageId: `${messageId} again` };
      time.schedule(repeat.after, () => void deliver(repeatedMail));
    }
  }

  return { received: received as readonly ReceivedMail[], send };
}

/** Returns an address of a learner. A learner registers with the first and may change to another. */
export const emailOf = (learner: number, place = 1) =>
  `learner-${learner}@${place > 1 ? `mail-${place}.` : ""}example.com`;

export const isSameLearner = (address: string, other: string) =>
  address.split("@")[0] === other.split("@")[0];

/** Returns the links to My enrolment in a learner's mails, newest first. @param id an enrolment; left out for all */
export function enrolmentLinks(
  email: string,
  { received }: World["mailboxes"],
  id?: string,
): EnrolmentAccess[] {
  const links = received
    .flatMap(({ to, link }) => (isSameLearner(to, email) && link ? [link] : []))
    .toReversed();
  return links.filter((link) => !id || link.id === id);
}
