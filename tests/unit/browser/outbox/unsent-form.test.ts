import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUnsent, removeUnsent, saveUnsent, sendForm, unsentOf } from "~/browser/outbox/unsent-form.ts";
import { blockedStorage } from "../../../fixtures/fake-storage.ts";
import { playEdge } from "../../../fixtures/page-edge.ts";

const SENT_AT = new Date("2026-11-21T09:00:00Z");
const typed = { message: "Hello" };
const config = { fromEmailAddress: "site", toEmailAddress: "academy" };
const mail = { config, body: { subject: "Contact Form", message: "Hello" } };
const KEY = "unsent-form/contact";

const edge = playEdge();

beforeEach(() => {
  vi.useFakeTimers({ now: SENT_AT });
});
afterEach(() => removeUnsent("contact"));

test("a form's mail is sent after the minimum fill time", async () => {
  vi.useFakeTimers({ now: SENT_AT, toFake: ["setTimeout", "performance"] });
  vi.advanceTimersByTime(300);
  const sending = sendForm(mail, await unsentOf("contact", typed, mail));
  await vi.advanceTimersByTimeAsync(1_699);
  expect(edge.requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await sending;
  expect(edge.requests[0]?.headers.get("Form-Open-Ms")).toBe("2000");
});

test("the same mail has the same key on one day and another one on the next", async () => {
  const { idempotencyKey } = await unsentOf("contact", typed, mail);
  expect(idempotencyKey).toMatch(/^contact:2026-11-21:[0-9a-f]{64}$/);
  vi.setSystemTime("2026-11-21T23:00:00Z");
  expect((await unsentOf("contact", typed, mail)).idempotencyKey).toBe(idempotencyKey);
  vi.setSystemTime("2026-11-22T09:00:00Z");
  expect((await unsentOf("contact", typed, mail)).idempotencyKey).not.toBe(idempotencyKey);
});

test("an unsent mail is kept for 30 days", async () => {
  const unsent = await unsentOf("contact", typed, mail);
  expect(saveUnsent("contact", unsent)).toBe(true);
  vi.setSystemTime("2026-12-21T08:59:59Z");
  expect(readUnsent("contact")).toEqual(unsent);
  vi.setSystemTime("2026-12-21T09:00:01Z");
  expect(readUnsent("contact")).toBeNull();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test("if storage is blocked, an unsent mail lives as long as the page", async () => {
  vi.stubGlobal("localStorage", blockedStorage);
  const unsent = await unsentOf("contact", typed, mail);
  expect(saveUnsent("contact", unsent)).toBe(false);
  expect(readUnsent("contact")).toEqual(unsent);
});

test.each(["{", "7", '{"typed":null,"savedAt":"2026-11-21"}', '{"typed":{}}'])(
  "no mail is unsent if storage has %s",
  (text) => {
    localStorage.setItem(KEY, text);
    expect(readUnsent("contact")).toBeNull();
  },
);
