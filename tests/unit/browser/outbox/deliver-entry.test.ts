import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
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
import { type EdgeAnswer, json, playEdge } from "../../../fixtures/page-edge.ts";

const entry = entryOf(orderOf(), { isAcknowledged: true });
const { reference } = entry.order;
const staff = entry.recipients;

const [ACCEPTED, REFUSED] = [json(202, {}), json(500, {})];
const SECOND_REFUSED = [ACCEPTED, REFUSED, ACCEPTED];

const edge = playEdge();
const recipients = () => edge.requests.map(({ body }) => JSON.parse(body).config.toEmailAddress);
const keys = () => edge.requests.map(({ headers }) => headers.get("idempotency-key"));

/** Has something happen while each mail is sent. */
function whileSending(act: () => void): void {
  vi.stubGlobal("fetch", async () => {
    act();
    return ACCEPTED.clone();
  });
}

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
  saveEntry(entry);
});

test("only a refused mail is sent again, with the same idempotency key", async () => {
  edge.answers = [...SECOND_REFUSED];
  await deliverEntry(reference);
  await deliverEntry(reference);
  expect(keys()).toEqual([1, 2, 3, 4, 2].map((number) => `${reference}:staff-${number}:paid`));
});

test("the mail of an unconfirmed payment has another idempotency key", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" } });
  await deliverEntry(reference);
  expect(keys()[0]).toBe(`${reference}:staff-1:unconfirmed`);
});

test("an entry stays until its last mail was accepted", async () => {
  const isStored: boolean[] = [];
  whileSending(() => isStored.push(findEntry(reference) !== null));
  await deliverEntry(reference);
  expect(isStored).toEqual([true, true, true, true]);
  expect(findEntry(reference)).toBeNull();
});

test("a delivered entry stays until its receipt was shown", async () => {
  saveEntry({ ...entry, isAcknowledged: false });
  expect(await deliverEntry(reference)).toBe(true);
  expect(unresolvedEntries().map(({ order }) => order.reference)).toEqual([reference]);
  markReceiptShown(reference);
  expect(findEntry(reference)).toBeNull();
});

test("an entry whose receipt was shown stays until it is delivered", async () => {
  saveEntry({ ...entry, isAcknowledged: false });
  edge.answers = [...SECOND_REFUSED];
  await deliverEntry(reference);
  markReceiptShown(reference);
  expect(unresolvedEntries()).toHaveLength(1);
  await deliverEntry(reference);
  expect(findEntry(reference)).toBeNull();
});

test("a payment that is confirmed while its mails are sent is reported again", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" }, recipients: staff.slice(0, 1) });
  whileSending(() => saveEntry({ ...entry, payment: { status: "paid", payment } }));
  await deliverEntry(reference);
  expect(findEntry(reference)).toMatchObject({ payment: { status: "paid" }, delivered: [] });
});

test("an entry that another tab removes while its mails are sent stays removed", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" }, isAcknowledged: false });
  whileSending(() => removeEntry(reference));
  await deliverEntry(reference);
  expect(findEntry(reference)).toBeNull();
});

test.each<[string, EdgeAnswer]>([
  ["500", REFUSED],
  ["403", json(403, {})],
  ["no answer", "down"],
])("the log of a refused mail has its status (%s) and no personal data", async (status, answer) => {
  edge.answers = [answer];
  await deliverEntry(reference);
  expect(consoleError).toHaveBeenCalledTimes(4);
  const logged = JSON.stringify(consoleError.mock.calls);
  expect(logged).toContain(`Registration mail 2 was not accepted (${status}).`);
  const { firstName, lastName, email, phone, whatsapp } = filledRegistration();
  for (const personal of [firstName, lastName, email, phone, whatsapp, ...staff]) {
    expect(logged).not.toContain(personal);
  }
});

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
  await flushOutbox();
  expect(write).not.toHaveBeenCalled();
});

test("flushing sends nothing for an opened payment, whose outcome only the visitor knows", async () => {
  saveEntry(opened);
  await flushOutbox();
  expect(recipients()).toEqual(staff);
  expect(readOutbox()).toEqual([opened]);
});

test("flushing continues with the next entry when a mail is refused", async () => {
  saveEntry(unconfirmed);
  edge.answers = [REFUSED];
  await flushOutbox();
  expect(recipients()).toHaveLength(8);
  expect(readOutbox()).toHaveLength(2);
});
