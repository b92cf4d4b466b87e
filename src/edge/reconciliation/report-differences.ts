import type { AppContext } from "~/edge/app-context.ts";
import { enqueueMail } from "~/edge/mail/enqueue-mail.ts";
import { storeMail } from "~/edge/mail/mail-store.ts";
import { differencesMail } from "./differences-mail.ts";
import { markReported, unreported } from "./reconciliation-store.ts";

/**
 * Writes one mail for each day on which every provider's comparison has ended and something differs. Rejects when the
 * database fails.
 */
export async function reportDifferences({ db, jobs, addresses, now }: AppContext): Promise<void> {
  const waiting = await unreported(db);
  for (const day of new Set(waiting.map((each) => each.day))) {
    const ofDay = waiting.filter((each) => each.day === day);
    if (ofDay.some(({ state }) => state === "running")) continue;
    if (ofDay.some(({ differences }) => differences.length > 0)) {
      const mail = { from: addresses.sender, to: addresses.alerts, ...differencesMail(day, ofDay) };
      const stored = await storeMail(db, { ...mail, idempotencyKey: `reconciliation:${day}` }, now);
      if (stored.isNew) await enqueueMail(jobs, stored.id);
    }
    await markReported(db, day, now);
  }
}
