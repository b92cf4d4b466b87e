import { beforeEach, expect, test, vi } from "vitest";
import { knownEnrolments, saveAccess, savedView, saveView } from "~/browser/enrolments/enrolment-access.ts";
import { createMyEnrolmentStore } from "~/browser/islands/my-enrolment/my-enrolment-store.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, viewOf } from "../../../fixtures/enrolment-view.ts";

const OTHER_ID = "ENR-2222222222";
const access = { id: ENROLMENT_ID, key: ENROLMENT_KEY };
const other = { id: OTHER_ID, key: newKey() };
const otherView = viewOf({ id: OTHER_ID, asOf: "2026-11-21T09:00:00.000Z" });
const EXPIRED = "This link has expired. Request a new one.";
const NO_ANSWER = "There was no answer. Please try again.";

/** The edge's responses by key. A missing key opens nothing. */
let answers: Record<string, EnrolmentView | PayerView | "down">;
/** The edge's response to a change. */
let changed: EnrolmentView & { readonly key?: string };
/** The responses to a method wait for its promise. */
let delays: { GET?: Promise<void>; PATCH?: Promise<void> };

beforeEach(() => {
  answers = { [access.key]: viewOf(), [other.key]: otherView };
  changed = viewOf({ hasStoppedReminders: true });
  delays = {};
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("fetch", async (_: string, { method, headers }: RequestInit) => {
    const key = new Headers(headers).get("authorization")?.slice("Bearer ".length) ?? "";
    const answer = method === "PATCH" ? changed : answers[key];
    await delays[method as "GET" | "PATCH"];
    if (answer === "down") throw new TypeError("Failed to fetch");
    return answer ? Response.json(answer) : Response.json({ message: EXPIRED }, { status: 404 });
  });
});

/** Delays the responses to a method. @returns the function that sends them */
function delay(method: "GET" | "PATCH"): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  delays[method] = promise;
  return resolve;
}

/** Opens the page by a link, or without one. */
async function openPage(link: { id: string; key: string } | null) {
  if (link) document.documentElement.dataset.enrolmentLink = `${link.id}.${link.key}`;
  const store = createMyEnrolmentStore();
  await store.openFirst();
  return store;
}

test("an old link opens the enrolment by the newer key that this browser has", async () => {
  saveAccess(access);
  const store = await openPage({ id: ENROLMENT_ID, key: newKey() });
  expect(store.$state.get()).toMatchObject({ step: "open", enrolment: { access } });
  expect(knownEnrolments()).toEqual([access]);
});

test("an invalid key is removed with its saved copy, and the page says why", async () => {
  answers = {};
  saveAccess(access);
  saveView(viewOf());
  const store = await openPage(null);
  expect(store.$state.get()).toMatchObject({ step: "closed", message: EXPIRED, retry: null });
  expect(knownEnrolments()).toEqual([]);
  expect(savedView(ENROLMENT_ID)).toBeNull();
});

test("the response to an earlier request is dropped", async () => {
  const store = await openPage(access);
  await Promise.all([store.open(other), store.open(access)]);
  expect(store.$state.get().id).toBe(ENROLMENT_ID);
});

test.each(["GET", "PATCH"] as const)("a pending %s does not restore a removed enrolment", async (method) => {
  const store = await openPage(access);
  const respond = delay(method);
  changed = { ...viewOf(), key: newKey() };
  const pending = method === "GET" ? store.open(access) : store.change({ email: "ada.obi@example.com" });
  await store.removeFromDevice();
  respond();
  await pending;
  expect(store.$state.get()).toMatchObject({ step: "closed", enrolment: null });
  expect(knownEnrolments()).toEqual([]);
  expect(savedView(ENROLMENT_ID)).toBeNull();
});

test("a response from before a change does not overwrite the changed details and key", async () => {
  const store = await openPage(access);
  const respond = delay("GET");
  const key = newKey();
  changed = { ...changed, key };
  const opening = store.open(access);
  await store.change({ email: "ada.obi@example.com" });
  respond();
  await opening;
  expect(store.$state.get().enrolment).toMatchObject({
    access: { id: ENROLMENT_ID, key },
    view: { hasStoppedReminders: true },
  });
  expect(knownEnrolments()).toEqual([{ id: ENROLMENT_ID, key }]);
});

test("a change of one enrolment does not keep another one from opening", async () => {
  const store = await openPage(access);
  const respond = delay("GET");
  const saved = store.change({ hasStoppedReminders: true });
  const opening = store.open(other);
  await saved;
  respond();
  await opening;
  expect(store.$state.get()).toMatchObject({ step: "open", enrolment: { access: other } });
});

test("without a response an open enrolment stays open, and the page says so", async () => {
  saveAccess(other);
  saveView(otherView);
  const store = await openPage(access);
  const { enrolment } = store.$state.get();
  answers = { [access.key]: "down", [other.key]: "down" };
  await store.open(access);
  expect(store.$state.get().enrolment).toBe(enrolment);
  await store.openAgain();
  expect(store.$state.get()).toMatchObject({ step: "open", enrolment, paymentMessage: NO_ANSWER });
  await store.open(other);
  expect(store.$state.get()).toMatchObject({
    enrolment: { access: other, isCopy: true },
    paymentMessage: "",
  });
  await store.openAgain();
  expect(store.$state.get()).toMatchObject({ enrolment: { isCopy: true }, paymentMessage: NO_ANSWER });
});

test("the message after a payment without a response goes with the next response", async () => {
  const store = await openPage(access);
  answers[access.key] = "down";
  await store.showEnded({ reference: null, hasMoved: false });
  expect(store.$state.get().paymentMessage).toBe(NO_ANSWER);
  answers[access.key] = viewOf();
  await store.showEnded({ reference: null, hasMoved: false });
  expect(store.$state.get().paymentMessage).toBe("");
});

test("after a payment the page asks the edge until the payment has arrived", async () => {
  vi.useFakeTimers();
  const store = await openPage(access);
  answers[access.key] = viewOf({ receipts: [] });
  const showing = store.showEnded({ reference: "REG-20261102-AAAAAAAAAA", hasMoved: true });
  await vi.advanceTimersByTimeAsync(500);
  expect(store.$state.get().paymentMessage).toBe("");
  answers[access.key] = viewOf();
  await vi.advanceTimersByTimeAsync(1_000);
  await showing;
  expect(store.$state.get().paymentMessage).toBe("Your payment has been received.");
});
