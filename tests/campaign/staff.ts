import { DeliveryError, type OutgoingMail, type SendMail } from "~/edge/mail/smtp.ts";
import { STAFF } from "../fixtures/enrolment.ts";
import { drawFault, note, strike, type World } from "./world.ts";

/** A mail in the mailbox of a member of staff. */
export interface ReceivedMail extends Pick<OutgoingMail, "to" | "subject" | "html" | "messageId"> {
  readonly at: number;
}

export interface StaffMailboxes {
  readonly received: readonly ReceivedMail[];
  readonly send: SendMail;
  /** Mends the mailbox that is not known. */
  mend(): void;
}

/** The mail server's side: takes mails for the staff, unless it is in trouble. */
export function staffMailboxes(world: World): StaffMailboxes {
  const received: ReceivedMail[] = [];
  const { time, random, plan } = world;
  let unknown = plan.unknownMailbox === null ? null : STAFF[plan.unknownMailbox];

  async function send({ to, subject, html, messageId }: OutgoingMail): Promise<void> {
    await time.wait(random.between(50, 2_000));
    const fault = drawFault(world, plan.smtp);
    if (fault) {
      strike(world, `SMTP ${fault}`);
      if (fault === "hangs") await time.wait(30_000);
      throw new DeliveryError(fault === "is busy" ? "RCPT TO 451: later" : `AUTH 535: ${fault}`, false);
    }
    if (to === unknown) {
      strike(world, "SMTP does not know the recipient");
      throw new DeliveryError("RCPT TO 550: no such user", true);
    }
    received.push({ to, subject, html, messageId, at: time.now });
    const place = STAFF.indexOf(to);
    note(world, `mail to ${place < 0 ? to : `staff-${place + 1}`}: ${subject}`);
  }

  return {
    received,
    send,
    mend: () => {
      unknown = null;
    },
  };
}
