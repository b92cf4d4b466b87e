import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { deliverEntry, deliverOutbox } from "~/mail/deliver-entry.ts";
import { MailError, type MailFacts, type MailRequest } from "~/mail/mail-client.ts";
import {
  acknowledge,
  findEntry,
  noteReceipt,
  readOutbox,
  removeEntry,
  saveEntry,
  unsettledEntries,
} from "~/mail/outbox.ts";
import { entryOf, filledRegistration, orderOf, payment } from "../../fixtures/enrolment.ts";
import { fakeLocks } from "../../fixtures/fake-locks.ts";
import { FakeStorage } from "../../fixtures/fake-storage.ts";

const entry = entryOf(orderOf(), { isAcknowledged: true });
const { reference } = entry.order;
const staff = entry.recipients;

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("navigator", {});
  consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
  saveEntry(entry);
});

afterEach(() => {
  for (const { order } of readOutbox()) removeEntry(order.reference);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A mail endpoint that refuses some recipients, and remembers every mail that it was asked to send. */
function endpoint({ refuses = [] as readonly string[], status = 500 as number | null } = {}) {
  const asked: string[] = [];
  const accepted: MailRequest[] = [];
  const keys: (string | undefined)[] = [];
  const send = async (mail: MailRequest, { idempotencyKey }: MailFacts) => {
    keys.push(idempotencyKey);
    const { toEmailAddress } = mail.config;
    asked.push(toEmailAddress);
    await Promise.resolve();
    if (refuses.includes(toEmailAddress)) throw new MailError(status, "no");
    accepted.push(mail);
  };
  return { send, asked, keys, acceptedFor: () => accepted.map(({ config }) => config.toEmailAddress) };
}

describe("telling staff of a registration", () => {
  test("reaches all four, one after another, in the order of content/site.yaml", async () => {
    let isBusy = false;
    const told: string[] = [];
    const isDone = await deliverEntry(reference, async (mail) => {
      expect(isBusy).toBe(false);
      isBusy = true;
      await new Promise((resolve) => setTimeout(resolve));
      isBusy = false;
      told.push(mail.config.toEmailAddress);
    });
    expect(isDone).toBe(true);
    expect(told).toEqual(staff);
    expect(told).toHaveLength(4);
  });

  test("gives each mail a key by which the academy's server knows it again", async () => {
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

  test("that a payment is unconfirmed is another mail than that it was received", async () => {
    saveEntry({ ...entry, payment: { status: "unconfirmed" } });
    const mails = endpoint();
    await deliverEntry(reference, mails.send);
    expect(mails.keys[0]).toBe(`${reference}:staff-1:unconfirmed`);
  });

  test("works as before for an entry that an earlier version saved with addresses", async () => {
    saveEntry({
      ...entry,
      sender: "no-reply@academy.example",
      recipients: ["a@academy.example", "b@academy.example"],
    });
    const mails = endpoint();
    expect(await deliverEntry(reference, mails.send)).toBe(true);
    expect(mails.asked).toEqual(["a@academy.example", "b@academy.example"]);
    expect(mails.keys).toEqual([`${reference}:staff-1:paid`, `${reference}:staff-2:paid`]);
  });

  test("keeps the registration until the last of them was told", async () => {
    const kept: boolean[] = [];
    await deliverEntry(reference, async () => {
      kept.push(findEntry(reference) !== null);
    });
    expect(kept).toEqual([true, true, true, true]);
    expect(findEntry(reference)).toBeNull();
  });

  test("keeps what is paid until the visitor has had the receipt, however many have been told", async () => {
    saveEntry({ ...entry, isAcknowledged: false });
    expect(await deliverEntry(reference, endpoint().send)).toBe(true);
    expect(unsettledEntries().map(({ order }) => order.reference)).toEqual([reference]);
    noteReceipt(reference);
    expect(findEntry(reference)).toBeNull();
  });

  test("whose receipt was shown before all were told is offered again until they are", async () => {
    saveEntry({ ...entry, isAcknowledged: false });
    await deliverEntry(reference, endpoint({ refuses: staff.slice(1, 2) }).send);
    noteReceipt(reference);
    expect(unsettledEntries()).toHaveLength(1);
    await deliverEntry(reference, endpoint().send);
    expect(findEntry(reference)).toBeNull();
  });

  test("goes on to the others when one cannot be told, and keeps the registration", async () => {
    const mails = endpoint({ refuses: staff.slice(1, 2) });
    expect(await deliverEntry(reference, mails.send)).toBe(false);
    expect(mails.asked).toEqual(staff);
    expect(findEntry(reference)?.delivered).toEqual([staff[0], staff[2], staff[3]]);
  });

  test("a second time tells only those who were not told the first time", async () => {
    await deliverEntry(reference, endpoint({ refuses: staff.slice(1, 2) }).send);
    const mails = endpoint();
    expect(await deliverEntry(reference, mails.send)).toBe(true);
    expect(mails.asked).toEqual(staff.slice(1, 2));
    expect(findEntry(reference)).toBeNull();
  });

  test("when all is told already sends nothing and says so", async () => {
    saveEntry({ ...entry, delivered: staff });
    const mails = endpoint();
    expect(await deliverEntry(reference, mails.send)).toBe(true);
    expect(mails.asked).toEqual([]);
    expect(findEntry(reference)).toBeNull();
  });

  test("that is not in the outbox any more sends nothing", async () => {
    removeEntry(reference);
    const mails = endpoint();
    expect(await deliverEntry(reference, mails.send)).toBe(true);
    expect(mails.asked).toEqual([]);
  });

  test("does not touch another registration", async () => {
    const other = entryOf(orderOf({ reference: "REG-20261121-BBBBBBBBBB" }));
    saveEntry(other);
    await deliverEntry(reference, endpoint().send);
    expect(readOutbox()).toEqual([other]);
  });

  test("tells the payment to whom it was called unconfirmed when it was confirmed while that mail was on its way", async () => {
    saveEntry({ ...entry, payment: { status: "unconfirmed" } });
    await deliverEntry(reference, async (mail) => {
      if (mail.config.toEmailAddress === staff[0])
        saveEntry({ ...entry, payment: { status: "paid", payment } });
      else throw new MailError(500, "no");
    });
    expect(findEntry(reference)?.payment.status).toBe("paid");
    const later = endpoint();
    expect(await deliverEntry(reference, later.send)).toBe(true);
    expect(later.acceptedFor()).toEqual(staff);
  });
});

describe("two at once", () => {
  test("tell each recipient once, since tabs take turns", async () => {
    vi.stubGlobal("navigator", { locks: fakeLocks() });
    const mails = endpoint();
    const answers = await Promise.all([
      deliverEntry(reference, mails.send),
      deliverEntry(reference, mails.send),
    ]);
    expect(answers).toEqual([true, true]);
    expect(mails.acceptedFor()).toEqual(staff);
  });

  test("try a refused recipient again in the second turn, and nobody else", async () => {
    vi.stubGlobal("navigator", { locks: fakeLocks() });
    const mails = endpoint({ refuses: staff.slice(3) });
    await Promise.all([deliverEntry(reference, mails.send), deliverEntry(reference, mails.send)]);
    expect(mails.asked).toEqual([...staff, staff[3]]);
  });

  test("are not waited for where the browser refuses turns, as it does when storage is blocked", async () => {
    const request = () => Promise.reject(new DOMException("denied", "SecurityError"));
    vi.stubGlobal("navigator", { locks: { request } });
    const mails = endpoint();
    expect(await deliverEntry(reference, mails.send)).toBe(true);
    expect(mails.acceptedFor()).toEqual(staff);
  });

  test("are waited for as long as four mails may take, and no longer: another tab may be asleep", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
    const request = async (_name: string, { signal }: LockOptions) => signal?.throwIfAborted();
    vi.stubGlobal("navigator", { locks: { request } });
    const mails = endpoint();
    expect(await deliverEntry(reference, mails.send)).toBe(true);
    expect(mails.acceptedFor()).toEqual(staff);
    expect(timeout).toHaveBeenCalledWith(60_000);
  });
});

describe("a refusal in the log", () => {
  test.each([500, 403, null])("says which mail and why (%s), and nothing of the person", async (status) => {
    await deliverEntry(reference, endpoint({ refuses: staff, status }).send);
    expect(consoleError).toHaveBeenCalledTimes(4);
    const logged = JSON.stringify(consoleError.mock.calls);
    expect(logged).toContain(`Registration mail 2 was not accepted (${status ?? "no answer"}).`);
    const { firstname, lastname, email, phone, whatsapp } = filledRegistration();
    for (const personal of [firstname, lastname, email, phone, whatsapp, ...staff]) {
      expect(logged).not.toContain(personal);
    }
  });

  test("is the only thing that is logged", async () => {
    await deliverEntry(reference, endpoint().send);
    expect(consoleError).not.toHaveBeenCalled();
  });
});

describe("a later visit", () => {
  const unconfirmed = entryOf(orderOf({ reference: "REG-20261121-UUUUUUUUUU" }), {
    payment: { status: "unconfirmed" },
  });
  const opened = entryOf(orderOf({ reference: "REG-20261121-PPPPPPPPPP" }), {
    payment: { status: "opened" },
  });

  test("sends what an earlier one could not", async () => {
    saveEntry(unconfirmed);
    const mails = endpoint();
    await deliverOutbox(mails.send);
    expect(mails.asked).toEqual([...staff, ...staff]);
    expect(readOutbox()).toEqual([{ ...unconfirmed, delivered: staff }]);
    acknowledge(unconfirmed.order.reference);
    expect(readOutbox()).toEqual([]);
  });

  test("writes nothing while there is nothing to forget: another tab may be saving a payment just then", async () => {
    removeEntry(reference);
    saveEntry(opened);
    const write = vi.spyOn(localStorage, "setItem");
    await deliverOutbox(endpoint().send);
    expect(write).not.toHaveBeenCalled();
  });

  test("leaves a payment whose end nobody saw to the visitor's word", async () => {
    saveEntry(opened);
    const mails = endpoint();
    await deliverOutbox(mails.send);
    expect(mails.asked).toEqual(staff);
    expect(readOutbox()).toEqual([opened]);
  });

  test("goes on to the next registration when one cannot be told", async () => {
    saveEntry(unconfirmed);
    const mails = endpoint({ refuses: staff });
    await deliverOutbox(mails.send);
    expect(mails.asked).toHaveLength(8);
    expect(readOutbox()).toHaveLength(2);
  });
});
