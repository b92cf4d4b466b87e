import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { persistedAtom } from "~/stores/persisted-atom.ts";
import { blockedStorage, FakeStorage } from "../../fixtures/fake-storage.ts";

let storage: FakeStorage;
let listeners: Record<string, (event: unknown) => void>;

beforeEach(() => {
  storage = new FakeStorage();
  listeners = {};
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("addEventListener", (type: string, listener: (event: unknown) => void) => {
    listeners[type] = listener;
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  persistedAtom<number | null>("count", {
    initial: null,
    encode: (value) => value?.toString() ?? null,
    decode: (saved) => Number(saved),
  });

test("begins with what is saved, and saves what is set", () => {
  storage.setItem("count", "3");
  const $count = open();
  expect($count.get()).toBe(3);
  $count.set(4);
  expect(storage.getItem("count")).toBe("4");
  $count.set(null);
  expect(storage.getItem("count")).toBeNull();
});

describe("hears of what another tab", () => {
  test("sets or removes", () => {
    const $count = open();
    listeners.storage?.({ key: "count", newValue: "7" });
    expect($count.get()).toBe(7);
    listeners.storage?.({ key: "count", newValue: null });
    expect($count.get()).toBeNull();
  });

  test("clears altogether, and nothing of other keys", () => {
    const $count = open();
    $count.set(5);
    listeners.storage?.({ key: "other", newValue: "1" });
    expect($count.get()).toBe(5);
    listeners.storage?.({ key: null, newValue: null });
    expect($count.get()).toBeNull();
  });
});

test("a page that comes back from the browser's memory takes what was saved meanwhile", () => {
  const $count = open();
  storage.setItem("count", "9");
  listeners.pageshow?.({ persisted: false });
  expect($count.get()).toBeNull();
  listeners.pageshow?.({ persisted: true });
  expect($count.get()).toBe(9);
});

test.each([
  ["blocked", blockedStorage],
  [
    "full",
    {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
      removeItem: () => undefined,
    },
  ],
])("a storage that is %s leaves the value to this page", (_, broken) => {
  vi.stubGlobal("localStorage", broken);
  const $count = open();
  $count.set(2);
  expect($count.get()).toBe(2);
});
