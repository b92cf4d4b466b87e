/** Loading, and not loading: the adapter with Paystack's own package; only Paystack's page in the frame is played. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CheckoutProvider } from "~/payments/checkout-provider.ts";
import { openCheckout } from "../../fixtures/checkout.ts";
import { orderOf } from "../../fixtures/enrolment.ts";
import { stubPaystackPage } from "../../fixtures/paystack-page.ts";

const order = orderOf();
const success = { id: 4099260516, reference: order.reference, status: "success", message: "Approved" };

let page: ReturnType<typeof stubPaystackPage>;
let paystack: CheckoutProvider;

beforeEach(async () => {
  vi.useFakeTimers();
  page = stubPaystackPage();
  const { createPaystack } = await import("~/payments/paystack/paystack.ts");
  paystack = createPaystack("pk_test_academy");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = () => openCheckout(paystack, order);

/** Paystack's frame holds the checkout. */
const load = () => page.say({ event: "loaded:transaction", data: { id: 1, accessCode: "abc" } });

const turn = () => vi.advanceTimersByTimeAsync(0);

/** The package hides its frames and writes to them once more; then they go. */
const fadeOut = () => vi.advanceTimersByTimeAsync(1_000);

describe("a checkout that does not load", () => {
  test("is given up after 15 seconds and not a moment before", async () => {
    const checkout = open();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(checkout.outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(checkout.outcome).toEqual({
      status: "unreachable",
      message: "Unable to load paystack inline script",
    });
  });

  test("leaves no frame over the page", async () => {
    open();
    expect(page.frames.some(({ isOnPage }) => isOnPage)).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
    await fadeOut();
    expect(page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
  });

  test("can be left with Escape, and nothing was charged", async () => {
    const checkout = open();
    page.press("Enter");
    await turn();
    expect(checkout.outcome).toBeNull();
    page.press("Escape");
    await turn();
    expect(checkout.outcome).toEqual({ status: "cancelled" });
    await fadeOut();
    expect(page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
  });

  test("is tried again with new frames", async () => {
    open();
    await vi.advanceTimersByTimeAsync(15_000);
    const again = open();
    expect(page.frames).toHaveLength(4);
    await fadeOut();
    expect(page.frames.map(({ isOnPage }) => isOnPage)).toEqual([false, false, true, true]);
    load();
    await turn();
    expect(again.shown).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(again.outcome).toBeNull();
  });
});

describe("another order after one whose checkout had loaded", () => {
  const other = orderOf({
    reference: "REG-20261121-BBBBBBBBBB",
    registration: { course: "devops-advanced" },
  });

  async function openOther() {
    open();
    load();
    page.say({ event: "close" });
    await turn();
    return openCheckout(paystack, other);
  }

  test("is given up as well when it does not load, and leaves no frame over the page", async () => {
    const checkout = await openOther();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(checkout.outcome).toMatchObject({ status: "unreachable" });
    await fadeOut();
    expect(page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
  });

  test("can be left with Escape before it has loaded", async () => {
    const checkout = await openOther();
    page.press("Escape");
    await turn();
    expect(checkout.outcome).toEqual({ status: "cancelled" });
  });

  test("is paid in frames of its own", async () => {
    const checkout = await openOther();
    await fadeOut();
    expect(page.frames.map(({ isOnPage }) => isOnPage)).toEqual([false, false, true, true]);
    load();
    page.say({ event: "success", data: { ...success, reference: other.reference } });
    await turn();
    expect(checkout.outcome).toMatchObject({ status: "paid" });
  });
});

describe("a second try after one that never loaded", () => {
  async function openAgain() {
    open();
    await vi.advanceTimersByTimeAsync(15_000);
    const again = open();
    await turn();
    load();
    return again;
  }

  test.each([
    ["paid", { event: "success", data: success }],
    ["unconfirmed", { event: "transfer:pending", data: { status: "pending" } }],
    ["cancelled", { event: "close" }],
  ] as const)("ends %s like a first one", async (status, message) => {
    const checkout = await openAgain();
    page.say(message);
    await turn();
    expect(checkout.outcome).toMatchObject({ status });
    // An error of the package's own timers would fail the run.
    await fadeOut();
  });
});
