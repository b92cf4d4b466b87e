import { beforeEach, expect, test, vi } from "vitest";
import { persistedAtom } from "~/browser/stores/persisted-atom.ts";
import { blockedStorage, FakeStorage } from "../../../fixtures/fake-storage.ts";

let listeners: Record<string, (event: unknown) => void>;

beforeEach(() => {
  listeners = {};
  vi.stubGlobal("addEventListener", (type: string, listener: (event: unknown) => void) => {
    listeners[type] = listener;
  });
});

const open = () =>
  persistedAtom<number | null>("count", {
    initial: null,
    encode: (value) => value?.toString() ?? null,
    decode: (saved) => Number(saved),
  });

test("a persisted atom begins with the stored value and stores each new one", () => {
  localStorage.setItem("count", "3");
  const $count = open();
  expect($count.get()).toBe(3);
  $count.set(4);
  expect(localStorage.getItem("count")).toBe("4");
  $count.set(null);
  expect(localStorage.getItem("count")).toBeNull();
});

test.each([
  ["a changed value", { key: "count", newValue: "7" }, 7],
  ["another key", { key: "other", newValue: "1" }, 5],
  ["a removed value", { key: "count", newValue: null }, null],
  ["an emptied storage", { key: null, newValue: null }, null],
])("a persisted atom follows another tab: %s", (_, event, count) => {
  const $count = open();
  $count.set(5);
  listeners.storage?.(event);
  expect($count.get()).toBe(count);
});

test("a persisted atom on a page from the bfcache reads the stored value again", () => {
  const $count = open();
  localStorage.setItem("count", "9");
  listeners.pageshow?.({ persisted: false });
  expect($count.get()).toBeNull();
  listeners.pageshow?.({ persisted: true });
  expect($count.get()).toBe(9);
});

test.each([
  ["blocked", blockedStorage],
  ["full", Object.assign(new FakeStorage(), { setItem: blockedStorage.setItem })],
])("a persisted atom in storage that is %s keeps its value on this page", (_, broken) => {
  vi.stubGlobal("localStorage", broken);
  const $count = open();
  $count.set(2);
  expect($count.get()).toBe(2);
});
