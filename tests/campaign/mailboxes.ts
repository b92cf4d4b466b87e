import { type EnrolmentAccess, readFragment } from "~/domain/enrolment/enrolment-key.ts";
import { DeliveryError, type OutgoingMail } from "~/edge/mail/smtp.ts";
import { STAFF } from "../fixtures/enrolment.ts";
import type { World } from "./world.ts";

/** A mail in somebody's mailbox. */
export interface ReceivedMail extends Pick<OutgoingMail, "to" | "subject" | "html" | "messageId"> {
  readonly at: number;
}

/** The mail server's side: takes mails, unless it is in trouble, as a broken edge sends them. */
export function mailboxesOf(world: World) {
  const { time, random, plan, broken } = world;
  /** The oldest first. */
  const received: ReceivedMail[] = [];
  const unknown = plan.unknownMailbox === null ? null : STAFF[plan.unknownMailbox];

  async function take({ to, subject, html, messageId }: Omit<ReceivedMail, "at">): Promise<void> {
    await time.wait(random.between(50, 2_000));
    const fault = world.drawFault("SMTP", plan.smtp);
    if (fault === "hangs") await time.wait(30_000);
    if (fault)
      throw new DeliveryError(fault === "is busy" ? "RCPT TO 451: later" : `AUTH 535: ${fault}`, false);
    if (to === unknown && world.mendedAt === 0) {
      world.strike("SMTP does not know the recipient");
      throw new DeliveryError("RCPT TO 550: no such user", true);
    }
    received.push({ to, subject, html, messageId, at: time.now });
    const place = STAFF.indexOf(to);
    world.note(`mail to ${place < 0 ? to : `staff-${place + 1}`}: ${subject}`);
  }

  async function send(mail: OutgoingMail): Promise<void> {
    if (broken?.loses?.test(mail.subject)) return;
    const subject = mail.subject.replace(broken?.unsays ?? "", "");
    await take({ ...mail, subject });
    const repeats = broken?.repeats;
    if (!repeats?.mails.test(subject)) return;
    time.outlive(repeats.after, () => void take({ ...mail, messageId: `${mail.messageId} again` }));
  }

  return { received: received as readonly ReceivedMail[], send };
}

/** The enrolment that a mail to its learner opens. */
export function linkIn({ html }: Pick<ReceivedMail, "html">): EnrolmentAccess | null {
  return readFragment(/\/My-enrolment#([A-Za-z0-9._-]+)/.exec(html)?.[1] ?? "");
}

/** The links to My enrolment in the mails to an address, the newest first. @param id of one enrolment; left out for any */
export function linksTo(address: string, { received }: World["mailboxes"], id?: string): EnrolmentAccess[] {
  const mails = received.filter(({ to }) => to === address);
  const links = mails.toReversed().flatMap((mail) => linkIn(mail) ?? []);
  return links.filter((link) => !id || link.id === id);
}

/** Where the newest reminder says that reminders are stopped; undefined without one. */
export function stopLinkTo(
  address: string,
  { received }: World["mailboxes"],
  id: string,
): string | undefined {
  const own = received.filter((mail) => mail.to === address && linkIn(mail)?.id === id);
  return own.flatMap(({ html }) => /\/prod\/reminders\/[A-Za-z0-9_-]+/.exec(html)?.[0] ?? []).at(-1);
}
