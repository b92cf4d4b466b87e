import { afterEach, describe, expect, test, vi } from "vitest";
import { findEntry, readOutbox, removeEntry, saveEntry } from "~/browser/outbox/outbox.ts";
import { OUTBOX_KEY } from "~/browser/stores/browser-storage.ts";
import { entryOf, orderOf } from "../../../fixtures/enrolment.ts";
import { blockedStorage } from "../../../fixtures/fake-storage.ts";

const ada = entryOf(orderOf());
const bola = entryOf(orderOf({ reference: "REG-20261121-BBBBBBBBBB", registration: { firstName: "Bola" } }));
const opened = { ...ada, payment: { status: "opened" } } as const;

afterEach(() => {
  for (const { order } of readOutbox()) removeEntry(order.reference);
});

test("the outbox stores an entry under its reference", () => {
  saveEntry(ada);
  expect(findEntry(ada.order.reference)).toEqual(ada);
  const stored = localStorage.getItem(`${OUTBOX_KEY}/${ada.order.reference}`);
  expect(JSON.parse(String(stored))).toEqual(ada);
});

test("an entry replaces the one with its reference", () => {
  saveEntry(opened);
  saveEntry(bola);
  saveEntry(ada);
  expect(readOutbox()).toEqual([ada, bola]);
});

test("a field that an earlier build did not ask for is read as an empty text", () => {
  const { learner } = ada.order;
  const { education: _, ...earlier } = learner;
  const stored = { ...ada, order: { ...ada.order, learner: earlier } };
  localStorage.setItem(`${OUTBOX_KEY}/${ada.order.reference}`, JSON.stringify(stored));
  expect(findEntry(ada.order.reference)?.order.learner).toEqual({ ...learner, education: "" });
});

test("an empty outbox leaves nothing in the browser", () => {
  saveEntry(ada);
  removeEntry(ada.order.reference);
  expect(Object.keys(localStorage)).toEqual([]);
});

describe("an invalid entry", () => {
  const { order } = ada;
  test.each([
    ["no text", ""],
    ["half a text", "{"],
    ["a number", 7],
    ["null", null],
    ["no order", { ...ada, order: undefined }],
    ["no reference", { ...ada, order: { ...order, reference: undefined } }],
    ["no course", { ...ada, order: { ...order, course: undefined } }],
    ["no amount", { ...ada, order: { ...order, charge: undefined } }],
    ["an unknown currency", { ...ada, order: { ...order, charge: { currency: "EUR", minor: 1 } } }],
    ["no learner", { ...ada, order: { ...order, learner: undefined } }],
    ["a number for a state", { ...ada, order: { ...order, learner: { ...order.learner, state: 7 } } }],
    ["no date", { ...ada, order: { ...order, startedAt: undefined } }],
    ["no payment", { ...ada, payment: undefined }],
    ["a payment without a status", { ...ada, payment: {} }],
    ["no sender", { ...ada, sender: undefined }],
    ["no recipients", { ...ada, recipients: undefined }],
    ["no deliveries", { ...ada, delivered: undefined }],
  ])("with %s is left out, and the next one is read", (_, broken) => {
    const text = typeof broken === "string" ? broken : JSON.stringify(broken);
    localStorage.setItem(`${OUTBOX_KEY}/broken`, text);
    saveEntry(bola);
    expect(readOutbox()).toEqual([bola]);
  });
});

test("a tab does not overwrite an entry of another tab that it has not read yet", () => {
  saveEntry(ada);
  const otherTabsKey = `${OUTBOX_KEY}/${bola.order.reference}`;
  const keys = vi.spyOn(Object, "keys").mockReturnValue([`${OUTBOX_KEY}/${ada.order.reference}`]);
  localStorage.setItem(otherTabsKey, JSON.stringify(bola));
  expect(readOutbox()).toEqual([ada]);
  saveEntry({ ...ada, isReceiptShown: true });
  removeEntry(ada.order.reference);
  keys.mockRestore();
  expect(readOutbox()).toEqual([bola]);
});

test("if storage is blocked, an entry lives as long as the page", () => {
  vi.stubGlobal("localStorage", blockedStorage);
  saveEntry(opened);
  saveEntry(ada);
  expect(readOutbox()).toEqual([ada]);
  removeEntry(ada.order.reference);
  expect(readOutbox()).toEqual([]);
});

test("if storage is full, the page still reads the latest entry", () => {
  saveEntry(opened);
  localStorage.setItem = blockedStorage.setItem;
  saveEntry(ada);
  expect(findEntry(ada.order.reference)?.payment.status).toBe("paid");
});

test("once storage works again, the copy in memory is no longer read", () => {
  const storage = localStorage;
  vi.stubGlobal("localStorage", blockedStorage);
  saveEntry(opened);
  vi.stubGlobal("localStorage", storage);
  saveEntry(ada);
  localStorage.removeItem(`${OUTBOX_KEY}/${ada.order.reference}`);
  expect(readOutbox()).toEqual([]);
});
