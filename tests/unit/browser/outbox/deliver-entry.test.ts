import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { MailError, type MailFacts, type MailRequest } from "~/browser/edge-client/mails.ts";
import { deliverEntry, flushOutbox } from "~/browser/outbox/deliver-entry.ts";
import {
  findEntry,
  markReceiptShown,
  readOutbox,
  removeEntry,
  saveEntry,
  unresolvedEntries,
} from "~/browser/outbox/outbox.ts";
import { entryOf, filledRegistration, orderOf, payment } from "../../../fixtures/enrolment.ts";

const entry = entryOf(orderOf(), { isAcknowledged: true });
const { reference } = entry.order;
const staff = entry.recipients;

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
  saveEntry(entry);
});

/** Returns a mail endpoint that refuses some recipients and records every mail. */
function endpoint({ refuses = [] as readonly string[], status = 500 as number | null } = {}) {
  const recipients: string[] = [];
  const accepted: MailRequest[] = [];
  const keys: (string | undefined)[] = [];
  const send = async (mail: MailRequest, { idempotencyKey }: MailFacts) => {
    keys.push(idempotencyKey);
    const { toEmailAddress } = mail.config;
    recipients.push(toEmailAddress);
    await Promise.resolve();
    if (refuses.includes(toEmailAddress)) throw new MailError(status);
    accepted.push(mail);
  };
  return { send, recipients, keys, acceptedFor: () => accepted.map(({ config }) => config.toEmailAddress) };
}

test("only a refused mail is sent again, with the same idempotency key", async () => {
  const mails = endpoint({ refuses: staff.slice(1, 2) });
  await deliverEntry(reference, mails.send);
  await deliverEntry(reference, mails.send);
  expect(mails.keys).toEqual([
    `${reference}:staff-1:paid`,
    `${reference}:staff-2:paid`,
    `${reference}:staff-3:paid`,
    `${reference}:staff-4:paid`,
    `${reference}:staff-2:paid`,
  ]);
});

test("the mail of an unconfirmed payment has another idempotency key", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" } });
  const mails = endpoint();
  await deliverEntry(reference, mails.send);
  expect(mails.keys[0]).toBe(`${reference}:staff-1:unconfirmed`);
});

test("an entry stays until its last mail was accepted", async () => {
  const isStored: boolean[] = [];
  await deliverEntry(reference, async () => {
    isStored.push(findEntry(reference) !== null);
  });
  expect(isStored).toEqual([true, true, true, true]);
  expect(findEntry(reference)).toBeNull();
});

test("a delivered entry stays until its receipt was shown", async () => {
  saveEntry({ ...entry, isAcknowledged: false });
  expect(await deliverEntry(reference, endpoint().send)).toBe(true);
  expect(unresolvedEntries().map(({ order }) => order.reference)).toEqual([reference]);
  markReceiptShown(reference);
  expect(findEntry(reference)).toBeNull();
});

test("an entry whose receipt was shown stays until it is delivered", async () => {
  saveEntry({ ...entry, isAcknowledged: false });
  await deliverEntry(reference, endpoint({ refuses: staff.slice(1, 2) }).send);
  markReceiptShown(reference);
  expect(unresolvedEntries()).toHaveLength(1);
  await deliverEntry(reference, endpoint().send);
  expect(findEntry(reference)).toBeNull();
});

test("a payment that is confirmed while its mails are sent is reported again", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" } });
  await deliverEntry(reference, async (mail) => {
    if (mail.config.toEmailAddress === staff[0])
      saveEntry({ ...entry, payment: { status: "paid", payment } });
    else throw new MailError(500);
  });
  expect(findEntry(reference)?.payment.status).toBe("paid");
  const later = endpoint();
  expect(await deliverEntry(reference, later.send)).toBe(true);
  expect(later.acceptedFor()).toEqual(staff);
});

test("an entry that another tab removes while its mails are sent stays removed", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" }, isAcknowledged: false });
  await deliverEntry(reference, async () => removeEntry(reference));
  expect(findEntry(reference)).toBeNull();
});

test.each([500, 403, null])(
  "the log of a refused mail has its status (%s) and no personal data",
  async (status) => {
    await deliverEntry(reference, endpoint({ refuses: staff, status }).send);
    expect(consoleError).toHaveBeenCalledTimes(4);
    const logged = JSON.stringify(consoleError.mock.calls);
    expect(logged).toContain(`Registration mail 2 was not accepted (${status ?? "no answer"}).`);
    const { firstName, lastName, email, phone, whatsapp } = filledRegistration();
    for (const personal of [firstName, lastName, email, phone, whatsapp, ...staff]) {
      expect(logged).not.toContain(personal);
    }
  },
);

const unconfirmed = entryOf(orderOf({ reference: "REG-20261121-UUUUUUUUUU" }), {
  payment: { status: "unconfirmed" },
});
const opened = entryOf(orderOf({ reference: "REG-20261121-PPPPPPPPPP" }), {
  payment: { status: "opened" },
});

test("flushing writes nothing while no entry has expired", async () => {
  removeEntry(reference);
  saveEntry(opened);
  const write = vi.spyOn(localStorage, "setItem");
  await flushOutbox(endpoint().send);
  expect(write).not.toHaveBeenCalled();
});

test("flushing sends nothing for an opened payment, whose outcome only the visitor knows", async () => {
  saveEntry(opened);
  const mails = endpoint();
  await flushOutbox(mails.send);
  expect(mails.recipients).toEqual(staff);
  expect(readOutbox()).toEqual([opened]);
});

test("flushing continues with the next entry when a mail is refused", async () => {
  saveEntry(unconfirmed);
  const mails = endpoint({ refuses: staff });
  await flushOutbox(mails.send);
  expect(mails.recipients).toHaveLength(8);
  expect(readOutbox()).toHaveLength(2);
});
