import { type EnrolmentAccess, readFragment } from "~/domain/enrolment/enrolment-key.ts";
import type { ReceivedMail } from "./staff.ts";

const OPENS = /\/My-enrolment#([A-Za-z0-9._-]+)/;
const STOPS = /\/prod\/reminders\/[A-Za-z0-9_-]+/;

/** The links to My enrolment in the mails to an address, the newest first. */
export function linksTo(address: string, received: readonly ReceivedMail[]): EnrolmentAccess[] {
  return received
    .filter(({ to }) => to === address)
    .toReversed()
    .flatMap((mail) => linkIn(mail) ?? []);
}

/** The enrolment that a mail to its learner opens. */
export function linkIn({ html }: Pick<ReceivedMail, "html">): EnrolmentAccess | null {
  return readFragment(OPENS.exec(html)?.[1] ?? "");
}

/** Where the newest reminder says that reminders are stopped; null without one. */
export function stopLinkTo(address: string, id: string, received: readonly ReceivedMail[]): string | null {
  const reminder = received.findLast(
    (mail) => mail.to === address && linkIn(mail)?.id === id && STOPS.test(mail.html),
  );
  return STOPS.exec(reminder?.html ?? "")?.[0] ?? null;
}
