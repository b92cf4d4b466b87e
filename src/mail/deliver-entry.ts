import { MailError, type MailRequest, sendMail } from "./mail-client.ts";
import { findEntry, type OutboxEntry, removeEntry, saveEntry } from "./outbox.ts";
import { registrationMail } from "./registration-mail.ts";

/** Who is told of a registration, and in whose name. */
export interface StaffAddresses {
  readonly sender: string;
  readonly recipients: readonly string[];
}

/**
 * Tells each recipient that has not been told yet, one after another; one that fails does not stop the others.
 * The entry leaves the outbox with the last accepted mail. Tabs take turns, so nobody is told twice.
 * @returns whether everybody has been told.
 */
export function deliverEntry(
  reference: string,
  staff: StaffAddresses,
  send: (mail: MailRequest) => Promise<void> = sendMail,
): Promise<boolean> {
  return inTurn(async () => {
    for (const recipient of staff.recipients) {
      const entry = findEntry(reference);
      if (!entry) return true;
      if (entry.delivered.includes(recipient)) continue;
      try {
        await send(registrationMail(entry, staff.sender, recipient));
        saveEntry({ ...(findEntry(reference) ?? entry), delivered: [...entry.delivered, recipient] });
      } catch (error) {
        logRefusal(staff.recipients.indexOf(recipient), error);
      }
    }
    const isTold = isEverybodyTold(findEntry(reference), staff);
    if (isTold) removeEntry(reference);
    return isTold;
  });
}

function isEverybodyTold(entry: OutboxEntry | null, staff: StaffAddresses): boolean {
  return !entry || staff.recipients.every((recipient) => entry.delivered.includes(recipient));
}

/** Says which recipient and why, and nothing about the person who registered. */
function logRefusal(index: number, error: unknown): void {
  const status = error instanceof MailError ? error.status : null;
  console.error(`Registration mail ${index + 1} was not accepted (${status ?? "no answer"}).`);
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request("outbox", work) : work();
}
