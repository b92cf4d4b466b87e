import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findEntry, readOutbox, removeEntry, saveEntry } from "~/browser/outbox/outbox.ts";
import { OUTBOX_KEY } from "~/browser/stores/browser-storage.ts";
import { entryOf, orderOf } from "../../../fixtures/enrolment.ts";
import { blockedStorage, FakeStorage } from "../../../fixtures/fake-storage.ts";

const ada = entryOf(orderOf());
const bola = entryOf(orderOf({ reference: "REG-20261121-BBBBBBBBBB", registration: { firstName: "Bola" } }));
const opened = { ...ada, payment: { status: "opened" } } as const;

let storage: FakeStorage;

beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});

afterEach(() => {
  for (const { order } of readOutbox()) removeEntry(order.reference);
});

test("the outbox keeps a registration as it was saved, also over a reload", () => {
  saveEntry(ada);
  expect(findEntry(ada.order.reference)).toEqual(ada);
  const kept = storage.getItem(`${OUTBOX_KEY}/${ada.order.reference}`);
  expect(JSON.parse(String(kept))).toEqual(ada);
});

test("the outbox replaces the entry with the same reference, in its place", () => {
  saveEntry(opened);
  saveEntry(bola);
  saveEntry(ada);
  expect(readOutbox()).toEqual([ada, bola]);
});

test("an order of an earlier build is read with empty texts for what its form did not ask", () => {
  const { learner } = ada.order;
  const { education: _, ...earlier } = learner;
  const stored = { ...ada, order: { ...ada.order, learner: earlier } };
  storage.setItem(`${OUTBOX_KEY}/${ada.order.reference}`, JSON.stringify(stored));
  expect(findEntry(ada.order.reference)?.order.learner).toEqual({ ...learner, education: "" });
});

test("the outbox leaves nothing in the browser once it is empty", () => {
  saveEntry(ada);
  removeEntry(ada.order.reference);
  expect(Object.keys(storage)).toEqual([]);
});

describe("what cannot be read", () => {
  test.each(["", "null", "{", "{}", "7"])("invalid storage, %j, is an empty outbox", (saved) => {
    storage.setItem(`${OUTBOX_KEY}/1`, saved);
    expect(readOutbox()).toEqual([]);
  });

  const { order } = ada;
  test.each([
    ["nothing", null],
    ["text", "entry"],
    ["no order", { ...ada, order: undefined }],
    ["no reference", { ...ada, order: { ...order, reference: undefined } }],
    ["no course", { ...ada, order: { ...order, course: undefined } }],
    ["no amount", { ...ada, order: { ...order, charge: undefined } }],
    ["an unknown currency", { ...ada, order: { ...order, charge: { currency: "EUR", minor: 1 } } }],
    ["no learner", { ...ada, order: { ...order, learner: undefined } }],
    ["a number for a country", { ...ada, order: { ...order, learner: { ...order.learner, country: 234 } } }],
    ["no date", { ...ada, order: { ...order, startedAt: undefined } }],
    ["no payment", { ...ada, payment: undefined }],
    ["a payment without a status", { ...ada, payment: {} }],
    ["no sender", { ...ada, sender: undefined }],
    ["no recipients", { ...ada, recipients: undefined }],
    ["nobody notified", { ...ada, delivered: undefined }],
  ])("an invalid outbox entry, with %s, is left out, and the next one is read", (_, broken) => {
    storage.setItem(`${OUTBOX_KEY}/broken`, JSON.stringify(broken));
    saveEntry(bola);
    expect(readOutbox()).toEqual([bola]);
  });
});

test("an outbox entry that another tab writes is left alone by a tab that does not know it", () => {
  saveEntry(ada);
  const unknown = `${OUTBOX_KEY}/${bola.order.reference}`;
  const keys = vi.spyOn(Object, "keys").mockReturnValue([`${OUTBOX_KEY}/${ada.order.reference}`]);
  storage.setItem(unknown, JSON.stringify(bola));
  expect(readOutbox()).toEqual([ada]);
  saveEntry({ ...ada, isReceiptShown: true });
  removeEntry(ada.order.reference);
  keys.mockRestore();
  expect(readOutbox()).toEqual([bola]);
});

test("where storage is blocked, a registration lives as long as the page", () => {
  vi.stubGlobal("localStorage", blockedStorage);
  saveEntry(opened);
  saveEntry(ada);
  expect(readOutbox()).toEqual([ada]);
  removeEntry(ada.order.reference);
  expect(readOutbox()).toEqual([]);
});

test("a payment that no longer fits into full storage is known to the page all the same", () => {
  saveEntry(opened);
  storage.setItem = blockedStorage.setItem;
  saveEntry(ada);
  expect(findEntry(ada.order.reference)?.payment.status).toBe("paid");
});

test("once storage has room again, the copy in memory is not read any more", () => {
  vi.stubGlobal("localStorage", blockedStorage);
  saveEntry(opened);
  vi.stubGlobal("localStorage", storage);
  saveEntry(ada);
  storage.removeItem(`${OUTBOX_KEY}/${ada.order.reference}`);
  expect(readOutbox()).toEqual([]);
});
