import { formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import type { Account } from "../books.ts";
import { DAY } from "../trouble.ts";
import { type Ends, isCharged, statusOf } from "./ends.ts";
import { browserWord, different, type Notice, noticesIn, referenceIn } from "./notices.ts";

/** Staff can always see which report is the latest, and it is true. */
export function wrongWords(ends: Ends): string[] {
  const { accounts, received } = ends;
  const notices = noticesIn(received);
  const charged = accounts.filter(({ charges }) => charges > 0);
  return [
    ...charged.flatMap((account) =>
      STAFF.flatMap((to) => {
        const own = notices.filter((each) => each.to === to && each.reference === account.reference);
        return wrongNotices(account, to, own, ends);
      }),
    ),
    ...notices
      .filter(({ reference, status }) => !isCharged(ends, reference) && status !== "unpaid")
      .map(({ to, subject, reference }) => `${to} read "${subject}" of ${reference}, which was not charged.`),
    ...received
      .filter((mail) => browserWord(mail) === "paid" && !isCharged(ends, referenceIn(mail)))
      .map(({ to, html }) => `${to} read that ${referenceIn({ html })} was received, which was not charged.`),
    ...repeatedNumbers(notices),
    ...repeatedBrowserWords(ends),
    ...lateWords(ends),
  ];
}

function wrongNotices(account: Account, to: string, own: readonly Notice[], ends: Ends): string[] {
  const { reference, currency, heldMinor, hasOpenDispute } = account;
  const [first, ...others] = own;
  if (!first) return [`${to} never read the provider's word on ${reference}.`];
  const last = others.reduce((latest, each) => (each.number >= latest.number ? each : latest), first);
  const status = statusOf(account, ends);
  const amount = formatWithCode(fromMinor(currency, heldMinor));
  const isTrue =
    last.status === status &&
    last.flag.includes("disputed") === hasOpenDispute &&
    last.html.includes(`<td>${amount}</td>`);
  return isTrue
    ? []
    : [`${to} last read "${last.subject}" of ${reference}, of which ${amount} are left: ${status}.`];
}

/** A number is one report: each member of staff reads it once. */
function repeatedNumbers(notices: readonly Notice[]): string[] {
  const byNumber = Map.groupBy(notices, ({ to, reference, number }) => `${to} ${reference} ${number}`);
  return [...byNumber].flatMap(([key, mails]) =>
    different(mails) > 1
      ? [`${key}: ${mails.map(({ subject }) => `"${subject}"`).join(" and ")} cannot be told apart in time.`]
      : [],
  );
}

function repeatedBrowserWords({ received }: Ends): string[] {
  const words = Map.groupBy(
    received.filter((mail) => browserWord(mail) !== null),
    (mail) => `${mail.to} ${referenceIn(mail)} ${browserWord(mail)}`,
  );
  return [...words].flatMap(([key, mails]) =>
    different(mails) > 1 ? [`${key}: said by several mails.`] : [],
  );
}

/** What has been reported is not reported again, however long ago. */
function lateWords({ received, lastEvent, mendedAt }: Ends): string[] {
  const quietSince = Math.max(lastEvent.at + 6 * DAY, mendedAt + DAY);
  return received
    .filter(({ at, subject }) => at > quietSince && subject.startsWith("Registration"))
    .map(
      ({ to, subject, at }) => `${to} read "${subject}" ${Math.round((at - lastEvent.at) / DAY)} days late.`,
    );
}
