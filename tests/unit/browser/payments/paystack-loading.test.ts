/** Loading, and not loading: the adapter with Paystack's own package; only Paystack's page in the frame is played. */
import { expect, test, vi } from "vitest";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { paystackCheckout, paystackSuccess as success } from "../../../fixtures/paystack-page.ts";

const paystack = paystackCheckout();
const { open, load, say, turn } = paystack;

/** The package hides its frames and writes to them once more; then they go. */
const fadeOut = () => vi.advanceTimersByTimeAsync(1_000);

test("a checkout that does not load is given up after 15 seconds and not a moment before", async () => {
  const checkout = open();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(checkout.outcome).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(checkout.outcome).toEqual({
    status: "unreachable",
    message: "Unable to load paystack inline script",
  });
});

test("a checkout that does not load leaves no frame over the page", async () => {
  open();
  expect(paystack.page.frames.some(({ isOnPage }) => isOnPage)).toBe(true);
  await vi.advanceTimersByTimeAsync(15_000);
  await fadeOut();
  expect(paystack.page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
});

test("a checkout that does not load can be left with Escape, and nothing was charged", async () => {
  const checkout = open();
  paystack.page.press("Enter");
  await turn();
  expect(checkout.outcome).toBeNull();
  paystack.page.press("Escape");
  await turn();
  expect(checkout.outcome).toEqual({ status: "cancelled" });
  await fadeOut();
  expect(paystack.page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
});

const other = orderOf({
  reference: "REG-20261121-BBBBBBBBBB",
  registration: { courseId: "devops-advanced" },
});

async function openOther() {
  open();
  load();
  await say({ event: "close" });
  return open(other);
}

test("a second order's checkout that does not load is given up, and leaves no frame over the page", async () => {
  const checkout = await openOther();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(checkout.outcome).toMatchObject({ status: "unreachable" });
  await fadeOut();
  expect(paystack.page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
});

test("a second order is paid in frames of its own", async () => {
  const checkout = await openOther();
  await fadeOut();
  expect(paystack.page.frames.map(({ isOnPage }) => isOnPage)).toEqual([false, false, true, true]);
  load();
  await say({ event: "success", data: { ...success, reference: other.reference } });
  expect(checkout.outcome).toMatchObject({ status: "paid" });
});

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
] as const)(
  "a second try after a checkout that never loaded ends %s like a first one",
  async (status, message) => {
    const checkout = await openAgain();
    await say(message);
    expect(checkout.outcome).toMatchObject({ status });
    // An error of the package's own timers would fail the run.
    await fadeOut();
  },
);
