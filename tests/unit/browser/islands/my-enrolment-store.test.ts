import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { knownEnrolments, saveAccess, savedView, saveView } from "~/browser/enrolments/enrolment-access.ts";
import { createMyEnrolmentStore } from "~/browser/islands/my-enrolment/my-enrolment-store.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, viewOf } from "../../../fixtures/enrolment-view.ts";
import { FakeStorage } from "../../../fixtures/fake-storage.ts";

const OTHER_ID = "ENR-2222222222";
const access = { id: ENROLMENT_ID, key: ENROLMENT_KEY };
const other = { id: OTHER_ID, key: newKey() };
const otherView = viewOf({ id: OTHER_ID, asOf: "2026-11-21T09:00:00.000Z" });
const EXPIRED = "This link has expired. Request a new one.";
const NO_ANSWER = "There was no answer. Please try again.";

/** The edge's responses by key. A missing key opens nothing. */
let answers: Record<string, EnrolmentView | PayerView | "down" | 503>;
let left: string[];
/** The edge's response to a change. */
let changed: EnrolmentView & { readonly key?: string };
/** The promises that delay the responses to a reading and to a change. */
let onItsWay: { GET: Promise<void>; PATCH: Promise<void> };

beforeEach(() => {
  answers = { [access.key]: viewOf(), [other.key]: otherView };
  left = [];
  changed = viewOf({ hasStoppedReminders: true });
  onItsWay = { GET: Promise.resolve(), PATCH: Promise.resolve() };
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("location", { hash: "", replace: (address: string) => left.push(address) });
  vi.stubGlobal("fetch", async (_: string, { method, headers }: RequestInit) => {
    const key = new Headers(headers).get("authorization")?.slice("Bearer ".length) ?? "";
    const answer = method === "PATCH" ? changed : answers[key];
    await onItsWay[method as "GET" | "PATCH"];
    if (answer === "down") throw new TypeError("Failed to fetch");
    if (answer === 503) return Response.json({ message: "In a minute." }, { status: 503 });
    return answer ? Response.json(answer) : Response.json({ message: EXPIRED }, { status: 404 });
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens the page by a link, or without one. */
async function openPage(link: { id: string; key: string } | null) {
  if (link) document.documentElement.dataset.enrolmentLink = `${link.id}.${link.key}`;
  const store = createMyEnrolmentStore();
  await store.openFirst();
  return store;
}

test("an old link opens by the newer key that this browser has, and takes nothing away", async () => {
  saveAccess(access);
  const store = await openPage({ id: ENROLMENT_ID, key: newKey() });
  expect(store.$state.get()).toMatchObject({ step: "open", enrolment: { access } });
  expect(knownEnrolments()).toEqual([access]);
});

test("a key that opens nothing is forgotten, with its copy, and the reason is said", async () => {
  answers = {};
  saveAccess(access);
  saveView(viewOf());
  const store = await openPage(null);
  expect(store.$state.get()).toMatchObject({ step: "closed", message: EXPIRED, retry: null });
  expect(knownEnrolments()).toEqual([]);
  expect(savedView(ENROLMENT_ID)).toBeNull();
});

test("an answer that comes after a newer request is dropped", async () => {
  const store = await openPage(access);
  await Promise.all([store.open(other), store.open(access)]);
  expect(store.$state.get().id).toBe(ENROLMENT_ID);
});

test("an enrolment that is forgotten is not brought back by an answer that was on its way", async () => {
  const store = await openPage(access);
  const way = Promise.withResolvers<void>();
  onItsWay.GET = way.promise;
  const opening = store.open(access);
  await store.removeFromDevice();
  way.resolve();
  await opening;
  expect(store.$state.get()).toMatchObject({ step: "closed", enrolment: null });
  expect(knownEnrolments()).toEqual([]);
  expect(savedView(ENROLMENT_ID)).toBeNull();
});

test("an enrolment that is forgotten while it is saved does not come back with its new key", async () => {
  const store = await openPage(access);
  const way = Promise.withResolvers<void>();
  onItsWay.PATCH = way.promise;
  changed = { ...viewOf(), key: newKey() };
  const saved = store.change({ email: "ada.obi@example.com" });
  await store.removeFromDevice();
  way.resolve();
  await saved;
  expect(store.$state.get()).toMatchObject({ step: "closed", enrolment: null });
  expect(knownEnrolments()).toEqual([]);
});

test("changed details and their new key are not overwritten by an answer from before the change", async () => {
  const store = await openPage(access);
  const way = Promise.withResolvers<void>();
  onItsWay.GET = way.promise;
  const key = newKey();
  changed = { ...changed, key };
  const opening = store.open(access);
  await store.change({ email: "ada.obi@example.com" });
  way.resolve();
  await opening;
  expect(store.$state.get().enrolment).toMatchObject({
    access: { id: ENROLMENT_ID, key },
    view: { hasStoppedReminders: true },
  });
  expect(knownEnrolments()).toEqual([{ id: ENROLMENT_ID, key }]);
});

test("details that are saved while another enrolment is opened do not keep that one from opening", async () => {
  const store = await openPage(access);
  const way = Promise.withResolvers<void>();
  onItsWay.GET = way.promise;
  const saved = store.change({ hasStoppedReminders: true });
  const opening = store.open(other);
  await saved;
  way.resolve();
  await opening;
  expect(store.$state.get()).toMatchObject({ step: "open", enrolment: { access: other } });
});

test("without an answer what is open stays as it is, and the page says so", async () => {
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

test("a payment that ended without an answer says so, until one that ends with an answer", async () => {
  const store = await openPage(access);
  answers[access.key] = "down";
  await store.showEnded({ reference: null, hasMoved: false });
  expect(store.$state.get().paymentMessage).toBe(NO_ANSWER);
  answers[access.key] = viewOf();
  await store.showEnded({ reference: null, hasMoved: false });
  expect(store.$state.get().paymentMessage).toBe("");
});

test("after a payment the page asks until it shows, and says so", async () => {
  vi.useFakeTimers();
  const store = await openPage(access);
  answers[access.key] = viewOf({ receipts: [] });
  const showingEnded = store.showEnded({ reference: "REG-20261102-AAAAAAAAAA", hasMoved: true });
  await vi.advanceTimersByTimeAsync(500);
  expect(store.$state.get().paymentMessage).toBe("");
  answers[access.key] = viewOf();
  await vi.advanceTimersByTimeAsync(1_000);
  await showingEnded;
  expect(store.$state.get().paymentMessage).toBe("Your payment has been received.");
});
