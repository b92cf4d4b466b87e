/** The adapter with Paystack's own package; only Paystack's page in the frame is played. */
import { describe, expect, test, vi } from "vitest";
import type { Order } from "~/domain/enrolment/order.ts";
import { orderOf } from "../../fixtures/enrolment.ts";
import {
  paystackOrder as order,
  paystackCheckout,
  paystackSuccess as success,
} from "../../fixtures/paystack-page.ts";

const paystack = paystackCheckout();
const { open, load, turn } = paystack;

describe("a checkout that has loaded", () => {
  function openLoaded(of?: Order) {
    const checkout = open(of);
    load();
    return checkout;
  }

  test("says that it is on the screen, and waits for the visitor as long as it takes", async () => {
    const checkout = openLoaded();
    expect(checkout.shown).toBe(1);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(checkout.outcome).toBeNull();
  });

  test("is not left with Escape by us: the visitor may be paying", async () => {
    const checkout = openLoaded();
    paystack.page.press("Escape");
    await turn();
    expect(checkout.outcome).toBeNull();
  });

  test("ends paid, with Paystack's own number for the payment", async () => {
    const checkout = openLoaded();
    paystack.page.say({ event: "success", data: success });
    await turn();
    expect(checkout.outcome).toEqual({ status: "paid", payment: { id: "4099260516", payer: null } });
  });

  test("ends paid under the reference when Paystack gives no number", async () => {
    const checkout = openLoaded();
    paystack.page.say({ event: "success", data: { reference: order.reference } });
    await turn();
    expect(checkout.outcome).toEqual({ status: "paid", payment: { id: order.reference, payer: null } });
  });

  test.each([
    ["another reference", { ...success, reference: "REG-20261121-BBBBBBBBBB" }],
    ["no reference", { ...success, reference: undefined }],
    ["the status pending", { ...success, status: "pending" }],
    ["the status failed", { ...success, status: "failed" }],
  ])("a success with %s is not believed, nor called unpaid", async (_, data) => {
    const checkout = openLoaded();
    paystack.page.say({ event: "success", data });
    await turn();
    expect(checkout.outcome).toEqual({ status: "unconfirmed" });
  });

  test.each(["cancel", "close"] as const)("ends unpaid when the visitor closes it (%s)", async (event) => {
    const checkout = openLoaded();
    paystack.page.say({ event });
    await turn();
    expect(checkout.outcome).toEqual({ status: "cancelled" });
  });

  test.each([
    ["success", "unconfirmed"],
    ["pending", "unconfirmed"],
    ["abandoned", "cancelled"],
    ["failed", "cancelled"],
  ] as const)("closed while Paystack calls the payment %s ends %s", async (said, status) => {
    const checkout = openLoaded();
    paystack.page.say({ event: "close", data: { status: said } });
    await turn();
    expect(checkout.outcome).toEqual({ status });
  });

  test("ends unconfirmed, not cancelled, when a bank transfer is on its way", async () => {
    const checkout = openLoaded();
    paystack.page.say({ event: "transfer:pending", data: { status: "pending" } });
    await turn();
    expect(checkout.outcome).toEqual({ status: "unconfirmed" });
  });

  test("counts a second success of the same payment once", async () => {
    const checkout = openLoaded();
    paystack.page.say({ event: "success", data: success });
    await turn();
    paystack.page.say({ event: "success", data: { ...success, id: 2 } });
    paystack.page.say({ event: "cancel" });
    await turn();
    expect(checkout.outcome).toEqual({ status: "paid", payment: { id: "4099260516", payer: null } });
  });

  test("goes on in the same frames when it is closed and opened again", async () => {
    openLoaded();
    paystack.page.say({ event: "cancel" });
    await turn();
    const again = openLoaded();
    expect(paystack.page.frames).toHaveLength(2);
    expect(again.shown).toBe(1);
    paystack.page.say({ event: "success", data: success });
    await turn();
    expect(again.outcome).toMatchObject({ status: "paid" });
  });

  test("resumes the closed charge instead of making another one", async () => {
    openLoaded();
    paystack.page.say({ event: "cancel" });
    await turn();
    openLoaded();
    const charges = paystack.page.transactions().filter((transaction) => "ref" in transaction);
    expect(new Set(charges.map(({ ref }) => ref))).toEqual(new Set([order.reference]));
    expect(paystack.page.transactions().at(-1)).toMatchObject({ accessCode: "abc" });
  });

  test("answers the second try and leaves the first one's answer as it was", async () => {
    const first = openLoaded();
    paystack.page.say({ event: "cancel" });
    await turn();
    const changed = orderOf({
      reference: "REG-20261121-BBBBBBBBBB",
      registration: { course: "devops-advanced" },
    });
    const second = openLoaded(changed);
    paystack.page.say({ event: "success", data: { ...success, reference: changed.reference } });
    await turn();
    expect(first.outcome).toEqual({ status: "cancelled" });
    expect(second.outcome).toMatchObject({ status: "paid" });
    expect(paystack.page.transactions().at(-1)).toMatchObject({ ref: changed.reference, amount: 36_500_000 });
  });
});

describe("a payment that Paystack refuses to start", () => {
  test("ends failed, with Paystack's own words and without its frames", async () => {
    const checkout = open();
    await turn();
    paystack.page.say({
      event: "error",
      data: { type: "setup", message: "Currency not supported by merchant" },
    });
    await turn();
    expect(checkout.outcome).toEqual({ status: "failed", message: "Currency not supported by merchant" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(paystack.page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
  });

  test("because its reference was used before ends unconfirmed: the earlier try may have been paid", async () => {
    const checkout = open();
    await turn();
    paystack.page.say({
      event: "error",
      data: { type: "setup", message: "Duplicate Transaction Reference" },
    });
    await turn();
    expect(checkout.outcome).toEqual({ status: "unconfirmed" });
  });

  test("ends failed with words of ours when Paystack has none", async () => {
    const checkout = open();
    await turn();
    paystack.page.say({ event: "error", data: { type: "setup" } });
    await turn();
    expect(checkout.outcome).toEqual({ status: "failed", message: "Paystack could not start the payment." });
  });

  test("is not what a card error inside the checkout is: there the visitor may try again", async () => {
    const checkout = open();
    load();
    paystack.page.say({ event: "error", data: { type: "charge", message: "Declined" } });
    await turn();
    expect(checkout.outcome).toBeNull();
  });
});
