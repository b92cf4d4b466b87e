import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findEntry, readOutbox, removeEntry, saveEntry } from "~/mail/outbox.ts";
import { OUTBOX_KEY } from "~/stores/browser-storage.ts";
import { entryOf, orderOf } from "../../fixtures/enrolment.ts";
import { blockedStorage, FakeStorage } from "../../fixtures/fake-storage.ts";

const ada = entryOf(orderOf());
const bola = entryOf(orderOf({ reference: "REG-20261121-BBBBBBBBBB", registration: { firstname: "Bola" } }));
const opened = { ...ada, payment: { status: "opened" } } as const;

let storage: FakeStorage;

beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});

afterEach(() => {
  for (const { order } of readOutbox()) removeEntry(order.reference);
  vi.unstubAllGlobals();
});

describe("the outbox", () => {
  test("is empty at first", () => {
    expect(readOutbox()).toEqual([]);
    expect(findEntry(ada.order.reference)).toBeNull();
  });

  test("keeps a registration as it was saved, and over a reload", () => {
    saveEntry(ada);
    expect(findEntry(ada.order.reference)).toEqual(ada);
    expect(JSON.parse(String(storage.getItem(OUTBOX_KEY)))).toEqual([ada]);
  });

  test("keeps two registrations side by side, oldest first", () => {
    saveEntry(ada);
    saveEntry(bola);
    expect(readOutbox()).toEqual([ada, bola]);
  });

  test("holds one entry a reference, the newest, in the place of the one before", () => {
    saveEntry(opened);
    saveEntry(bola);
    saveEntry(ada);
    expect(readOutbox()).toEqual([ada, bola]);
  });

  test("forgets one registration and keeps the other", () => {
    saveEntry(ada);
    saveEntry(bola);
    removeEntry(ada.order.reference);
    expect(readOutbox()).toEqual([bola]);
  });

  test("leaves nothing in the browser once it is empty", () => {
    saveEntry(ada);
    removeEntry(ada.order.reference);
    expect(storage.getItem(OUTBOX_KEY)).toBeNull();
  });

  test("is left as it is when a registration that it does not hold is removed", () => {
    saveEntry(ada);
    removeEntry("REG-20261121-ZZZZZZZZZZ");
    expect(readOutbox()).toEqual([ada]);
  });
});

describe("what cannot be read", () => {
  test.each(["", "undefined", "null", "{", "{}", "7", '"text"', "[{]"])(
    "%j counts as an empty outbox",
    (saved) => {
      storage.setItem(OUTBOX_KEY, saved);
      expect(readOutbox()).toEqual([]);
    },
  );

  test.each([
    ["nothing", null],
    ["text", "entry"],
    ["no order", { ...ada, order: undefined }],
    ["no reference", { ...ada, order: { ...ada.order, reference: undefined } }],
    ["no course", { ...ada, order: { ...ada.order, courseName: undefined } }],
    ["no amount", { ...ada, order: { ...ada.order, charge: undefined } }],
    [
      "an amount in another currency",
      { ...ada, order: { ...ada.order, charge: { currency: "EUR", minor: 1 } } },
    ],
    ["no customer", { ...ada, order: { ...ada.order, customer: undefined } }],
    ["no details", { ...ada, order: { ...ada.order, details: undefined } }],
    ["no date", { ...ada, order: { ...ada.order, createdAt: undefined } }],
    ["no payment", { ...ada, payment: undefined }],
    ["a payment without a status", { ...ada, payment: {} }],
    ["no sender", { ...ada, sender: undefined }],
    ["no recipients", { ...ada, recipients: undefined }],
    ["nobody told", { ...ada, delivered: undefined }],
  ])("an entry with %s is passed over, and the next one is read", (_, broken) => {
    storage.setItem(OUTBOX_KEY, JSON.stringify([broken, bola]));
    expect(readOutbox()).toEqual([bola]);
  });

  test("does not keep a new registration from being saved", () => {
    storage.setItem(OUTBOX_KEY, "{");
    saveEntry(ada);
    expect(readOutbox()).toEqual([ada]);
  });
});

describe("where storage is blocked", () => {
  beforeEach(() => vi.stubGlobal("localStorage", blockedStorage));

  test("a registration lives as long as the page", () => {
    saveEntry(opened);
    saveEntry(ada);
    expect(readOutbox()).toEqual([ada]);
    removeEntry(ada.order.reference);
    expect(readOutbox()).toEqual([]);
  });
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
  storage.removeItem(OUTBOX_KEY);
  expect(readOutbox()).toEqual([]);
});
